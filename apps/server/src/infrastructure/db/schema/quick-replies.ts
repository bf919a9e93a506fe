import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const quickReplies = pgTable(
  'quick_messages',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    /** Author. A quick reply that is visible to colleagues remains when the author is removed. */
    userId: integer('user_id'),
    shortcode: text().notNull(),
    message: text().notNull().default(''),
    isShared: boolean('is_shared').notNull().default(false),
    isVisible: boolean('is_visible').notNull().default(true),
    mediaKey: text('media_key'),
    mediaName: text('media_name').notNull().default(''),
    mediaMime: text('media_mime').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type QuickReplyRow = typeof quickReplies.$inferSelect;
/** Fields that users edit. */
export type QuickReplyFields = Pick<QuickReplyRow, 'shortcode' | 'message' | 'isShared' | 'isVisible'>;
