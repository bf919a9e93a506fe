import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const fileLists = pgTable(
  'file_lists',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    /** Author. */
    userId: integer('user_id'),
    name: text().notNull(),
    /** Sent before the files. */
    message: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type FileListRow = typeof fileLists.$inferSelect;

export const fileListItems = pgTable(
  'file_list_items',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    listId: integer('list_id').notNull(),
    /** Caption of the file when it is sent. */
    name: text().notNull(),
    position: integer().notNull(),
    /** Null until the file is uploaded. */
    mediaKey: text('media_key'),
    mediaName: text('media_name').notNull().default(''),
    mediaMime: text('media_mime').notNull().default(''),
    mediaBytes: bigint('media_bytes', { mode: 'number' }).notNull().default(0),
    /** Sent to a customer: the stored file remains when the list removes the item. */
    wasSent: boolean('was_sent').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type FileListItemRow = typeof fileListItems.$inferSelect;
