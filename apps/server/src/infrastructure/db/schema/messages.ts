import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Message } from '@balcao/contract/endpoints/messages';
import { bytea } from './platform.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export type Origin = 'customer' | 'agent' | 'bot' | 'api' | 'phone';
export const messages = pgTable(
  'messages',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' })
      .notNull()
      .default(sql`nextval('message_ids')`),
    ticketId: integer('ticket_id').notNull(),
    contactId: integer('contact_id').notNull(),
    connectionId: integer('connection_id'),
    /** The order of the conversation. */
    seq: bigint({ mode: 'number' }).notNull(),
    wid: text(),
    clientKey: text('client_key'),
    fromMe: boolean('from_me').notNull(),
    origin: text().$type<Origin>().notNull(),
    userId: integer('user_id'),
    queueId: integer('queue_id'),
    body: text().notNull().default(''),
    mediaType: text('media_type').notNull().default('conversation'),
    mediaKey: text('media_key'),
    mediaName: text('media_name').notNull().default(''),
    mediaMime: text('media_mime'),
    mediaBytes: bigint('media_bytes', { mode: 'number' }),
    previewKey: text('preview_key'),
    mediaState: text('media_state').$type<Message['mediaState']>().notNull().default('ready'),
    /** What the channel needs to give the file; only while it is pending. */
    mediaRef: jsonb('media_ref'),
    mediaTries: smallint('media_tries').notNull().default(0),
    /** When the next try is due; while one is under way, until when it is left alone. */
    mediaNotBefore: at('media_not_before').notNull().defaultNow(),
    data: jsonb(),
    quotedId: bigint('quoted_id', { mode: 'number' }),
    ack: smallint().notNull().default(0),
    isRead: boolean('is_read').notNull().default(false),
    isDeleted: boolean('is_deleted').notNull().default(false),
    isEdited: boolean('is_edited').notNull().default(false),
    isForwarded: boolean('is_forwarded').notNull().default(false),
    isPrivate: boolean('is_private').notNull().default(false),
    authorContactId: integer('author_contact_id'),
    delivery: text().$type<Message['delivery']>().notNull().default('received'),
    failureCode: text('failure_code'),
    /** As the channel says; shown, never ordered by. */
    sentAt: at('sent_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** What was heard in a voice message. */
    transcription: text(),
    /** Body and transcription as search compares them; made by the database. */
    said: text().generatedAlwaysAs(sql`folded(body || coalesce(chr(10) || transcription, ''))`),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type MessageRow = Omit<typeof messages.$inferSelect, 'said'>;
export type NewMessage = Omit<typeof messages.$inferInsert, 'id' | 'companyId' | 'createdAt'>;

export const messageReceipts = pgTable(
  'message_receipts',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    messageId: bigint('message_id', { mode: 'number' }).notNull(),
    told: text().notNull(),
    detail: text().notNull().default(''),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const outbox = pgTable(
  'outbox',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    connectionId: integer('connection_id').notNull(),
    ticketId: integer('ticket_id').notNull(),
    messageId: bigint('message_id', { mode: 'number' }).notNull(),
    act: text().$type<'send' | 'edit' | 'remove' | 'react'>().notNull().default('send'),
    payload: jsonb().notNull().default({}),
    state: text().$type<'queued' | 'sending' | 'unknown' | 'failed' | 'done'>().notNull().default('queued'),
    /** Sent along and named in receipts: settles what was left unknown. */
    correlation: uuid().notNull().defaultRandom(),
    tries: integer().notNull().default(0),
    /** Raised with every claim: who wakes up late finds another number and lets go. */
    fence: bigint({ mode: 'number' }).notNull().default(0),
    leaseUntil: at('lease_until'),
    notBefore: at('not_before').notNull().defaultNow(),
    fault: text().notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type OutboxRow = typeof outbox.$inferSelect;

export const inbox = pgTable('inbox', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  companyId: integer('company_id').notNull(),
  connectionId: integer('connection_id').notNull(),
  digest: bytea().notNull(),
  body: bytea().notNull(),
  receivedAt: at('received_at').notNull().defaultNow(),
});

export const channelEvents = pgTable('signals', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  companyId: integer('company_id').notNull(),
  connectionId: integer('connection_id').notNull(),
  lane: integer().notNull(),
  conversation: text().notNull(),
  signal: jsonb().notNull(),
  receivedAt: at('received_at').notNull(),
  tries: integer().notNull().default(0),
  nextTryAt: at('next_try_at').notNull().defaultNow(),
});

export const seenDeliveries = pgTable(
  'seen_deliveries',
  {
    connectionId: integer('connection_id').notNull(),
    digest: bytea().notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.digest] })],
);

export const quarantine = pgTable(
  'quarantine',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    connectionId: integer('connection_id'),
    kind: text().notNull(),
    content: jsonb().notNull(),
    fault: text().notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    companyId: integer('company_id').notNull(),
    key: text().notNull(),
    requestHash: bytea('request_hash').notNull(),
    status: integer(),
    answer: jsonb(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.key] })],
);
