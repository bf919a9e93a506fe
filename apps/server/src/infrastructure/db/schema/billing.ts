import type { InvoiceKind, InvoiceState } from '@balcao/domain/billing/invoice';
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea, type Buyer } from './platform.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const invoiceCounters = pgTable('invoice_counters', {
  year: integer().primaryKey(),
  lastNumber: integer('last_number').notNull(),
});

export const invoices = pgTable(
  'invoices',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    number: text().notNull(),
    kind: text().$type<InvoiceKind>().notNull(),
    state: text().$type<InvoiceState>().notNull().default('open'),
    dueDay: date('due_day').notNull(),
    /** What is to be paid, after the discount. */
    cents: integer().notNull(),
    discountCents: integer('discount_cents').notNull().default(0),
    currency: text().notNull().default('BRL'),
    planId: integer('plan_id').notNull(),
    planName: text('plan_name').notNull(),
    users: integer().notNull(),
    connections: integer().notNull(),
    queues: integer().notNull(),
    isCustomSize: boolean('is_custom_size').notNull().default(false),
    months: integer().notNull(),
    buyer: jsonb().$type<Buyer>().notNull().default({}),
    createdAt: at('created_at').notNull().defaultNow(),
    stateAt: at('state_at').notNull().defaultNow(),
    paidAt: at('paid_at'),
    /** Provider, or `manual`. */
    paidWith: text('paid_with'),
    reason: text(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type InvoiceRow = typeof invoices.$inferSelect;

export type ChargeState = 'creating' | 'pending' | 'paid' | 'expired' | 'cancelled' | 'failed';
export const charges = pgTable(
  'charges',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    invoiceId: integer('invoice_id').notNull(),
    provider: text().$type<'efi' | 'stripe' | 'mercadopago' | 'asaas'>().notNull(),
    method: text().$type<'pix' | 'page'>().notNull(),
    reference: text().notNull(),
    state: text().$type<ChargeState>().notNull().default('creating'),
    providerId: text('provider_id'),
    /** Code to copy, or address of the payment page. */
    code: text(),
    error: text(),
    expiresAt: at('expires_at').notNull(),
    /** When the provider is asked again; null when it is not. */
    nextCheckAt: at('next_check_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ChargeRow = typeof charges.$inferSelect;

/** A platform table: entries outlive their company. */
export const paymentLedger = pgTable(
  'payment_ledger',
  {
    provider: text().notNull(),
    paymentId: text('payment_id').notNull(),
    /** Null: money that matches no charge. */
    companyId: integer('company_id'),
    invoiceNumber: text('invoice_number'),
    reference: text(),
    cents: integer().notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    currency: text().notNull(),
    paidAt: at('paid_at').notNull(),
    state: text().$type<'applied' | 'held' | 'returned'>().notNull(),
    dispute: text().$type<'open' | 'won' | 'lost'>(),
    reason: text(),
    decidedBy: integer('decided_by'),
    decidedAt: at('decided_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.paymentId] })],
);
export type LedgerRow = typeof paymentLedger.$inferSelect;

export const subscriptionEntries = pgTable(
  'subscription_entries',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    at: at('at').notNull().defaultNow(),
    kind: text().$type<'start' | 'set' | 'payment' | 'reversal'>().notNull(),
    day: date(),
    months: integer(),
    ofEntry: integer('of_entry'),
    invoiceId: integer('invoice_id'),
    userId: integer('user_id'),
    reason: text(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type SubscriptionEntryRow = typeof subscriptionEntries.$inferSelect;

/** A platform table: webhook payloads, stored before they are answered. */
export const paymentInbox = pgTable('payment_inbox', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  provider: text().notNull(),
  digest: bytea().notNull(),
  query: text().notNull(),
  headers: jsonb().$type<Record<string, string>>().notNull(),
  body: bytea().notNull(),
  state: text().$type<'waiting' | 'done' | 'quarantined'>().notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  nextTryAt: at('next_try_at').notNull().defaultNow(),
  error: text(),
  receivedAt: at('received_at').notNull().defaultNow(),
});
export type PaymentInboxRow = typeof paymentInbox.$inferSelect;

/** A platform table: the last error of each payment provider, and when it last worked. */
export const paymentProviders = pgTable('payment_providers', {
  provider: text().primaryKey(),
  error: text(),
  errorAt: at('error_at'),
  workedAt: at('worked_at'),
});

export const companyUsage = pgTable(
  'company_usage',
  {
    companyId: integer('company_id').notNull(),
    day: date().notNull(),
    users: integer().notNull(),
    connections: integer().notNull(),
    queues: integer().notNull(),
    tickets: integer().notNull(),
    messages: integer().notNull(),
    fileBytes: bigint('file_bytes', { mode: 'number' }).notNull(),
    fileCount: integer('file_count').notNull(),
    countedAt: at('counted_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day] })],
);
export type CompanyUsageRow = typeof companyUsage.$inferSelect;
