import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const tags = pgTable(
  'tags',
  {
    companyId: integer('company_id').notNull(),
    id: integer()
      .notNull()
      .default(sql`nextval('tag_ids')`),
    name: text().notNull(),
    color: text().notNull(),
    /** A lane is a column of the kanban board; a ticket is in one lane at a time. */
    isLane: boolean('is_lane').notNull().default(false),
    laneMinutes: integer('lane_minutes').notNull().default(0),
    nextLaneId: integer('next_lane_id'),
    rollbackLaneId: integer('rollback_lane_id'),
    laneGreeting: text('lane_greeting').notNull().default(''),
    /** Order on the board; lanes with the same position are in the order of creation. */
    lanePosition: integer('lane_position').notNull().default(0),
    createdBy: integer('created_by'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    removingAt: timestamp('removing_at', { withTimezone: true }),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type TagRow = Omit<typeof tags.$inferSelect, 'removingAt'>;
export type NewTag = Omit<typeof tags.$inferInsert, 'id' | 'companyId' | 'createdAt' | 'removingAt'>;
