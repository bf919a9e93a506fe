import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const contactLists = pgTable(
  'contact_lists',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    source: text().$type<'typed' | 'sheet' | 'tag'>().notNull().default('typed'),
    /** The counters are kept by a trigger. */
    itemCount: integer('item_count').notNull().default(0),
    validCount: integer('valid_count').notNull().default(0),
    invalidCount: integer('invalid_count').notNull().default(0),
    /** The connection on which unknown numbers are being checked. */
    checkConnectionId: integer('check_connection_id'),
    checkStartedAt: at('check_started_at'),
    checkPosition: integer('check_position').notNull().default(0),
    checkTotal: integer('check_total').notNull().default(0),
    checked: integer().notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Set while it is being removed; row-level security hides it. */
    removingAt: at('removing_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ContactListRow = typeof contactLists.$inferSelect;

export const contactListItems = pgTable(
  'contact_list_items',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    listId: integer('list_id').notNull(),
    name: text().notNull(),
    number: text().notNull(),
    email: text().notNull().default(''),
    addressKey: text('address_key').notNull(),
    /** Null: unknown. */
    isValid: boolean('is_valid'),
    checkedAt: at('checked_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ContactListItemRow = typeof contactListItems.$inferSelect;
