import type { TeamChatRow } from '../../infrastructure/db/schema/team-chats.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const ROW = `id, owner_id as "ownerId", title, last_seq as "lastSeq"`;
export type LockedChat = Pick<TeamChatRow, 'id' | 'ownerId' | 'title' | 'lastSeq'>;

// A send waits for this lock too: its number follows the last one, and a removed member cannot send any more.
const lock = {
  name: 'team-chats.lock',
  text: `select ${ROW} from team_chats c where company_id = $1 and id = $2 and removed_at is null
            and exists (select from team_chat_members m where m.company_id = $1 and m.chat_id = c.id and m.user_id = $3)
            for no key update`,
};
/** The lock may have waited for the transaction that removed the member. */
const isMember = {
  name: 'team-chats.is-member',
  text: 'select from team_chat_members where company_id = $1 and chat_id = $2 and user_id = $3',
};
const insert = {
  name: 'team-chats.insert',
  text: `insert into team_chats (company_id, title, owner_id) values ($1, $2, $3) returning id`,
};
const rename = {
  name: 'team-chats.rename',
  text: 'update team_chats set title = $3, updated_at = now() where company_id = $1 and id = $2',
};
const addMembers = {
  name: 'team-chats.add-members',
  text: `insert into team_chat_members (company_id, chat_id, user_id, read_seq, joined_seq)
         select $1, $2, u.id, $4, $4 from unnest($3::int[]) with ordinality as u (id, n) order by u.n
         on conflict do nothing`,
};
const removeOthers = {
  name: 'team-chats.remove-members',
  text: `delete from team_chat_members where company_id = $1 and chat_id = $2 and user_id <> all ($3)
         returning user_id as "userId"`,
};
const hide = {
  name: 'team-chats.hide',
  text: 'update team_chats set removed_at = now() where company_id = $1 and id = $2',
};
const insertMessage = {
  name: 'team-chats.insert-message',
  text: `with chat as (
           update team_chats set last_seq = last_seq + 1, last_text = left($4, 200), last_sender_id = $3, updated_at = now()
            where company_id = $1 and id = $2 returning last_seq),
         reader as (
           update team_chat_members set read_seq = (select last_seq from chat)
            where company_id = $1 and chat_id = $2 and user_id = $3)
         insert into team_chat_messages (company_id, chat_id, seq, sender_id, body, client_key)
         select $1, $2, last_seq, $3, $4, $5 from chat returning id::float8 as id`,
};
const read = {
  name: 'team-chats.read',
  text: `update team_chat_members m set read_seq = least($4, c.last_seq) from team_chats c
          where m.company_id = $1 and m.chat_id = $2 and m.user_id = $3 and c.company_id = $1 and c.id = $2
            and c.removed_at is null and m.read_seq < least($4, c.last_seq) returning m.id`,
};
const ownedBy = {
  name: 'team-chats.owned-by',
  text: `select ${ROW} from team_chats where company_id = $1 and owner_id = $2 and removed_at is null
          order by id for no key update`,
};
const chatsOf = {
  name: 'team-chats.ids-of-member',
  text: 'select chat_id as id from team_chat_members where company_id = $1 and user_id = $2 order by chat_id',
};
const leave = {
  name: 'team-chats.leave-all',
  text: 'delete from team_chat_members where company_id = $1 and user_id = $2',
};
const passOn = {
  name: 'team-chats.pass-on',
  text: `update team_chats c set owner_id = (
             select m.user_id from team_chat_members m where m.company_id = $1 and m.chat_id = c.id order by m.id limit 1)
          where c.company_id = $1 and c.id = $2 returning owner_id as "ownerId"`,
};
const purgeMessages = {
  name: 'team-chats.purge-messages',
  text: `with old as (select id from team_chat_messages where company_id = $1 and chat_id = $2 order by seq limit $3),
         gone as (delete from team_chat_messages m using old where m.company_id = $1 and m.id = old.id returning m.id)
         select count(*)::int as n from gone`,
};
const purge = {
  name: 'team-chats.purge',
  text: 'delete from team_chats where company_id = $1 and id = $2 and removed_at is not null',
};

export const teamChatRecords = {
  /** A chat of this member, locked; undefined for anybody else. */
  async lock(tx: Tx, id: number, userId: number): Promise<LockedChat | undefined> {
    const [chat] = await tx.query<LockedChat>(lock, [tx.companyId, id, userId]);
    return chat && (await tx.query(isMember, [tx.companyId, id, userId])).length > 0 ? chat : undefined;
  },
  insert: async (tx: Tx, title: string, ownerId: number): Promise<number> =>
    (await tx.query<{ id: number }>(insert, [tx.companyId, title, ownerId]))[0]!.id,
  rename: (tx: Tx, id: number, title: string) => tx.query(rename, [tx.companyId, id, title]),
  /** New members have read what was there before. */
  addMembers: (tx: Tx, { id, lastSeq }: Pick<LockedChat, 'id' | 'lastSeq'>, userIds: number[]) =>
    tx.query(addMembers, [tx.companyId, id, userIds, lastSeq]),
  /** Removes all members but these. */
  async removeOthers(tx: Tx, id: number, userIds: number[]): Promise<number[]> {
    const rows = await tx.query<{ userId: number }>(removeOthers, [tx.companyId, id, userIds]);
    return rows.map(({ userId }) => userId);
  },
  hide: (tx: Tx, id: number) => tx.query(hide, [tx.companyId, id]),
  insertMessage: async (
    tx: Tx,
    message: { chatId: number; senderId: number; body: string; clientKey: string | null },
  ) =>
    (
      await tx.query<{ id: number }>(insertMessage, [
        tx.companyId,
        message.chatId,
        message.senderId,
        message.body,
        message.clientKey,
      ])
    )[0]!.id,
  /** Whether the position moved; it never moves back. */
  read: async (tx: Tx, chatId: number, userId: number, seq: number): Promise<boolean> =>
    (await tx.query(read, [tx.companyId, chatId, userId, seq])).length > 0,

  ownedBy: (tx: Tx, userId: number) => tx.query<LockedChat>(ownedBy, [tx.companyId, userId]),
  async idsOfMember(tx: Tx, userId: number): Promise<number[]> {
    return (await tx.query<{ id: number }>(chatsOf, [tx.companyId, userId])).map(({ id }) => id);
  },
  leaveAll: (tx: Tx, userId: number) => tx.query(leave, [tx.companyId, userId]),
  /** The longest-standing member becomes the owner; null when there is none. */
  async passOn(tx: Tx, id: number): Promise<number | null> {
    return (await tx.query<{ ownerId: number | null }>(passOn, [tx.companyId, id]))[0]?.ownerId ?? null;
  },

  purgeMessages: async (tx: Tx, chatId: number, limit: number): Promise<number> =>
    (await tx.query<{ n: number }>(purgeMessages, [tx.companyId, chatId, limit]))[0]!.n,
  purge: (tx: Tx, chatId: number) => tx.query(purge, [tx.companyId, chatId]),
};
