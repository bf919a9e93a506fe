import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './platform.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const emailConfirmations = pgTable('email_confirmations', {
  companyId: integer('company_id').primaryKey(),
  tokenHash: bytea('token_hash').notNull(),
  expiresAt: at('expires_at').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const resetCodes = pgTable(
  'reset_codes',
  {
    companyId: integer('company_id').notNull(),
    userId: integer('user_id').notNull(),
    codeHash: bytea('code_hash').notNull(),
    expiresAt: at('expires_at').notNull(),
    attempts: integer().notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] })],
);

export const invitations = pgTable(
  'invitations',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    tokenHash: bytea('token_hash').notNull(),
    profile: text().$type<'user' | 'admin'>().notNull().default('user'),
    queueIds: integer('queue_ids').array().notNull().default([]),
    invitedBy: integer('invited_by'),
    expiresAt: at('expires_at').notNull(),
    acceptedAt: at('accepted_at'),
    revokedAt: at('revoked_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type InvitationRow = typeof invitations.$inferSelect;
