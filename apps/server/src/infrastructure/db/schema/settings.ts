import { sql } from 'drizzle-orm';
import type { Holiday } from '@balcao/domain/hours/holidays-br';
import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

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

export const settingChanges = pgTable(
  'setting_changes',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** A company setting, or `schedules` or `timeZone` of the company row. */
    key: text().notNull(),
    before: jsonb().notNull(),
    after: jsonb().notNull(),
    userId: integer('user_id'),
    undoes: bigint({ mode: 'number' }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

export const companyHolidays = pgTable(
  'company_holidays',
  {
    companyId: integer('company_id').notNull(),
    id: integer()
      .notNull()
      .default(sql`nextval('company_holiday_ids')`),
    /** `YYYY-MM-DD`, or `MM-DD` for every year. */
    day: text().notNull(),
    name: text().notNull(),
    hours: jsonb().$type<Holiday['hours']>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type HolidayRow = typeof companyHolidays.$inferSelect;
