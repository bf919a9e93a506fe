import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './platform.ts';

export const qrState = pgTable(
  'qr_state',
  {
    companyId: integer('company_id').notNull(),
    connectionId: integer('connection_id').notNull(),
    kind: text().notNull(),
    nameHash: bytea('name_hash').notNull(),
    sealed: text().notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId, t.kind, t.nameHash] })],
);
