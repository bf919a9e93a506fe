import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ClosedBy, LogType, PeriodKind, TicketStatus } from '@balcao/domain/ticket/ticket';
import type { Ticket } from '@balcao/contract/endpoints/tickets';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const tickets = pgTable(
  'tickets',
  {
    companyId: integer('company_id').notNull(),
    id: integer()
      .notNull()
      .default(sql`nextval('ticket_ids')`),
    uuid: uuid().notNull().defaultRandom(),
    contactId: integer('contact_id').notNull(),
    connectionId: integer('connection_id'),
    channel: text().$type<Ticket['channel']>().notNull(),
    status: text().$type<TicketStatus>().notNull(),
    userId: integer('user_id'),
    queueId: integer('queue_id'),
    isGroup: boolean('is_group').notNull().default(false),
    isBot: boolean('is_bot').notNull().default(false),
    usesIntegration: boolean('uses_integration').notNull().default(false),
    /** The integration that the conversation is with. */
    integrationId: integer('integration_id'),
    botTurns: integer('bot_turns').notNull().default(0),
    ratingTurns: integer('rating_turns').notNull().default(0),
    unread: integer().notNull().default(0),
    lastMessage: text('last_message').notNull().default(''),
    lastFromMe: boolean('last_from_me').notNull().default(false),
    lastMessageAt: at('last_message_at').notNull().defaultNow(),
    /** Start of the 24-hour window. */
    lastInboundAt: at('last_inbound_at'),
    messageSeq: bigint('message_seq', { mode: 'number' }).notNull().default(0),
    isActiveDemand: boolean('is_active_demand').notNull().default(false),
    importedAt: at('imported_at'),
    consentAskedAt: at('consent_asked_at'),
    consentedAt: at('consented_at'),
    rating: smallint(),
    isNewestClosed: boolean('is_newest_closed').notNull().default(false),
    /** Carries a message that opens no conversation: closed, in no list, without a cycle. */
    isUnlisted: boolean('is_unlisted').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    closedAt: at('closed_at'),
    /** Copy of the lane in ticket_tags; the timer job queries it by index. */
    laneId: integer('lane_id'),
    laneAt: at('lane_at'),
    /** Time of the notice to the customer that the ticket closes soon. */
    warnedAt: at('warned_at'),
    /** Start of the current offer to a user. */
    assignedAt: at('assigned_at'),
    /** Set while another app controls the conversation; automatic texts are not sent. */
    standbySince: at('standby_since'),
    /** Since when the customer waits for a human; null if a human wrote last. */
    waitingSince: at('waiting_since'),
    /** Set while a job removes the row in portions; the database hides it from every other statement. */
    removingAt: at('removing_at'),
    /** Counts per company; null until the ticket is committed, or until the job has numbered an old one. */
    number: integer(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type TicketRow = Omit<typeof tickets.$inferSelect, 'removingAt'>;
export type NewTicket = Omit<
  typeof tickets.$inferInsert,
  'id' | 'companyId' | 'createdAt' | 'updatedAt' | 'removingAt' | 'number'
>;

export const ticketCounters = pgTable('ticket_counters', {
  companyId: integer('company_id').primaryKey(),
  lastNumber: integer('last_number').notNull(),
  backfillNumber: integer('backfill_number').notNull().default(0),
  backfillId: integer('backfill_id').notNull().default(0),
  backfillUntilId: integer('backfill_until_id'),
});

export const ticketLog = pgTable(
  'ticket_log',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ticketId: integer('ticket_id').notNull(),
    type: text().$type<LogType>().notNull(),
    userId: integer('user_id'),
    queueId: integer('queue_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Reason of an automatic change; null when a user made the change. */
    why: text(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const ticketTracking = pgTable(
  'ticket_tracking',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ticketId: integer('ticket_id').notNull(),
    connectionId: integer('connection_id'),
    userId: integer('user_id'),
    queueId: integer('queue_id'),
    queuedAt: at('queued_at'),
    startedAt: at('started_at'),
    closedAt: at('closed_at'),
    finishedAt: at('finished_at'),
    ratingAt: at('rating_at'),
    isRated: boolean('is_rated').notNull().default(false),
    chatbotAt: at('chatbot_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    firstReplyAt: at('first_reply_at'),
    firstReplyUserId: integer('first_reply_user_id'),
    isInTime: boolean('is_in_time'),
    replyWaitS: doublePrecision('reply_wait_s').notNull().default(0),
    replyWaits: integer('reply_waits').notNull().default(0),
    closedBy: text('closed_by').$type<ClosedBy>(),
    lastUserId: integer('last_user_id'),
    hasPeriods: boolean('has_periods').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

/** Parts of a cycle, written by triggers of the database. */
export const ticketPeriods = pgTable(
  'ticket_periods',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    cycleId: bigint('cycle_id', { mode: 'number' }).notNull(),
    cycleAt: at('cycle_at').notNull(),
    kind: text().$type<PeriodKind>().notNull(),
    userId: integer('user_id'),
    queueId: integer('queue_id'),
    fromAt: at('from_at').notNull(),
    toAt: at('to_at'),
    endedBy: text('ended_by'),
    endedUserId: integer('ended_user_id'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const ticketTags = pgTable(
  'ticket_tags',
  {
    companyId: integer('company_id').notNull(),
    ticketId: integer('ticket_id').notNull(),
    tagId: integer('tag_id').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.ticketId, t.tagId] })],
);

/** Unsent text of a user in a conversation; visible to that user only. */
export const ticketDrafts = pgTable(
  'ticket_drafts',
  {
    companyId: integer('company_id').notNull(),
    ticketId: integer('ticket_id').notNull(),
    userId: integer('user_id').notNull(),
    body: text().notNull(),
    isPrivate: boolean('is_private').notNull().default(false),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.ticketId, t.userId] })],
);
