import { boolean, integer, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';

// Announcements and help videos belong to the platform; who has read an announcement belongs to the reader's company.

const at = (name: string) => timestamp(name, { withTimezone: true });

export const announcements = pgTable('announcements', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  title: text().notNull(),
  text: text().notNull(),
  /** 1 high, 2 medium, 3 low. */
  priority: smallint().$type<1 | 2 | 3>().notNull(),
  isActive: boolean('is_active').notNull(),
  startsAt: at('starts_at'),
  endsAt: at('ends_at'),
  mediaKey: text('media_key'),
  mediaName: text('media_name').notNull().default(''),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
export type AnnouncementRow = typeof announcements.$inferSelect;
export type NewAnnouncement = typeof announcements.$inferInsert;

export const announcementReads = pgTable(
  'announcement_reads',
  {
    companyId: integer('company_id').notNull(),
    announcementId: integer('announcement_id').notNull(),
    userId: integer('user_id').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.announcementId, t.userId] })],
);

export const helps = pgTable('helps', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  title: text().notNull(),
  description: text().notNull(),
  /** Id of a YouTube video. */
  video: text().notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
export type HelpRow = typeof helps.$inferSelect;
