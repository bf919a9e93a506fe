import type { AutomaticOccasion, Template } from '@balcao/contract/endpoints/templates';
import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const templates = pgTable(
  'templates',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    connectionId: integer('connection_id').notNull(),
    name: text().notNull(),
    language: text().notNull(),
    category: text().notNull().default(''),
    status: text().$type<Template['status']>().notNull(),
    because: text().notNull().default(''),
    header: jsonb().$type<NonNullable<Template['header']>>(),
    /** Text with placeholders as {{1}} or {{name}}. */
    body: text().notNull(),
    footer: text().notNull().default(''),
    buttons: jsonb().$type<Template['buttons']>().notNull().default([]),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type TemplateRow = typeof templates.$inferSelect;

export const automaticTemplates = pgTable(
  'automatic_templates',
  {
    companyId: integer('company_id').notNull(),
    connectionId: integer('connection_id').notNull(),
    occasion: text().$type<AutomaticOccasion>().notNull(),
    templateId: integer('template_id').notNull(),
    /** Values by placeholder key; message variables in them are filled in when the template is sent. */
    gapValues: jsonb('gap_values').$type<Record<string, string>>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId, t.occasion] })],
);
export type AutomaticTemplateRow = typeof automaticTemplates.$inferSelect;
