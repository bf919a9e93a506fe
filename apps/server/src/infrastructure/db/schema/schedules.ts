import type { DayShift, IntervalUnit } from '@balcao/domain/schedule/recurrence';
import type { RunState } from '@balcao/domain/schedule/run';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const schedules = pgTable(
  'schedules',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    contactId: integer('contact_id').notNull(),
    /** Author, who signs it. Null: the user was deleted. */
    userId: integer('user_id'),
    /** Null: the company's default connection when it is sent. */
    connectionId: integer('connection_id'),
    body: text().notNull(),
    isSigned: boolean('is_signed').notNull().default(false),
    mediaKey: text('media_key'),
    mediaName: text('media_name').notNull().default(''),
    mediaMime: text('media_mime').notNull().default(''),
    /** Sent instead of the text when the reply window has closed. */
    templateId: integer('template_id'),
    templateValues: jsonb('template_values').$type<Record<string, string>>().notNull().default({}),
    opensTicket: boolean('opens_ticket').notNull().default(true),
    ticketStatus: text('ticket_status').$type<'open' | 'closed'>().notNull().default('open'),
    ticketUserId: integer('ticket_user_id'),
    queueId: integer('queue_id'),
    cancelsOnReply: boolean('cancels_on_reply').notNull().default(false),
    anchor: at('anchor').notNull(),
    timeZone: text('time_zone').notNull(),
    unit: text().$type<IntervalUnit>().notNull(),
    interval: integer('every').notNull(),
    count: integer().notNull(),
    shift: text().$type<DayShift>().notNull(),
    /** Null when it has ended. */
    nextAt: at('next_at'),
    /** How many intervals after the anchor the next date is. */
    nextStep: integer('next_step').notNull().default(0),
    /** Dates that count as sent. */
    done: integer().notNull().default(0),
    /** Number of the last run, also of those before the last change of its dates. */
    lastRun: integer('last_run').notNull().default(0),
    /** Counts every change: what was read before it is not sent. */
    revision: integer().notNull().default(0),
    status: text().$type<'pending' | 'sent' | 'failed' | 'cancelled'>().notNull().default('pending'),
    sentAt: at('sent_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type ScheduleRow = typeof schedules.$inferSelect;

export const scheduleRuns = pgTable(
  'schedule_runs',
  {
    companyId: integer('company_id').notNull(),
    scheduleId: integer('schedule_id').notNull(),
    n: integer().notNull(),
    dueAt: at('due_at').notNull(),
    state: text().$type<RunState>().notNull(),
    messageId: bigint('message_id', { mode: 'number' }),
    lateSeconds: integer('late_seconds').notNull().default(0),
    /** Code of the error catalogue. */
    error: text(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.scheduleId, t.n] })],
);
export type ScheduleRunRow = typeof scheduleRuns.$inferSelect;
