import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import {
  messageReceipts,
  messages,
  type MessageRow,
  type NewMessage,
} from '../../infrastructure/db/schema/messages.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

export interface FullMessage extends MessageRow {
  author: { id: number; name: string } | null;
  user: { id: number; name: string } | null;
  quoted:
    | (Pick<MessageRow, 'id' | 'wid' | 'fromMe' | 'body' | 'mediaType' | 'mediaKey' | 'isDeleted'> & {
        contact: { id: number; name: string } | null;
      })
    | null;
}
/** What is made for search stays where it is searched. */
const { said: _searchText, ...columns } = getTableColumns(messages);
/**
 * Names and the quoted message ride along: one statement a page. «case» and not «coalesce»: under row-level security
 * Postgres trusts only the former not to tell what it saw, and looks through all contacts for the latter.
 */
export const messageParts = {
  message: columns,
  author: sql<FullMessage['author']>`(select json_build_object('id', c.id, 'name', c.name) from contacts c
    where c.company_id = messages.company_id and c.id = case when messages.author_contact_id is null
      then messages.contact_id else messages.author_contact_id end and not messages.from_me)`,
  user: sql<FullMessage['user']>`(select json_build_object('id', u.id, 'name', u.name) from users u
    where u.company_id = messages.company_id and u.id = messages.user_id)`,
  quoted: sql<
    FullMessage['quoted']
  >`(select json_build_object('id', q.id, 'wid', q.wid, 'fromMe', q.from_me, 'body', q.body,
      'mediaType', q.media_type, 'mediaKey', q.media_key, 'isDeleted', q.is_deleted,
      'contact', case when not q.from_me then (select json_build_object('id', c.id, 'name', c.name) from contacts c
                   where c.company_id = q.company_id and c.id = q.contact_id) end)
    from messages q where q.company_id = messages.company_id and q.id = messages.quoted_id)`,
};
type Part = Omit<FullMessage, keyof MessageRow> & { message: MessageRow };
export const toFullMessage = ({ message, ...rest }: Part): FullMessage => ({ ...message, ...rest });

/** Which messages belong to what somebody reads: the contact's whole history on the connection, or part of it. */
export interface ThreadScope {
  contactId: number;
  connectionId: number | null;
  isGroup: boolean;
  upToTicket: number;
  /** Undefined: every queue. Null among them stands for messages of tickets without queue. */
  queueIds: (number | null)[] | undefined;
  ownTicket: number;
}

export interface DateRange {
  from: string | undefined;
  to: string | undefined;
  timeZone: string;
}

/** A message as it is laid into the table with others: a customer's, or what the house answers to it. */
export interface BatchRow {
  ticket_id: number;
  contact_id: number;
  connection_id: number | null;
  seq: number;
  wid: string | null;
  from_me: boolean;
  origin: 'customer' | 'bot';
  delivery: 'received' | 'queued';
  quoted_id: number | null;
  queue_id: number | null;
  author_contact_id: number | null;
  body: string;
  media_type: string;
  data: unknown;
  media_name: string;
  media_mime: string | null;
  media_bytes: number | null;
  media_key: string | null;
  media_state: string;
  media_ref: unknown;
  is_forwarded: boolean;
  sent_at: string;
}

export const messageStore = {
  /** In this order, so that their ids tell it too. */
  async insertBatch(tx: Tx, rows: BatchRow[]): Promise<{ id: number; media_state: string }[]> {
    const inserted = await tx.query<{ id: string; media_state: string }>(insertBatch, [
      tx.companyId,
      JSON.stringify(rows),
    ]);
    return inserted.map(({ id, media_state }) => ({ id: Number(id), media_state }));
  },
  async insert(tx: Tx, message: NewMessage) {
    const [row] = await tx.orm
      .insert(messages)
      .values({ ...message, companyId: tx.companyId })
      .onConflictDoNothing()
      .returning();
    return row;
  },
  async byId(tx: Tx, id: number): Promise<FullMessage | undefined> {
    const [row] = await tx.orm
      .select(messageParts)
      .from(messages)
      .where(and(own(tx, messages), eq(messages.id, id)));
    return row && toFullMessage(row);
  },
  async lock(tx: Tx, id: number) {
    const [row] = await tx.orm
      .select()
      .from(messages)
      .where(and(own(tx, messages), eq(messages.id, id)))
      .for('update');
    return row;
  },
  async idByWid(tx: Tx, connectionId: number, wid: string): Promise<number | undefined> {
    const [row] = await tx.orm
      .select({ id: messages.id })
      .from(messages)
      .where(and(own(tx, messages), eq(messages.connectionId, connectionId), eq(messages.wid, wid)));
    return row?.id;
  },
  /** Was anything said after this, other than among ourselves? */
  async isFollowed(tx: Tx, ticketId: number, seq: number): Promise<boolean> {
    const rows = await tx.orm
      .select({ id: messages.id })
      .from(messages)
      .where(
        and(own(tx, messages), eq(messages.ticketId, ticketId), gt(messages.seq, seq), eq(messages.isPrivate, false)),
      )
      .limit(1);
    return rows.length > 0;
  },
  findExisting: async (tx: Tx, refs: { connectionId: number; wid: string }[]) =>
    (
      await tx.query<{ name: string }>(findExisting, [
        tx.companyId,
        refs.map((ref) => ref.connectionId),
        refs.map((ref) => ref.wid),
      ])
    ).map((row) => row.name),
  async byClientKey(tx: Tx, clientKey: string) {
    const [row] = await tx.orm
      .select()
      .from(messages)
      .where(and(own(tx, messages), eq(messages.clientKey, clientKey)));
    return row;
  },
  async update(tx: Tx, id: number, change: Partial<NewMessage>) {
    await tx.orm
      .update(messages)
      .set(change)
      .where(and(own(tx, messages), eq(messages.id, id)));
  },
  /** Whatever still waits to leave through this connection. */
  async failAll(tx: Tx, connectionId: number, failureCode: string) {
    await tx.query(failAll, [tx.companyId, connectionId, failureCode]);
  },
  async remove(tx: Tx, id: number) {
    await tx.orm.delete(messages).where(and(own(tx, messages), eq(messages.id, id)));
  },
  async markRead(tx: Tx, ticketId: number) {
    const rows = await tx.orm
      .update(messages)
      .set({ isRead: true })
      .where(
        and(own(tx, messages), eq(messages.ticketId, ticketId), eq(messages.isRead, false), eq(messages.fromMe, false)),
      )
      .returning({ wid: messages.wid });
    return rows.flatMap((row) => row.wid ?? []);
  },

  addReceipt: (tx: Tx, messageId: number, status: string, detail = '') =>
    tx.orm.insert(messageReceipts).values({ companyId: tx.companyId, messageId, told: status, detail }),
  addReceipts: (tx: Tx, messageIds: number[], status: string) =>
    tx.query(addReceipts, [tx.companyId, messageIds, status]),
  receiptsOf: (tx: Tx, messageId: number) =>
    tx.orm
      .select()
      .from(messageReceipts)
      .where(and(own(tx, messageReceipts), eq(messageReceipts.messageId, messageId)))
      .orderBy(messageReceipts.id)
      .limit(200),

  /** Of what was said to somebody and had left by then; each remembers what it was told. */
  async raiseUpTo(
    tx: Tx,
    { connectionId, contactId }: { connectionId: number; contactId: number },
    { status, ack, until, limit }: { status: 'delivered' | 'read'; ack: number; until: Date; limit: number },
  ): Promise<{ id: number; ticketId: number }[]> {
    const values = [tx.companyId, contactId, connectionId, ack, until.toISOString(), status, limit];
    const rows = await tx.query<{ id: string; ticket_id: number }>(raiseUpTo, values);
    return rows.map((row) => ({ id: Number(row.id), ticketId: row.ticket_id }));
  },

  /** By the days of the company's own calendar, both included. */
  async count(tx: Tx, fromMe: boolean | undefined, { from, to, timeZone }: DateRange) {
    const [row] = await tx.orm
      .select({ n: sql<number>`count(*)`.mapWith(Number) })
      .from(messages)
      .where(
        and(
          own(tx, messages),
          eq(messages.isPrivate, false),
          fromMe === undefined ? undefined : eq(messages.fromMe, fromMe),
          from ? sql`${messages.createdAt} >= ${from}::date::timestamp at time zone ${timeZone}` : undefined,
          to ? sql`${messages.createdAt} < (${to}::date + 1)::timestamp at time zone ${timeZone}` : undefined,
        ),
      );
    return row?.n ?? 0;
  },

  byIds: async (tx: Tx, ids: number[]) =>
    ids.length === 0 ? [] : (await tx.ready(byIds, { company: tx.companyId, ids })).map(toFullMessage),
};

const byIds = {
  name: 'messages.by-ids',
  build: (builder: Tx['orm']) =>
    builder
      .select(messageParts)
      .from(messages)
      .where(
        and(
          eq(messages.companyId, sql.placeholder('company')),
          sql`${messages.id} = any(${sql.placeholder('ids')}::bigint[])`,
        ),
      )
      .orderBy(messages.id),
};

const insertBatch = {
  name: 'messages.insert-page',
  text: `with page as (
           select * from rows from (jsonb_to_recordset($2::jsonb) as (ticket_id int, contact_id int, connection_id int,
             seq bigint, wid text, from_me boolean, origin text, delivery text, quoted_id bigint, queue_id int,
             author_contact_id int, body text, media_type text, data jsonb, media_name text, media_mime text,
             media_bytes bigint, media_key text, media_state text, media_ref jsonb, is_forwarded boolean,
             sent_at timestamptz)) with ordinality as r (ticket_id, contact_id, connection_id, seq, wid, from_me, origin,
             delivery, quoted_id, queue_id, author_contact_id, body, media_type, data, media_name, media_mime,
             media_bytes, media_key, media_state, media_ref, is_forwarded, sent_at, n)),
         kept as (
           insert into messages (company_id, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, delivery,
             is_read, quoted_id, queue_id, author_contact_id, body, media_type, data, media_name, media_mime,
             media_bytes, media_key, media_state, media_ref, is_forwarded, sent_at)
           select $1, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, delivery, from_me, quoted_id,
                  queue_id, author_contact_id, body, media_type, nullif(data, 'null'), media_name, media_mime,
                  media_bytes, media_key, media_state, nullif(media_ref, 'null'), is_forwarded, sent_at
             from page order by n
           on conflict do nothing returning id, media_state)
         select id, media_state from kept order by id`,
};
const addReceipts = {
  name: 'messages.add-receipts',
  text: 'insert into message_receipts (company_id, message_id, told) select $1, unnest($2::bigint[]), $3',
};
// The condition of the index, word for word: only what left and is not read yet is walked through. Locked in the order
// of their ids, as everybody does who changes several.
const raiseUpTo = {
  name: 'messages.raise-up-to',
  text: `with meant as (
           select m.id from messages m
            where m.company_id = $1 and m.contact_id = $2 and m.connection_id = $3
              and m.from_me and m.ack in (1, 2) and m.delivery in ('sent', 'delivered') and m.ack < $4
              and m.sent_at <= $5::timestamptz
              and exists (select from message_receipts r where r.company_id = $1 and r.message_id = m.id
                             and r.told in ('accepted', 'sent', 'delivered') and r.at <= $5::timestamptz)
            order by m.id limit $7 for update),
         raised as (
           update messages m set ack = $4, delivery = $6 from meant where m.company_id = $1 and m.id = meant.id
           returning m.id, m.ticket_id),
         told as (
           insert into message_receipts (company_id, message_id, told) select $1, id, $6 from raised)
         select id, ticket_id from raised order by id`,
};
const failAll = {
  name: 'messages.fail-all',
  text: `update messages set delivery = 'failed', failure_code = $3
          where company_id = $1 and connection_id = $2 and delivery in ('queued', 'sending')`,
};
const findExisting = {
  name: 'messages.known',
  // One look into the index for each of them: as a join, a plan made while the table was small reads all of a connection.
  text: `select n.connection_id || ' ' || n.wid as name
           from unnest($2::int[], $3::text[]) as n (connection_id, wid)
          where exists (select from messages m
                         where m.company_id = $1 and m.connection_id = n.connection_id and m.wid = n.wid offset 0)`,
};
