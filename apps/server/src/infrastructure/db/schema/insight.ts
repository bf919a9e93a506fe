import type { ReportFilter } from '@balcao/contract/endpoints/reports';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** How far the days of a company are stored. */
export const metricState = pgTable('metric_state', {
  companyId: integer('company_id').primaryKey(),
  zone: text().notNull(),
  builtFrom: date('built_from'),
  builtTo: date('built_to'),
  isComplete: boolean('is_complete').notNull().default(false),
  checkedOn: date('checked_on'),
  differences: integer().notNull().default(0),
});

/** Numbers of one local day. */
export const metricDays = pgTable(
  'metric_days',
  {
    companyId: integer('company_id').notNull(),
    zone: text().notNull(),
    day: date().notNull(),
    dimension: text().notNull(),
    subjectId: integer('subject_id').notNull(),
    metric: text().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
    sumS: doublePrecision('sum_s').notNull(),
    histogram: jsonb(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.zone, t.day, t.dimension, t.subjectId, t.metric] })],
);

/** Past days whose numbers changed. */
export const metricDirtyDays = pgTable(
  'metric_dirty_days',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    day: date().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

/** The filter of an export, with both days. */
export type FrozenFilter = Omit<ReportFilter, 'dateFrom' | 'dateTo'> & { dateFrom: string; dateTo: string };
export const reportExports = pgTable(
  'report_exports',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    userId: integer('user_id').notNull(),
    kind: text().$type<'tickets' | 'attendants'>().notNull(),
    filter: jsonb().$type<FrozenFilter>().notNull(),
    status: text().$type<'waiting' | 'running' | 'done' | 'failed' | 'canceled'>().notNull().default('waiting'),
    rowCount: integer('row_count').notNull().default(0),
    total: integer().notNull().default(0),
    storageKey: text('storage_key'),
    leaseUntil: at('lease_until'),
    tries: integer().notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ReportExportRow = typeof reportExports.$inferSelect;

export const reportFilters = pgTable(
  'report_filters',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    userId: integer('user_id').notNull(),
    name: text().notNull(),
    filter: jsonb().$type<ReportFilter>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ReportFilterRow = typeof reportFilters.$inferSelect;
