import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { teamChatRecords, type LockedChat } from './team-chat-records.store.ts';
import { teamChatStore, type ChatMessage, type FullChat } from './team-chats.store.ts';

export interface TeamChatDeps {
  db: Db;
  /** Whether members who are away can be notified. */
  hasPush: boolean;
  /** Which of these users exist. */
  existingUserIds(tx: Tx, ids: number[]): Promise<number[]>;
}
export interface ChatInput {
  title: string;
  userIds: number[];
}
/** A message of a chat that a member who is away has not read yet. */
export interface UnreadChatMessage {
  chat: FullChat;
  message: ChatMessage;
}
const MAX_SEQ = 2_147_483_647;

/** Chats among users of a company. Reading and writing need a membership; only the owner changes a chat. */
export function createTeamChats({ db, hasPush, existingUserIds }: TeamChatDeps) {
  const get = async (tx: Tx, id: number): Promise<FullChat> =>
    assertFound(await teamChatStore.byId(tx, id), 'ERR_NO_CHAT_FOUND');
  const lock = async (tx: Tx, actor: Actor, id: number): Promise<LockedChat> =>
    assertFound(await teamChatRecords.lock(tx, id, actor.userId), 'ERR_NO_CHAT_FOUND');
  async function lockOwn(tx: Tx, actor: Actor, id: number): Promise<LockedChat> {
    const chat = await lock(tx, actor, id);
    authorize(actor, 'team-chat.change', chat);
    return chat;
  }
  async function assertUsers(tx: Tx, ids: number[]) {
    if ((await existingUserIds(tx, ids)).length < ids.length)
      refuse('ERR_NO_USER_FOUND', { field: 'users', rule: 'unknown' });
  }

  /** It is invisible from now on; its messages are deleted by a job. */
  async function hide(tx: Tx, chatId: number) {
    const memberIds = await teamChatRecords.removeOthers(tx, chatId, []);
    await teamChatRecords.hide(tx, chatId);
    await tx.enqueue('team-chat.purge', { companyId: tx.companyId, chatId });
    tx.emit({ type: 'team-chat.removed', chatId, memberIds });
  }

  return {
    list: (actor: Actor, query: { search: string; page: number }) =>
      db.readCompany(actor.companyId, (tx) => teamChatStore.page(tx, actor.userId, query)),
    getByUuid: (actor: Actor, uuid: string) =>
      db.readCompany(actor.companyId, async (tx) =>
        assertFound(await teamChatStore.byUuid(tx, actor.userId, uuid), 'ERR_NO_CHAT_FOUND'),
      ),
    /** For socket messages, which go to the members only. */
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => teamChatStore.byId(tx, id)),
    findMessage: (companyId: number, id: number) =>
      db.readCompany(companyId, async (tx) => {
        const message = await teamChatStore.message(tx, id);
        const chat = message && (await teamChatStore.byId(tx, message.chatId));
        return chat && { chat, message };
      }),

    create: (actor: Actor, { title, userIds }: ChatInput) =>
      db.inCompany(actor.companyId, async (tx) => {
        // The author comes first, and passes the chat on last.
        const members = [...new Set([actor.userId, ...userIds])];
        await assertUsers(tx, members);
        const id = await teamChatRecords.insert(tx, title, actor.userId);
        await teamChatRecords.addMembers(tx, { id, lastSeq: 0 }, members);
        tx.emit({ type: 'team-chat.saved', chatId: id, isNew: true, removedIds: [] });
        return get(tx, id);
      }),

    update: (actor: Actor, id: number, { title, userIds }: ChatInput) =>
      db.inCompany(actor.companyId, async (tx) => {
        const chat = await lockOwn(tx, actor, id);
        const members = [...new Set(userIds)];
        if (!members.includes(actor.userId)) refuse('ERR_CHAT_OWNER', { field: 'users', rule: 'required' });
        await assertUsers(tx, members);
        await teamChatRecords.rename(tx, id, title);
        const removedIds = await teamChatRecords.removeOthers(tx, id, members);
        await teamChatRecords.addMembers(tx, chat, members);
        tx.emit({ type: 'team-chat.saved', chatId: id, isNew: false, removedIds });
        return get(tx, id);
      }),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await lockOwn(tx, actor, id);
        await hide(tx, id);
        await audit(tx, { userId: actor.userId, action: 'team-chat.removed', subject: `team chat ${id}`, data: {} });
      }),

    /** `page` 1 is the newest. `before` takes precedence: messages with a smaller number. */
    messages: (actor: Actor, id: number, { search, page, before }: { search: string; page: number; before?: number }) =>
      db.readCompany(actor.companyId, async (tx) => {
        const chat = assertFound(await teamChatStore.ofMember(tx, id, actor.userId), 'ERR_NO_CHAT_FOUND');
        const end = before ?? Math.max(1, chat.lastSeq + 1 - (page - 1) * teamChatStore.PAGE);
        const found = await teamChatStore.messages(tx, chat, { before: end, search });
        // Numbers have no gaps, so the last one is the count.
        return { ...found, count: chat.lastSeq };
      }),

    send: (actor: Actor, chatId: number, { body, clientKey }: { body: string; clientKey: string | null }) =>
      db.inCompany(actor.companyId, async (tx): Promise<ChatMessage> => {
        await lock(tx, actor, chatId);
        const sent = clientKey === null ? undefined : await teamChatStore.messageByKey(tx, chatId, clientKey);
        if (sent && sent.senderId !== actor.userId) refuse('ERR_VALIDATION', { field: 'clientKey', rule: 'taken' });
        if (sent) return sent;
        const id = await teamChatRecords.insertMessage(tx, { chatId, senderId: actor.userId, body, clientKey });
        tx.emit({ type: 'team-chat.message-sent', chatId, messageId: id });
        if (hasPush) await tx.enqueue('team-chat-push.find', { companyId: tx.companyId, messageId: id });
        return (await teamChatStore.message(tx, id))!;
      }),

    /** Moves the caller's own read position forward. */
    read: (actor: Actor, chatId: number, seq = MAX_SEQ) =>
      db.inCompany(actor.companyId, async (tx) => {
        assertFound(await teamChatStore.ofMember(tx, chatId, actor.userId), 'ERR_NO_CHAT_FOUND');
        if (await teamChatRecords.read(tx, chatId, actor.userId, seq))
          tx.emit({ type: 'team-chat.read', chatId, userId: actor.userId });
        return get(tx, chatId);
      }),

    /** Run in the caller's transaction. */
    inTx: {
      /** Before a user is deleted: its chats pass to the longest-standing member. */
      async removeUser(tx: Tx, userId: number) {
        const owned = await teamChatRecords.ownedBy(tx, userId);
        const chatIds = await teamChatRecords.idsOfMember(tx, userId);
        await teamChatRecords.leaveAll(tx, userId);
        for (const { id } of owned) if ((await teamChatRecords.passOn(tx, id)) === null) await hide(tx, id);
        for (const chatId of chatIds) tx.emit({ type: 'team-chat.saved', chatId, isNew: false, removedIds: [userId] });
      },
      /** Undefined for a removed message or chat. */
      async unread(tx: Tx, messageId: number): Promise<UnreadChatMessage | undefined> {
        const message = await teamChatStore.message(tx, messageId);
        const chat = message && (await teamChatStore.byId(tx, message.chatId));
        return chat && { chat, message };
      },
    },

    /** Job: deletes the messages of a removed chat, then the chat. */
    async purge({ companyId, chatId }: { companyId: number; chatId: number }) {
      await inPortions((limit) => db.inCompany(companyId, (tx) => teamChatRecords.purgeMessages(tx, chatId, limit)));
      await db.inCompany(companyId, (tx) => teamChatRecords.purge(tx, chatId));
    },
  };
}
export type TeamChats = ReturnType<typeof createTeamChats>;
