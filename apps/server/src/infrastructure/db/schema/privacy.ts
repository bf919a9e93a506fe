import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './platform.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export type ConsentAction = 'given' | 'refused' | 'withdrawn';
export const consents = pgTable(
  'consents',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    contactId: integer('contact_id').notNull(),
    ticketId: integer('ticket_id'),
    connectionId: integer('connection_id'),
    act: text().$type<ConsentAction>().notNull(),
    askedText: text('asked_text').notNull().default(''),
    askedLink: text('asked_link').notNull().default(''),
    /** Hash of text and link: a later change of the settings does not change what was accepted. */
    askedHash: bytea('asked_hash').notNull(),
    answerText: text('answer_text').notNull().default(''),
    messageId: bigint('message_id', { mode: 'number' }),
    identityKind: text('identity_kind').notNull().default(''),
    identityValue: text('identity_value').notNull().default(''),
    userId: integer('user_id'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ConsentRow = typeof consents.$inferSelect;

export type ExportState = 'waiting' | 'making' | 'ready' | 'failed';
export const personExports = pgTable(
  'person_exports',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    contactId: integer('contact_id').notNull(),
    userId: integer('user_id'),
    state: text().$type<ExportState>().notNull().default('waiting'),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    fileKey: text('file_key'),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    endsAt: at('ends_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type PersonExportRow = typeof personExports.$inferSelect;

/** Search terms of a running erasure. */
export interface Sought {
  people: number[];
  /** Channel identities of the person, in every spelling. */
  names: string[];
  /** Queues, logs and kept answers hold nothing of the person any more. */
  isElsewhereDone?: boolean;
}
export type ErasureState = 'waiting' | 'running' | 'done';
export const erasures = pgTable(
  'erasures',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    contactId: integer('contact_id').notNull(),
    userId: integer('user_id').notNull(),
    userName: text('user_name').notNull(),
    state: text().$type<ErasureState>().notNull().default('waiting'),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    sought: jsonb().$type<Sought>(),
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    askedAt: at('asked_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    doneAt: at('done_at'),
    hash: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ErasureRow = typeof erasures.$inferSelect;
