import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytea } from './platform.ts';

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    companyId: integer('company_id').notNull(),
    endpointHash: bytea('endpoint_hash').notNull(),
    userId: integer('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.endpointHash] })],
);
export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;
