import type { MailKind } from '@balcao/domain/mail/letters';
import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './platform.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A platform table: each mail is sent once. `kept`: there is no mail server, so that it can only be read here. */
export const mails = pgTable('mails', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<MailKind>().notNull(),
  /** The record that the mail is about; unique together with the kind. */
  about: text().notNull(),
  companyId: integer('company_id'),
  address: text().notNull(),
  /** Sealed language and data of the letter; null once the mail server has taken it. */
  content: bytea(),
  state: text().$type<'waiting' | 'sent' | 'failed' | 'kept'>().notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  nextTryAt: at('next_try_at').notNull().defaultNow(),
  error: text(),
  sentAt: at('sent_at'),
  createdAt: at('created_at').notNull().defaultNow(),
});
export type MailRow = typeof mails.$inferSelect;

export const undeliverableAddresses = pgTable('undeliverable_addresses', {
  addressHash: bytea('address_hash').primaryKey(),
  error: text().notNull(),
  at: at('at').notNull().defaultNow(),
});
