import type { PreviewColumns } from '@balcao/domain/message/preview';
import type { TicketState } from '@balcao/domain/ticket/ticket';
import type { MessageRow } from '../../infrastructure/db/schema/messages.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Statement, Tx } from '../../infrastructure/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
import { loadNames, findById, type ConnectionSummary, type NameWithColor } from '../name-cache/index.ts';
import { COLUMNS, PRESENTED_COLUMNS, PREVIEWS, type UnseenColumn } from './ticket-columns.store.ts';
import { toState } from './ticket-state.ts';

/** A ticket with the names that lists show. Contacts are loaded separately; names come from the per-company cache. */
export interface FullTicket extends TicketRow {
  queue: NameWithColor | null;
  user: { id: number; name: string } | null;
  lanes: NameWithColor[];
  connection: ConnectionSummary | null;
  integration: { id: number; name: string } | null;
  /** Our last message to the customer, if it is the last one of the conversation. */
  lastSent: { id: number; ack: number; delivery: MessageRow['delivery'] } | null;
  /** The customer's last message, for a waiting ticket in which we wrote after it. */
  lastInbound: PreviewColumns | null;
}
/** What lists show of a ticket. */
export type PresentedTicket = Omit<FullTicket, UnseenColumn>;
type PresentedRow = Omit<TicketRow, UnseenColumn> &
  Pick<FullTicket, 'lastSent' | 'lastInbound'> & { laneIds: number[] };
type TicketWithLaneIds = TicketRow & PresentedRow;

async function withNames<Row extends PresentedRow>(tx: Tx, rows: Row[]) {
  const lookups = rows.map(({ queueId, userId, connectionId, integrationId, laneIds }) => ({
    queueId,
    userId,
    connectionId,
    integrationId,
    tagIds: laneIds,
  }));
  const { queues, users, tags, connections, integrations } = await loadNames(tx, lookups);
  // The rows themselves: copies of forty columns would take a tenth of a page's time.
  return rows.map((ticket) =>
    Object.assign(ticket, {
      queue: findById(queues, ticket.queueId),
      user: findById(users, ticket.userId),
      lanes: ticket.laneIds.flatMap((id) => tags.get(id) ?? []),
      connection: findById(connections, ticket.connectionId),
      integration: findById(integrations, ticket.integrationId),
    }),
  );
}
const loadFull = async (tx: Tx, statement: Statement, values: unknown[]): Promise<FullTicket[]> =>
  withNames(tx, await tx.query<TicketWithLaneIds>(statement, values));

export const ticketStore = {
  byId: async (tx: Tx, id: number): Promise<FullTicket | undefined> => (await ticketStore.byIds(tx, [id]))[0],
  byIds: (tx: Tx, ids: number[]): Promise<FullTicket[]> =>
    ids.length === 1 ? loadFull(tx, byId, [tx.companyId, ids[0]]) : loadFull(tx, byIds, [tx.companyId, ids]),
  presentedByIds: async (tx: Tx, ids: number[]): Promise<PresentedTicket[]> =>
    withNames(tx, await tx.query<PresentedRow>(presentedByIds, [tx.companyId, ids])),
  /** Without the names that lists show; cheaper to plan and to read. */
  rowById: async (tx: Tx, id: number): Promise<TicketRow | undefined> =>
    (await tx.query<TicketRow>(rowById, [tx.companyId, id]))[0],
  byUuid: async (tx: Tx, uuid: string): Promise<FullTicket | undefined> =>
    (await loadFull(tx, byUuid, [tx.companyId, uuid]))[0],
  /** The tickets of a contact that are not closed, newest first; without a connection those of all connections. */
  live: (tx: Tx, contactId: number, connectionId: number | null = null): Promise<FullTicket[]> =>
    loadFull(tx, live, [tx.companyId, contactId, connectionId]),

  /** Locked until the transaction ends: of two agents who accept at once, the second finds the ticket accepted. */
  lock: async (tx: Tx, id: number): Promise<TicketRow | undefined> =>
    (await tx.query<TicketRow>(lock, [tx.companyId, id]))[0],
  /** Locks the tickets that a user handles. */
  lockOf: (tx: Tx, userId: number, limit: number) => tx.query<TicketRow>(lockOf, [tx.companyId, userId, limit]),
  /** Locks the live tickets of these contacts and connections, always in the order of their ids. */
  lockLive: (tx: Tx, pairs: { contactId: number; connectionId: number }[]) =>
    tx.query<TicketRow>(lockLive, [
      tx.companyId,
      pairs.map((pair) => pair.contactId),
      pairs.map((pair) => pair.connectionId),
    ]),
  /** Locks the newest ticket of a contact on a connection. */
  async lockLatest(tx: Tx, contactId: number, connectionId: number): Promise<TicketRow | undefined> {
    return (await tx.query<TicketRow>(lockLatest, [tx.companyId, contactId, connectionId]))[0];
  },
  /** The same for several contacts, in the order of ticket ids. */
  lockLatestOf: (tx: Tx, contactIds: number[], connectionId: number) =>
    tx.query<TicketRow>(lockLatestOf, [tx.companyId, contactIds, connectionId]),
  /** Closed tickets that no list shows, for messages that open no conversation. */
  insertUnlisted: (
    tx: Tx,
    contacts: { id: number; isGroup: boolean }[],
    { id, channel }: Pick<FullConnection, 'id' | 'channel'>,
    closedAt: Date,
  ) =>
    tx.query<TicketRow>(insertUnlisted, [
      tx.companyId,
      id,
      channel,
      closedAt,
      contacts.map((contact) => contact.id),
      contacts.map((contact) => contact.isGroup),
    ]),
  /** When the contact last wrote on this connection, in any ticket: the reply window counts from there. */
  async lastInbound(tx: Tx, contactId: number, connectionId: number | null): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }>(lastInbound, [tx.companyId, contactId, connectionId]);
    return row?.at ?? null;
  },
  /** The same for several contacts; those who never wrote are missing. */
  async lastInboundOf(tx: Tx, contactIds: number[], connectionId: number): Promise<Map<number, Date>> {
    if (contactIds.length === 0) return new Map();
    const values = [tx.companyId, contactIds, connectionId];
    const rows = await tx.query<{ contactId: number; at: Date }>(lastInboundOf, values);
    return new Map(rows.map(({ contactId, at }) => [contactId, at]));
  },

  /** Saves a decision about the state; `before` is the ticket as locked. */
  async save(tx: Tx, before: TicketRow, next: TicketState): Promise<TicketRow> {
    const closes = next.status === 'closed' && before.status !== 'closed';
    const reopens = before.status === 'closed' && next.status !== 'closed';
    // A pending ticket with an agent is offered to that agent since `assigned_at`.
    const isOffered = next.status === 'pending' && next.userId !== null;
    const wasOffered = before.status === 'pending' && before.userId === next.userId;
    const offer = isOffered ? (wasOffered ? 'keep' : 'start') : 'end';
    const { status, userId, queueId, isBot, botTurns, ratingTurns } = next;
    const state = [status, userId, queueId, isBot, botTurns, ratingTurns];
    const [row] = await tx.query<TicketRow>(save, [tx.companyId, before.id, ...state, offer, closes, reopens]);
    if (closes) await tx.query(clearNewestClosed, [tx.companyId, before.contactId, before.connectionId, before.id]);
    if (reopens) await tx.query(setNewestClosed, [tx.companyId, before.contactId, before.connectionId]);
    return row!;
  },
  /** The closed list shows the newest closed ticket that a contact still has on a connection. */
  showNewestClosed: (tx: Tx, { contactId, connectionId }: Pick<TicketRow, 'contactId' | 'connectionId'>) =>
    tx.query(setNewestClosed, [tx.companyId, contactId, connectionId]),

  /** Saves several tickets after the bot's turn. The caller holds their locks. */
  async applyBotTurns(tx: Tx, updates: BotTurnUpdate[]) {
    await tx.query(applyBotTurns, [tx.companyId, JSON.stringify(updates.map(botTurnFields))]);
  },

  /** How many unassigned tickets wait in a queue; counts up to 1,000. */
  async countWaiting(
    tx: Tx,
    { queueId, connectionId, except }: { queueId: number; connectionId: number | null; except: number[] },
  ): Promise<number> {
    const [row] = await tx.query<{ n: number }>(countWaiting, [tx.companyId, queueId, connectionId, except]);
    return row?.n ?? 0;
  },
  /** Tickets of a status other than closed; without queues those of every queue. */
  async idsToClose(tx: Tx, status: TicketRow['status'], queueIds: number[], limit: number): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(idsToClose, [tx.companyId, status, queueIds, limit]);
    return rows.map((row) => row.id);
  },
  /** Sandbox only: moves the times of a connection's tickets into the past, with the reply window; returns the tickets. */
  age: (tx: Tx, connectionId: number, minutes: number) =>
    tx.query<AgedTicket>(age, [tx.companyId, connectionId, minutes]),
};

type AgedTicket = Pick<TicketRow, 'id' | 'status' | 'userId' | 'queueId' | 'isGroup'>;

/** A ticket after the bot's turn. */
export interface BotTurnUpdate {
  ticket: TicketRow;
  repliedAt: Date | null;
}

const botTurnFields = ({ ticket }: BotTurnUpdate) => ({
  ...toState(ticket),
  id: ticket.id,
  usesIntegration: ticket.usesIntegration,
  integrationId: ticket.integrationId,
  consentAskedAt: ticket.consentAskedAt,
  consentedAt: ticket.consentedAt,
});

const FULL = `${COLUMNS}, ${PREVIEWS}`;
// One id is not a list of one: a list of unknown length looks expensive, so it is planned again for each call.
const byId = { name: 'tickets.by-id', text: `select ${FULL} from tickets t where t.company_id = $1 and t.id = $2` };
const byIds = {
  name: 'tickets.by-ids',
  text: `select ${FULL} from tickets t where t.company_id = $1 and t.id = any($2::int[])`,
};
const presentedByIds = {
  name: 'tickets.presented-by-ids',
  text: `select ${PRESENTED_COLUMNS}, ${PREVIEWS} from tickets t where t.company_id = $1 and t.id = any($2::int[])`,
};
const ROW = `select ${COLUMNS} from tickets t where t.company_id = $1 and t.id = $2`;
const rowById = { name: 'tickets.row-by-id', text: ROW };
const byUuid = {
  name: 'tickets.by-uuid',
  text: `select ${FULL} from tickets t where t.company_id = $1 and t.uuid = $2`,
};
const live = {
  name: 'tickets.live',
  text: `select ${FULL} from tickets t
          where t.company_id = $1 and t.contact_id = $2 and t.status <> 'closed'
            and ($3::int is null or t.connection_id = $3) order by t.id desc`,
};
const lock = { name: 'tickets.lock', text: `${ROW} for no key update` };
const lockOf = {
  name: 'tickets.lock-of-user',
  text: `select ${COLUMNS} from tickets t where t.company_id = $1 and t.user_id = $2 and t.status in ('open', 'group')
          order by t.id limit $3 for no key update`,
};
// One index lookup per pair, whatever the plan was made for: a join may read every live ticket.
const lockLive = {
  name: 'tickets.lock-live',
  text: `select ${COLUMNS} from tickets t
          where t.company_id = $1 and t.status <> 'closed' and t.id = any(array(
            select (select live.id from tickets live where live.company_id = $1
                       and live.contact_id = n.contact and live.connection_id = n.connection and live.status <> 'closed')
              from unnest($2::int[], $3::int[]) n (contact, connection)))
          order by t.id for update`,
};
// Imported closed tickets come after every other closed ticket, which had a real conversation.
const lockLatest = {
  name: 'tickets.lock-latest',
  text: `select ${COLUMNS} from tickets t where t.company_id = $1 and t.contact_id = $2 and t.connection_id = $3
            and not t.is_unlisted
          order by t.status = 'closed', t.status = 'closed' and t.imported_at is not null, t.id desc limit 1
            for no key update`,
};
// One index lookup per contact, as in `lockLive`.
const lockLatestOf = {
  name: 'tickets.lock-latest-of',
  text: `select ${COLUMNS} from tickets t
          where t.company_id = $1 and t.id = any(array(
            select (select l.id from tickets l where l.company_id = $1 and l.contact_id = n.contact
                       and l.connection_id = $3 and not l.is_unlisted
                     order by l.status = 'closed', l.status = 'closed' and l.imported_at is not null, l.id desc limit 1)
              from unnest($2::int[]) n (contact)))
          order by t.id for no key update`,
};
const insertUnlisted = {
  name: 'tickets.insert-unlisted',
  text: `insert into tickets as t (company_id, connection_id, channel, status, closed_at, contact_id, is_group, is_unlisted,
                is_active_demand, last_inbound_at)
         select $1, $2, $3, 'closed', $4, n.contact, n.is_group, true, true,
                (select max(i.last_inbound_at) from tickets i
                  where i.company_id = $1 and i.contact_id = n.contact and i.connection_id = $2)
           from unnest($5::int[], $6::boolean[]) with ordinality n (contact, is_group, position) order by n.position
         returning ${COLUMNS}`,
};
const lastInboundOf = {
  name: 'tickets.last-inbound-of',
  text: `select n.contact as "contactId", i.at from unnest($2::int[]) n (contact) cross join lateral (
           select max(last_inbound_at) as at from tickets
            where company_id = $1 and contact_id = n.contact and connection_id = $3) i
          where i.at is not null`,
};
const lastInbound = {
  name: 'tickets.last-inbound',
  text: `select max(last_inbound_at) as at from tickets
          where company_id = $1 and contact_id = $2 and connection_id is not distinct from $3`,
};
const save = {
  name: 'tickets.save',
  text: `update tickets t set status = $3, user_id = $4, queue_id = $5, is_bot = $6, bot_turns = $7, rating_turns = $8,
                updated_at = now(), warned_at = null,
                assigned_at = case $9 when 'start' then now() when 'keep' then t.assigned_at end,
                closed_at = case when $10 then now() when $11 then null else t.closed_at end,
                is_newest_closed = case when $10 then true when $11 then false else t.is_newest_closed end,
                unread = case when $10 then 0 else t.unread end
          where t.company_id = $1 and t.id = $2 returning ${COLUMNS}`,
};
const clearNewestClosed = {
  name: 'tickets.clear-newest-closed',
  text: `update tickets set is_newest_closed = false
          where company_id = $1 and contact_id = $2 and connection_id is not distinct from $3 and id <> $4 and is_newest_closed`,
};
const setNewestClosed = {
  name: 'tickets.set-newest-closed',
  text: `update tickets set is_newest_closed = true where company_id = $1 and id = (
           select id from tickets where company_id = $1 and contact_id = $2 and connection_id is not distinct from $3
              and status = 'closed' and not is_unlisted order by coalesce(closed_at, updated_at) desc, id desc limit 1)`,
};
const applyBotTurns = {
  name: 'tickets.apply-bot-turns',
  text: `update tickets t set status = w.status, user_id = w."userId", queue_id = w."queueId", is_bot = w."isBot",
                uses_integration = w."usesIntegration", integration_id = w."integrationId",
                bot_turns = w."botTurns", rating_turns = w."ratingTurns", consent_asked_at = w."consentAskedAt",
                consented_at = w."consentedAt", updated_at = now(),
                assigned_at = case when w."userId" is null then null
                                   when t.user_id is distinct from w."userId" then now() else t.assigned_at end
           from jsonb_to_recordset($2::jsonb) as w (id int, status text, "userId" int, "queueId" int, "isBot" boolean,
                "usesIntegration" boolean, "integrationId" int, "botTurns" int, "ratingTurns" int, "consentAskedAt" timestamptz, "consentedAt" timestamptz)
          where t.company_id = $1 and t.id = w.id`,
};
const countWaiting = {
  name: 'tickets.count-waiting',
  text: `select count(*)::int as n from (
           select 1 from tickets where company_id = $1 and queue_id = $2 and status = 'pending' and user_id is null
              and not is_group and ($3::int is null or connection_id = $3) and id <> all($4::int[]) limit 1000) waiting`,
};
const idsToClose = {
  name: 'tickets.ids-to-close',
  text: `select id from tickets where company_id = $1 and status = $2 and status <> 'closed'
            and (cardinality($3::int[]) = 0 or queue_id = any($3::int[])) order by id limit $4`,
};
const age = {
  name: 'tickets.age',
  text: `with passed as (select make_interval(mins => $3) as time),
         tracked as (update ticket_tracking k set chatbot_at = k.chatbot_at - p.time from passed p, tickets t
                      where t.company_id = $1 and t.connection_id = $2 and k.company_id = $1 and k.ticket_id = t.id
                        and k.chatbot_at is not null)
         update tickets set updated_at = updated_at - p.time, warned_at = warned_at - p.time,
                assigned_at = assigned_at - p.time, waiting_since = waiting_since - p.time, lane_at = lane_at - p.time, last_inbound_at = last_inbound_at - p.time
           from passed p where company_id = $1 and connection_id = $2
         returning id, status, user_id as "userId", queue_id as "queueId", is_group as "isGroup"`,
};
