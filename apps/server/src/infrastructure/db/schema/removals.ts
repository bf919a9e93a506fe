import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export type RemovalKind =
  | 'connection'
  | 'queue'
  | 'contact'
  | 'ticket'
  | 'contact-list'
  | 'campaign'
  | 'tag'
  | 'lane'
  | 'user';
export const removals = pgTable(
  'removals',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    kind: text().$type<RemovalKind>().notNull(),
    subjectIds: integer('subject_ids').array().notNull(),
    /** Name of a connection, queue, contact list, campaign, tag, kanban lane or user; contacts are not named. */
    name: text().notNull().default(''),
    userId: integer('user_id').notNull(),
    state: text().$type<'running' | 'done'>().notNull().default('running'),
    liveDone: boolean('live_done').notNull().default(false),
    done: integer().notNull().default(0),
    /** Null until the rows were counted. */
    total: integer(),
    askedAt: at('asked_at').notNull().defaultNow(),
    workedAt: at('worked_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type RemovalRow = typeof removals.$inferSelect;
