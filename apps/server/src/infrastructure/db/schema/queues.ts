import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Queue } from '@balcao/contract/endpoints/queues';

export const queues = pgTable(
  'queues',
  {
    companyId: integer('company_id').notNull(),
    id: integer()
      .notNull()
      .default(sql`nextval('queue_ids')`),
    name: text().notNull(),
    color: text().notNull(),
    greetingMessage: text('greeting_message').notNull().default(''),
    outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
    position: integer(),
    rotates: boolean().notNull().default(false),
    rotationMinutes: integer('rotation_minutes').notNull().default(0),
    closesTicket: boolean('closes_ticket').notNull().default(false),
    /** Minutes of business hours to the first response. */
    targetMinutes: integer('target_minutes'),
    schedules: jsonb().$type<Queue['schedules']>().notNull().default([]),
    /** Sent to a customer who enters the queue. */
    fileListId: integer('file_list_id'),
    /** Starts when a customer enters the queue. */
    flowId: integer('flow_id'),
    /** Receives what customers in the queue write. */
    integrationId: integer('integration_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** Set while a job removes the row in portions; the database hides it from every other statement. */
    removingAt: timestamp('removing_at', { withTimezone: true }),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type QueueRow = Omit<typeof queues.$inferSelect, 'removingAt'>;
export type NewQueue = Omit<typeof queues.$inferInsert, 'id' | 'companyId' | 'createdAt' | 'updatedAt' | 'removingAt'>;
