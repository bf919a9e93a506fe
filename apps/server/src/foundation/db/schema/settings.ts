import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const companySettings = pgTable(
  'company_settings',
  {
    companyId: integer('company_id').notNull(),
    key: text().notNull(),
    value: jsonb().$type<string | boolean>().notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    updatedBy: integer('updated_by'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.key] })],
);
