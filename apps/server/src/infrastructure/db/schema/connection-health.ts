import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './platform.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const sendingRates = pgTable(
  'sending_paces',
  {
    companyId: integer('company_id').notNull(),
    connectionId: integer('connection_id').notNull(),
    /** Contact id; 0 is the account itself, -1 its bulk sending. */
    peer: integer().notNull(),
    paidAt: at('paid_at').notNull(),
    strikes: integer().notNull().default(0),
    backoffAt: at('struck_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId, t.peer] })],
);

export const numberHealth = pgTable(
  'number_health',
  {
    companyId: integer('company_id').notNull(),
    connectionId: integer('connection_id').notNull(),
    quality: text().$type<'high' | 'medium' | 'low'>(),
    qualityAt: at('quality_at'),
    restriction: text().$type<'' | 'restricted' | 'banned'>().notNull().default(''),
    restrictionDetail: text('restriction_detail').notNull().default(''),
    /** Reported before limits were stored by pool. */
    peoplePerDay: integer('people_per_day'),
    checkedAt: at('looked_at').notNull().defaultNow(),
    restrictionUntil: at('restriction_until'),
    newChatsTotal: integer('new_chats_total'),
    newChatsUsed: integer('new_chats_used'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId] })],
);
export type ReportedHealth = typeof numberHealth.$inferSelect;

export const numberHealthSlots = pgTable(
  'number_health_slots',
  {
    companyId: integer('company_id').notNull(),
    connectionId: integer('connection_id').notNull(),
    slot: at('slot').notNull(),
    sent: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    slowedDown: integer('slowed_down').notNull().default(0),
    unanswered: integer().notNull().default(0),
    disconnections: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId, t.slot] })],
);

/** Numbers that share one messaging limit. */
export const sendingPools = pgTable(
  'sending_pools',
  {
    companyId: integer('company_id').notNull(),
    pool: text().notNull(),
    peoplePerDay: integer('people_per_day'),
    isUnbounded: boolean('is_unbounded').notNull().default(false),
    limitAt: at('limit_at'),
    salt: uuid().notNull().defaultRandom(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.pool] })],
);

export const sendingPoolSlots = pgTable(
  'sending_pool_slots',
  {
    companyId: integer('company_id').notNull(),
    pool: text().notNull(),
    slot: at('slot').notNull(),
    people: integer().notNull().default(0),
    cold: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.pool, t.slot] })],
);

export const sendingPoolPeople = pgTable(
  'sending_pool_people',
  {
    companyId: integer('company_id').notNull(),
    pool: text().notNull(),
    /** Hash of the address with the salt of the pool. */
    person: bytea().notNull(),
    slot: at('slot').notNull(),
    isCold: boolean('is_cold').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.pool, t.person] })],
);

/** Reports of the channel that no customer wrote. */
export const connectionLog = pgTable(
  'connection_log',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    connectionId: integer('connection_id').notNull(),
    label: text().notNull(),
    detail: text().notNull().default(''),
    count: integer().notNull().default(1),
    firstAt: at('first_at').notNull(),
    lastAt: at('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const historyImports = pgTable(
  'history_imports',
  {
    companyId: integer('company_id').notNull(),
    connectionId: integer('connection_id').notNull(),
    state: text().$type<'gathering' | 'running' | 'closing' | 'over'>().notNull(),
    since: at('since').notNull(),
    until: at('until').notNull(),
    withGroups: boolean('with_groups').notNull(),
    closes: boolean().notNull(),
    queueId: integer('queue_id'),
    importedAt: at('imported_at').notNull(),
    lastReceivedAt: at('heard_at'),
    isComplete: boolean('is_complete').notNull().default(false),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** Canceled while messages were collected: they are removed, then the row. */
    isCanceled: boolean('is_canceled').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId] })],
);
export type HistoryImport = typeof historyImports.$inferSelect;

export const historyMessages = pgTable(
  'history_messages',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    connectionId: integer('connection_id').notNull(),
    wid: text().notNull(),
    at: at('at').notNull(),
    signal: jsonb().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
