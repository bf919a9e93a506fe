import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './platform.ts';

/** Result of a channel sign-in; stored for some minutes. */
export const channelLinks = pgTable(
  'channel_links',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    userId: integer('user_id').notNull(),
    sessionId: text('session_id').notNull(),
    stateHash: bytea('state_hash').notNull(),
    linkHash: bytea('link_hash').notNull(),
    /** Sealed; empty until the channel has returned it. */
    token: text().notNull().default(''),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ChannelLinkRow = typeof channelLinks.$inferSelect;
