import type { CompanyHours } from '@balcao/contract/endpoints/companies';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

// Platform tables. The migrations define the schema; test/schema-mirror.test.ts compares these declarations with them.

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
const at = (name: string) => timestamp(name, { withTimezone: true });

export const plans = pgTable('plans', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  users: integer().notNull(),
  connections: integer().notNull(),
  queues: integer().notNull(),
  amountCents: integer('amount_cents').notNull().default(0),
  isPublic: boolean('is_public').notNull().default(true),
  useWhatsapp: boolean('use_whatsapp').notNull().default(true),
  useFacebook: boolean('use_facebook').notNull().default(true),
  useInstagram: boolean('use_instagram').notNull().default(true),
  useCampaigns: boolean('use_campaigns').notNull().default(true),
  useSchedules: boolean('use_schedules').notNull().default(true),
  useInternalChat: boolean('use_internal_chat').notNull().default(true),
  useExternalApi: boolean('use_external_api').notNull().default(true),
  useKanban: boolean('use_kanban').notNull().default(true),
  useOpenAi: boolean('use_open_ai').notNull().default(true),
  useIntegrations: boolean('use_integrations').notNull().default(true),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
export type PlanRow = typeof plans.$inferSelect;
export type NewPlan = typeof plans.$inferInsert;

export const companies = pgTable('companies', {
  companyId: integer('company_id').primaryKey(),
  name: text().notNull(),
  email: text(),
  phone: text(),
  document: text(),
  paymentMethod: text('payment_method'),
  planId: integer('plan_id').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  dueDate: at('due_date').notNull(),
  recurrence: text().notNull().default('MENSAL'),
  schedules: jsonb().$type<CompanyHours['schedules']>().notNull().default([]),
  timeZone: text('time_zone').notNull().default('America/Sao_Paulo'),
  lastLoginAt: at('last_login_at'),
  /** Null for a real company. The owner's company carries the state of the demo data as a whole. */
  demoState: text('demo_state').$type<DemoState>(),
  addressStreet: text('address_street'),
  addressCity: text('address_city'),
  addressState: text('address_state'),
  /** Stored and shown; they limit nothing. */
  numberAttendants: integer('number_attendants').notNull().default(1),
  numberConnections: integer('number_connections').notNull().default(1),
  buyer: jsonb().$type<Buyer>(),
  /** Null: the limit of the plan. */
  usersLimit: integer('users_limit'),
  connectionsLimit: integer('connections_limit'),
  /** The limits are a custom size, which the company pays for instead of the plan's price. */
  isCustomSize: boolean('is_custom_size').notNull().default(false),
  discountKind: text('discount_kind').$type<'percent' | 'cents'>(),
  discountValue: integer('discount_value'),
  /** Number of invoices that still get the discount. */
  discountInvoices: integer('discount_invoices').notNull().default(0),
  /** Plan from the next renewal on. */
  nextPlanId: integer('next_plan_id'),
  /** Null until the e-mail of the sign-up is confirmed. */
  verifiedAt: at('verified_at').defaultNow(),
  /** When a deleted company is purged; until then it can be restored. */
  deleteAt: at('delete_at'),
  /** Whether a deleted company was active before; null for a company that is not deleted. */
  wasActive: boolean('was_active'),
  /** Parts of the first steps that were put away: `all`, or a step. */
  firstStepsPutAway: text('first_steps_put_away').array().notNull().default([]),
  /** A payment activates it again. */
  isDeactivatedAsOverdue: boolean('is_deactivated_as_overdue').notNull().default(false),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
export type DemoState = 'being-made' | 'ready';
/** Whom invoices are issued to. */
export interface Buyer {
  name?: string;
  /** CPF or CNPJ, without punctuation. */
  document?: string;
  email?: string;
  address?: string;
  city?: string;
  state?: string;
  /** Language of the person who signed up or paid last, for mails about invoices. */
  language?: 'pt' | 'en' | 'es';
}
export type CompanyRow = typeof companies.$inferSelect;

export const platformSettings = pgTable('platform_settings', {
  key: text().primaryKey(),
  value: text().notNull(),
  isSealed: boolean('is_sealed').notNull().default(false),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

export const directory = pgTable(
  'directory',
  {
    kind: text().$type<DirectoryKind>().notNull(),
    keyHash: bytea('key_hash').notNull(),
    companyId: integer('company_id').notNull(),
    rowId: text('row_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.keyHash] })],
);
export type DirectoryKind =
  | 'email'
  | 'refresh'
  | 'api-token'
  | 'webhook'
  | 'meta-account'
  | 'company-name'
  | 'charge'
  | 'invitation'
  | 'confirmation';

export const rateLimits = pgTable('rate_limits', {
  keyHash: bytea('key_hash').primaryKey(),
  windowEndsAt: at('window_ends_at').notNull(),
  hits: integer().notNull(),
});

export const eventLog = pgTable(
  'event_log',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    xid: xid8()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    at: at('at').notNull().defaultNow(),
    kind: text().notNull(),
    data: jsonb().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const eventLogFloor = pgTable('event_log_floor', {
  companyId: integer('company_id').primaryKey(),
  xid: xid8().notNull(),
  id: bigint({ mode: 'number' }).notNull(),
});

export const auditLog = pgTable(
  'audit_log',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: at('at').notNull().defaultNow(),
    userId: integer('user_id'),
    act: text().notNull(),
    subject: text().notNull(),
    data: jsonb().notNull().default({}),
    /** Set by the database, as are `at` and `hash`. */
    previousHash: bytea('previous_hash')
      .notNull()
      .default(sql`''`),
    hash: bytea()
      .notNull()
      .default(sql`''`),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const files = pgTable(
  'files',
  {
    companyId: integer('company_id').notNull(),
    id: uuid()
      .notNull()
      .default(sql`uuidv7()`),
    storageKey: text('storage_key').notNull(),
    purpose: text().notNull(),
    mime: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: bytea().notNull(),
    createdBy: integer('created_by'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** File name as sent; empty when there was none. */
    name: text().notNull().default(''),
    /** Another send uses the file since then; its message may not be stored yet. */
    reusedAt: at('reused_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
