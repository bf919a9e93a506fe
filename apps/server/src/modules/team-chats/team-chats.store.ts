import type { TeamChatMemberRow, TeamChatMessageRow, TeamChatRow } from '../../infrastructure/db/schema/team-chats.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
/** A search reads at most this many of the newest messages of a chat. */
const MAX_SEARCHED = 20_000;

export interface ChatMember extends Pick<TeamChatMemberRow, 'id' | 'chatId' | 'userId' | 'readSeq'> {
  name: string;
}
export interface FullChat extends Omit<TeamChatRow, 'companyId' | 'removedAt'> {
  ownerName: string | null;
  lastSenderName: string | null;
  /** In the order in which they joined. */
  members: ChatMember[];
}
export interface ChatMessage extends Omit<TeamChatMessageRow, 'companyId' | 'clientKey'> {
  senderName: string | null;
}

const CHAT = `c.id, c.uuid, c.title, c.owner_id as "ownerId", c.last_seq as "lastSeq", c.last_text as "lastText",
              c.last_sender_id as "lastSenderId", c.created_at as "createdAt", c.updated_at as "updatedAt",
              o.name as "ownerName", s.name as "lastSenderName",
              (select coalesce(json_agg(json_build_object('id', m.id, 'chatId', m.chat_id, 'userId', m.user_id,
                        'readSeq', m.read_seq, 'name', u.name) order by m.id), '[]')
                 from team_chat_members m join users u on u.company_id = m.company_id and u.id = m.user_id
                where m.company_id = c.company_id and m.chat_id = c.id) as members`;
const NAMES = `left join users o on o.company_id = c.company_id and o.id = c.owner_id
               left join users s on s.company_id = c.company_id and s.id = c.last_sender_id`;
// A user without a row among the members finds no chat. The total comes with each row: one statement per page.
const page = {
  name: 'team-chats.page',
  text: `select ${CHAT}, p.total from (
           select c.company_id, c.id, c.updated_at, count(*) over ()::int as total
             from team_chat_members me join team_chats c on c.company_id = me.company_id and c.id = me.chat_id
            where me.company_id = $1 and me.user_id = $2 and c.removed_at is null
              and ($3 = '%%' or folded(c.title) like $3 or exists (
                    select from team_chat_members m join users u on u.company_id = m.company_id and u.id = m.user_id
                     where m.company_id = c.company_id and m.chat_id = c.id and folded(u.name) like $3))
            order by c.updated_at desc, c.id desc limit $4 offset $5) p
         join team_chats c on c.company_id = p.company_id and c.id = p.id ${NAMES}
         order by p.updated_at desc, p.id desc`,
};
const byUuid = {
  name: 'team-chats.by-uuid',
  text: `select ${CHAT} from team_chats c ${NAMES} where c.company_id = $1 and c.uuid = $2 and c.removed_at is null
            and exists (select from team_chat_members me where me.company_id = $1 and me.chat_id = c.id and me.user_id = $3)`,
};
const byId = {
  name: 'team-chats.by-id',
  text: `select ${CHAT} from team_chats c ${NAMES} where c.company_id = $1 and c.id = $2 and c.removed_at is null`,
};
const ofMember = {
  name: 'team-chats.of-member',
  text: `select c.id, c.last_seq as "lastSeq" from team_chats c
           join team_chat_members me on me.company_id = c.company_id and me.chat_id = c.id and me.user_id = $3
          where c.company_id = $1 and c.id = $2 and c.removed_at is null`,
};

const MESSAGE = `m.id::float8 as id, m.chat_id as "chatId", m.seq, m.sender_id as "senderId", m.body, m.sent_at as "sentAt",
                 u.name as "senderName"`;
const SENDER = 'left join users u on u.company_id = m.company_id and u.id = m.sender_id';
const messages = {
  name: 'team-chats.messages',
  text: `select ${MESSAGE} from team_chat_messages m ${SENDER}
          where m.company_id = $1 and m.chat_id = $2 and m.seq < $3 order by m.seq desc limit $4`,
};
const matching = {
  name: 'team-chats.messages-matching',
  text: `select ${MESSAGE} from team_chat_messages m ${SENDER}
          where m.company_id = $1 and m.chat_id = $2 and m.seq < $3 and m.seq > $5 and folded(m.body) like $6
          order by m.seq desc limit $4`,
};
const messageById = {
  name: 'team-chats.message',
  text: `select ${MESSAGE} from team_chat_messages m ${SENDER} where m.company_id = $1 and m.id = $2`,
};
const messageByKey = {
  name: 'team-chats.message-by-key',
  text: `select ${MESSAGE} from team_chat_messages m ${SENDER}
          where m.company_id = $1 and m.chat_id = $2 and m.client_key = $3`,
};

export const teamChatStore = {
  PAGE,
  async page(tx: Tx, userId: number, { search, page: number }: { search: string; page: number }) {
    const offset = (number - 1) * PAGE;
    const values = [tx.companyId, userId, likePattern(search), PAGE, offset];
    const rows = await tx.query<FullChat & { total: number }>(page, values);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },
  async byUuid(tx: Tx, userId: number, uuid: string): Promise<FullChat | undefined> {
    return (await tx.query<FullChat>(byUuid, [tx.companyId, uuid, userId]))[0];
  },
  /** Without a check of the reader: for use-cases that have checked it, and for socket messages to members. */
  async byId(tx: Tx, id: number): Promise<FullChat | undefined> {
    return (await tx.query<FullChat>(byId, [tx.companyId, id]))[0];
  },
  async ofMember(tx: Tx, id: number, userId: number): Promise<{ id: number; lastSeq: number } | undefined> {
    return (await tx.query<{ id: number; lastSeq: number }>(ofMember, [tx.companyId, id, userId]))[0];
  },

  /** Older than `before`, the oldest first; one more than a page shows whether there are more. */
  async messages(
    tx: Tx,
    chat: { id: number; lastSeq: number },
    { before, search }: { before: number; search: string },
  ) {
    const values = [tx.companyId, chat.id, before, PAGE + 1];
    const rows =
      search.trim() === ''
        ? await tx.query<ChatMessage>(messages, values)
        : await tx.query<ChatMessage>(matching, [...values, chat.lastSeq - MAX_SEARCHED, likePattern(search)]);
    return { rows: rows.slice(0, PAGE).reverse(), hasMore: rows.length > PAGE };
  },
  async message(tx: Tx, id: number): Promise<ChatMessage | undefined> {
    return (await tx.query<ChatMessage>(messageById, [tx.companyId, id]))[0];
  },
  async messageByKey(tx: Tx, chatId: number, key: string): Promise<ChatMessage | undefined> {
    return (await tx.query<ChatMessage>(messageByKey, [tx.companyId, chatId, key]))[0];
  },
};
