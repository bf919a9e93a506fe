import { bigint, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const teamChats = pgTable(
  'team_chats',
  {
    companyId: integer('company_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    uuid: uuid().notNull().defaultRandom(),
    title: text().notNull(),
    ownerId: integer('owner_id'),
    /** Number of the last message. */
    lastSeq: integer('last_seq').notNull().default(0),
    lastText: text('last_text').notNull().default(''),
    lastSenderId: integer('last_sender_id'),
    /** Invisible since; a job deletes its messages in portions. */
    removedAt: at('removed_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type TeamChatRow = typeof teamChats.$inferSelect;

export const teamChatMembers = pgTable(
  'team_chat_members',
  {
    companyId: integer('company_id').notNull(),
    chatId: integer('chat_id').notNull(),
    userId: integer('user_id').notNull(),
    /** Rises with the time of joining. */
    id: integer().notNull().generatedAlwaysAsIdentity(),
    readSeq: integer('read_seq').notNull(),
    joinedSeq: integer('joined_seq').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.chatId, t.userId] })],
);
export type TeamChatMemberRow = typeof teamChatMembers.$inferSelect;

export const teamChatMessages = pgTable(
  'team_chat_messages',
  {
    companyId: integer('company_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    chatId: integer('chat_id').notNull(),
    /** Counts from 1 in each chat, without gaps. */
    seq: integer().notNull(),
    senderId: integer('sender_id'),
    body: text().notNull(),
    clientKey: text('client_key'),
    sentAt: at('sent_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);
export type TeamChatMessageRow = typeof teamChatMessages.$inferSelect;
