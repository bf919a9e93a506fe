import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { ContactImport, SpreadsheetMapping } from '@balcao/contract/endpoints/contact-spreadsheets';
import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { ImportFailure, ImportState } from '@balcao/domain/contact/import-types';

const at = (name: string) => timestamp(name, { withTimezone: true });
const count = (name: string) => integer(name).notNull().default(0);

export const contactImports = pgTable(
  'contact_imports',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    userId: integer('user_id'),
    fileName: text('file_name').notNull(),
    sheetKey: text('sheet_key'),
    format: text().$type<'csv' | 'xlsx' | 'xls' | 'html'>().notNull(),
    encoding: text().notNull().default(''),
    delimiter: text().notNull().default(''),
    columns: jsonb().$type<ContactImport['columns']>().notNull(),
    mapping: jsonb().$type<SpreadsheetMapping>().notNull(),
    rowCount: integer('row_count').notNull(),
    rowsExact: boolean('rows_exact').notNull(),
    excluded: jsonb().$type<[number, number][]>().notNull().default([]),
    tagIds: integer('tag_ids').array().notNull().default([]),
    validates: boolean().notNull().default(false),
    /** Where its rows go. */
    target: text().$type<'contacts' | 'list'>().notNull().default('contacts'),
    /** Null for contacts, and after the list was deleted. */
    contactListId: integer('contact_list_id'),
    /** People in the list get the name of the spreadsheet. */
    updatesNames: boolean('updates_names').notNull().default(false),
    status: text().$type<ImportState>().notNull().default('draft'),
    failure: text().$type<ImportFailure>(),
    /** Last processed row, saved in the transaction that processed it. */
    position: count('position'),
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    ignored: count('ignored'),
    invalid: count('invalid'),
    excludedCount: count('excluded_count'),
    removed: count('removed'),
    restored: count('restored'),
    kept: count('kept'),
    errorSheetKey: text('error_sheet_key'),
    leaseUntil: at('lease_until'),
    fence: count('fence'),
    tries: count('tries'),
    createdAt: at('created_at').notNull().defaultNow(),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ImportRow = typeof contactImports.$inferSelect;
export type NewImport = typeof contactImports.$inferInsert;

/** Fields that a row changed, before and after: undo restores only fields that still have the value after. */
export interface ContactChange {
  id: number;
  name?: [before: string, after: string];
  email?: [before: string, after: string];
  tags?: number[];
  extra?: [name: string, before: string | null, after: string][];
}
export const contactImportBatches = pgTable(
  'contact_import_batches',
  {
    companyId: integer('company_id').notNull(),
    importId: integer('import_id').notNull(),
    firstRow: integer('first_row').notNull(),
    created: integer().array().notNull(),
    changed: jsonb().$type<ContactChange[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.importId, t.firstRow] })],
);

export interface ExportFilter {
  search: string;
  tagIds: number[];
  channel?: Contact['channel'] | undefined;
  isGroup?: boolean | undefined;
}
export const contactExports = pgTable(
  'contact_exports',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    userId: integer('user_id'),
    filter: jsonb().$type<ExportFilter>().notNull(),
    inClear: boolean('in_clear').notNull().default(false),
    status: text().$type<'waiting' | 'running' | 'done' | 'failed'>().notNull().default('waiting'),
    rowCount: count('row_count'),
    storageKey: text('storage_key'),
    leaseUntil: at('lease_until'),
    tries: count('tries'),
    createdAt: at('created_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ExportRow = typeof contactExports.$inferSelect;

/** Pairs of contacts that were marked as not duplicates. */
export const contactDistinctions = pgTable(
  'contact_distinctions',
  {
    companyId: integer('company_id').notNull(),
    oneId: integer('one_id').notNull(),
    otherId: integer('other_id').notNull(),
    userId: integer('user_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.oneId, t.otherId] })],
);
