import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** People who want no campaigns. */
export const optOuts = pgTable(
  'opt_outs',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Key of the address, or its keyed hash after an erasure. */
    addressKey: text('address_key').notNull(),
    /** Null: every connection. */
    connectionId: integer('connection_id'),
    source: text().$type<'word' | 'channel' | 'user' | 'import'>().notNull(),
    words: text().notNull().default(''),
    userId: integer('user_id'),
    at: at('at').notNull(),
    revokedAt: at('revoked_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type OptOutRow = typeof optOuts.$inferSelect;
