import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import type { OptionKind } from '@balcao/domain/bot/option-types';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Options of a queue's menu and their suboptions. */
export const botOptions = pgTable(
  'bot_options',
  {
    companyId: integer('company_id').notNull(),
    id: integer()
      .notNull()
      .default(sql`nextval('bot_option_ids')`),
    queueId: integer('queue_id').notNull(),
    parentId: integer('parent_id'),
    position: integer().notNull(),
    name: text().notNull(),
    greetingMessage: text('greeting_message').notNull().default(''),
    kind: text().$type<OptionKind>().notNull().default('text'),
    closesTicket: boolean('closes_ticket').notNull().default(false),
    toQueueId: integer('to_queue_id'),
    toUserId: integer('to_user_id'),
    toFileListId: integer('to_file_list_id'),
    toFlowId: integer('to_flow_id'),
    toIntegrationId: integer('to_integration_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type BotOptionRow = typeof botOptions.$inferSelect;

/** Position of a conversation in the option tree. */
export const botDialogs = pgTable(
  'bot_dialogs',
  {
    companyId: integer('company_id').notNull(),
    ticketId: integer('ticket_id').notNull(),
    optionId: integer('option_id'),
    hasShown: boolean('has_shown').notNull().default(false),
    /** Text of the last event line, to avoid repeating it. */
    lastWhy: text('last_why').notNull().default(''),
    /** Consent request as it was sent. */
    askedText: text('asked_text').notNull().default(''),
    askedLink: text('asked_link').notNull().default(''),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.ticketId] })],
);

/** Customers' ratings as answered: 0 to 10. */
export const userRatings = pgTable(
  'user_ratings',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ticketId: integer('ticket_id').notNull(),
    userId: integer('user_id'),
    rate: smallint().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** The cycle that was rated; at most one rating each. */
    cycleId: bigint('cycle_id', { mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
