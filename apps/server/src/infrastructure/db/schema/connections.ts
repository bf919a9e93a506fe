import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { Connection } from '@balcao/contract/endpoints/connections';
import type { Health, HealthFinding } from '@balcao/domain/connection-health/status';
import { bytea } from './platform.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The keys keep their older names: an index and a function of the database read them. */
export interface StoredHealth {
  light: Health['status'];
  reasons: (Omit<HealthFinding, 'reason'> & { why: HealthFinding['reason'] })[];
}

export const connections = pgTable(
  'connections',
  {
    companyId: integer('company_id').notNull(),
    id: integer()
      .notNull()
      .default(sql`nextval('connection_ids')`),
    name: text().notNull(),
    channel: text().$type<Connection['channel']>().notNull(),
    provider: text().notNull().default('beta'),
    number: text().notNull().default(''),
    status: text().$type<Connection['status']>().notNull().default('DISCONNECTED'),
    qrcode: text().notNull().default(''),
    pairingCode: text('pairing_code').notNull().default(''),
    qrTries: integer('qr_tries').notNull().default(0),
    isDefault: boolean('is_default').notNull().default(false),
    tokenHash: bytea('token_hash'),
    tokenLast4: text('token_last4').notNull().default(''),
    /** Sealed JSON: credentials and session state of the channel. */
    secrets: text(),
    greetingMessage: text('greeting_message').notNull().default(''),
    farewellMessage: text('farewell_message').notNull().default(''),
    outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
    ratingMessage: text('rating_message').notNull().default(''),
    inactiveMessage: text('inactive_message').notNull().default(''),
    expiresInactiveMessage: text('expires_inactive_message').notNull().default(''),
    vacationMessage: text('vacation_message').notNull().default(''),
    vacationStart: date('vacation_start'),
    vacationEnd: date('vacation_end'),
    greetingFileKey: text('greeting_file_key'),
    greetingFileName: text('greeting_file_name').notNull().default(''),
    allowGroup: boolean('allow_group').notNull().default(false),
    groupAsTicket: boolean('group_as_ticket').notNull().default(false),
    maxBotTurns: integer('max_bot_turns').notNull().default(0),
    botPauseMinutes: integer('bot_pause_minutes').notNull().default(0),
    redirectMinutes: integer('redirect_minutes').notNull().default(0),
    redirectQueueId: integer('redirect_queue_id'),
    expiresMinutes: integer('expires_minutes').notNull().default(0),
    expiresWhen: smallint('expires_when').notNull().default(0),
    inactiveMinutes: integer('inactive_minutes').notNull().default(0),
    ratingExpiresMinutes: integer('rating_expires_minutes').notNull().default(0),
    maxRatingTurns: integer('max_rating_turns').notNull().default(0),
    /** Starts with the first message of a contact. */
    welcomeFlowId: integer('welcome_flow_id'),
    /** Starts with the first message of a later ticket that matches no phrase. */
    otherFlowId: integer('other_flow_id'),
    /** The model that answers customers without a queue. */
    promptId: integer('prompt_id'),
    /** The bot or webhook that receives what customers without a queue write. */
    integrationId: integer('integration_id'),
    reopenMinutes: integer('reopen_minutes').notNull().default(0),
    schedules: jsonb().$type<Connection['schedules']>().notNull().default([]),
    importFrom: at('import_from'),
    importTo: at('import_to'),
    importGroups: boolean('import_groups').notNull().default(false),
    closesImported: boolean('closes_imported').notNull().default(false),
    importQueueId: integer('import_queue_id'),
    importStatus: text('import_status'),
    leaseNode: text('lease_node'),
    leaseUntil: at('lease_until'),
    leaseFence: bigint('lease_fence', { mode: 'number' }).notNull().default(0),
    pausedUntil: at('paused_until'),
    pausedBecause: text('paused_because').notNull().default(''),
    health: jsonb()
      .$type<StoredHealth>()
      .notNull()
      .default(sql`'{}'`),
    /** Rate limit per second of an account that is allowed less than its channel. */
    perSecond: integer('per_second'),
    /** Business portfolio whose numbers share one messaging limit; empty if unknown. */
    portfolioId: text('portfolio_id').notNull().default(''),
    /** When the access token of an account of Meta was stored; the doctor reads its age. */
    accessTokenAt: at('access_token_at'),
    /** When the API token was last used; null: never. */
    tokenUsedAt: at('token_used_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Set while a job removes the row in portions; the database hides it from every other statement. */
    removingAt: at('removing_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export interface ConnectionRow extends Omit<
  typeof connections.$inferSelect,
  'removingAt' | 'accessTokenAt' | 'health'
> {
  health: Health;
}
export type NewConnection = Omit<
  typeof connections.$inferInsert,
  'id' | 'companyId' | 'createdAt' | 'updatedAt' | 'removingAt'
>;

export const connectionQueues = pgTable(
  'connection_queues',
  {
    companyId: integer('company_id').notNull(),
    connectionId: integer('connection_id').notNull(),
    queueId: integer('queue_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId, t.queueId] })],
);
