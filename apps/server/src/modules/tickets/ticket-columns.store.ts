import { LAST_INBOUND, LAST_SENT } from './last-message.store.ts';

/** Columns that no list shows. A page of tickets does not read them: every column of a row costs time. */
export type UnseenColumn =
  | 'ratingTurns'
  | 'lastMessageAt'
  | 'messageSeq'
  | 'consentAskedAt'
  | 'consentedAt'
  | 'isNewestClosed'
  | 'isUnlisted'
  | 'closedAt'
  | 'laneId'
  | 'laneAt'
  | 'warnedAt'
  | 'assignedAt'
  | 'standbySince'
  | 'waitingSince';

export const PRESENTED_COLUMNS = `t.company_id as "companyId", t.id, t.uuid, t.contact_id as "contactId", t.connection_id as "connectionId",
  t.channel, t.status, t.user_id as "userId", t.queue_id as "queueId", t.is_group as "isGroup", t.is_bot as "isBot",
  t.uses_integration as "usesIntegration", t.integration_id as "integrationId", t.bot_turns as "botTurns", t.unread,
  t.last_message as "lastMessage", t.last_from_me as "lastFromMe", t.last_inbound_at as "lastInboundAt",
  t.is_active_demand as "isActiveDemand", t.imported_at as "importedAt", t.rating, t.created_at as "createdAt",
  t.updated_at as "updatedAt", t.number`;
/** With those that no list shows. */
export const COLUMNS = `${PRESENTED_COLUMNS}, t.rating_turns as "ratingTurns", t.last_message_at as "lastMessageAt",
  t.message_seq::float8 as "messageSeq", t.consent_asked_at as "consentAskedAt", t.consented_at as "consentedAt",
  t.is_newest_closed as "isNewestClosed", t.is_unlisted as "isUnlisted", t.closed_at as "closedAt", t.lane_id as "laneId",
  t.lane_at as "laneAt", t.warned_at as "warnedAt", t.assigned_at as "assignedAt", t.standby_since as "standbySince",
  t.waiting_since as "waitingSince"`;
const LANE_IDS = `array(select tt.tag_id from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
  where tt.company_id = t.company_id and tt.ticket_id = t.id) as "laneIds"`;
/** Lanes, and the messages that a list shows. */
export const PREVIEWS = `${LANE_IDS}, ${LAST_SENT}, ${LAST_INBOUND}`;
