import { sql } from 'drizzle-orm';
import type { PixKey } from '@balcao/domain/message/pix';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './platform.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const users = pgTable(
  'users',
  {
    companyId: integer('company_id').notNull(),
    id: integer()
      .notNull()
      .default(sql`nextval('user_ids')`),
    name: text().notNull(),
    email: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Incremented to end every session of the user at once. */
    tokenVersion: integer('token_version').notNull().default(0),
    profile: text().$type<'user' | 'admin'>().notNull().default('user'),
    isSuper: boolean('is_super').notNull().default(false),
    /** Made with the demo data: its password is known to everybody. */
    isDemo: boolean('is_demo').notNull().default(false),
    startWork: text('start_work').notNull().default('00:00'),
    endWork: text('end_work').notNull().default('23:59'),
    farewellMessage: text('farewell_message').notNull().default(''),
    allTicket: boolean('all_ticket').notNull().default(false),
    allowGroup: boolean('allow_group').notNull().default(false),
    allHistoric: boolean('all_historic').notNull().default(false),
    allUserChat: boolean('all_user_chat').notNull().default(false),
    userClosePendingTicket: boolean('user_close_pending_ticket').notNull().default(true),
    showDashboard: boolean('show_dashboard').notNull().default(false),
    allowRealTime: boolean('allow_real_time').notNull().default(false),
    allowConnections: boolean('allow_connections').notNull().default(false),
    /** Default connection of the user. */
    connectionId: integer('connection_id'),
    pictureKey: text('picture_key'),
    defaultTheme: text('default_theme').$type<'light' | 'dark'>().notNull().default('light'),
    defaultMenu: text('default_menu').$type<'open' | 'closed'>().notNull().default('open'),
    listWidth: integer('list_width').notNull().default(404),
    /** Key of the user's last PIX charge. */
    pixKey: jsonb('pix_key').$type<PixKey>(),
    isOnline: boolean('is_online').notNull().default(false),
    lastSeenAt: at('last_seen_at'),
    /** Start of the pause: a paused user receives no new tickets. */
    pausedAt: at('paused_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    removingAt: at('removing_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type UserRow = Omit<typeof users.$inferSelect, 'removingAt'>;
export type NewUser = Omit<typeof users.$inferInsert, 'id' | 'companyId' | 'createdAt' | 'updatedAt' | 'removingAt'>;

export const userQueues = pgTable(
  'user_queues',
  {
    companyId: integer('company_id').notNull(),
    userId: integer('user_id').notNull(),
    queueId: integer('queue_id').notNull(),
    /** Incremented with every ticket that rotation assigns. */
    givenTurn: bigint('given_turn', { mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId, t.queueId] })],
);

export const sessions = pgTable(
  'sessions',
  {
    companyId: integer('company_id').notNull(),
    id: uuid()
      .notNull()
      .default(sql`uuidv7()`),
    userId: integer('user_id').notNull(),
    isRemembered: boolean('is_remembered').notNull(),
    address: text().notNull(),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
    endedBecause: text('ended_because'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type SessionRow = typeof sessions.$inferSelect;

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    companyId: integer('company_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    sessionId: uuid('session_id').notNull(),
    usedAt: at('used_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.tokenHash] })],
);

/** A super user has opened the company. Only `endedAt` ever changes. */
export const supportAccesses = pgTable(
  'support_accesses',
  {
    companyId: integer('company_id').notNull(),
    id: uuid()
      .notNull()
      .default(sql`uuidv7()`),
    superCompanyId: integer('super_company_id').notNull(),
    superUserId: integer('super_user_id').notNull(),
    superUserName: text('super_user_name').notNull(),
    /** The super user's own session: the access ends with it. */
    sessionId: uuid('session_id').notNull(),
    reason: text().notNull(),
    startedAt: at('started_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type SupportAccessRow = typeof supportAccesses.$inferSelect;
