import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { done, id, idParams, page, pageQuery, plainText, requiredText, timestamp } from '../kernel/schemas.ts';

export const MAX_CHAT_TITLE = 80;
export const MAX_CHAT_TEXT = 8000;
/** The author included. */
export const MAX_CHAT_MEMBERS = 200;
export const CHAT_PAGE = 20;

const Person = z.object({ id, name: z.string() });

export const TeamChatMember = z.object({
  id,
  chatId: id,
  userId: id,
  /** Messages after the read position. */
  unreads: z.number(),
  /** Number of the last message that the member has read; 0 before the first one. */
  readSeq: z.number(),
  user: Person,
});

/** A conversation among users of the company. Only its members know of it. */
export const TeamChat = z.object({
  id,
  uuid: z.string(),
  title: z.string(),
  ownerId: id.nullable(),
  owner: Person.nullable(),
  /** Sender and text of the last message; empty before the first one. */
  lastMessage: z.string(),
  /** Number of the last message. */
  lastSeq: z.number(),
  createdAt: timestamp,
  /** Time of the last message, or of the last change. */
  updatedAt: timestamp,
  /** In the order in which they joined. */
  users: z.array(TeamChatMember),
});
export type TeamChat = z.infer<typeof TeamChat>;

export const TeamChatMessage = z.object({
  id,
  chatId: id,
  /** Counts from 1 in each chat, without gaps. */
  seq: z.number(),
  /** Null: the user was deleted. */
  senderId: id.nullable(),
  sender: Person.nullable(),
  message: z.string(),
  createdAt: timestamp,
});
export type TeamChatMessage = z.infer<typeof TeamChatMessage>;

/** `users` replaces the members; the author of a new chat is always one of them. */
export const TeamChatDraft = z.object({
  title: requiredText(1, MAX_CHAT_TITLE),
  users: z.array(z.object({ id })).max(MAX_CHAT_MEMBERS),
});
export type TeamChatDraft = z.input<typeof TeamChatDraft>;

const seq = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number);
const uuidParams = z.object({ uuid: z.uuid() });
const use = 'team-chat.use';

/** Colleagues' words are no part of support access. */
export const teamChats = {
  /** Chats of the caller, the last active one first. */
  list: get('/chats', { query: pageQuery, reply: page('records', TeamChat), access: use, support: false }),
  show: get('/chats/:uuid', { params: uuidParams, reply: TeamChat, access: use, support: false }),
  create: post('/chats', { body: TeamChatDraft, reply: TeamChat, access: use }),
  /** Only its owner, who cannot leave it. */
  update: put('/chats/:id', { params: idParams, body: TeamChatDraft, reply: TeamChat, access: use }),
  remove: del('/chats/:id', { params: idParams, reply: done, access: use }),
  /** Page 1 has the newest; inside a page the oldest is first. `before` is steadier: messages older than this number. */
  messages: get('/chats/:id/messages', {
    params: idParams,
    query: pageQuery.extend({ before: seq.optional() }),
    reply: page('records', TeamChatMessage),
    access: use,
    support: false,
  }),
  /** A repeated `clientKey` sends nothing and returns the first message. */
  send: post('/chats/:id/messages', {
    params: idParams,
    body: z.object({
      message: requiredText(1, MAX_CHAT_TEXT),
      clientKey: plainText(64).min(8).optional(),
    }),
    reply: TeamChatMessage,
    access: use,
  }),
  /** Moves the caller's read position forward, to `seq` or to the last message. `userId` is accepted and ignored. */
  read: post('/chats/:id/read', {
    params: idParams,
    body: z.object({ seq: z.int().min(0).max(2_147_483_647).optional(), userId: id.optional() }).default({}),
    reply: TeamChat,
    access: use,
  }),
};
