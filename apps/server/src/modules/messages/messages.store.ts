import type { PreviewColumns } from '@balcao/domain/message/preview';
import type { MessageRow } from '../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { hasPreviewSql } from '../tickets/index.ts';

export interface FullMessage extends MessageRow {
  author: { id: number; name: string } | null;
  user: { id: number; name: string } | null;
  quoted:
    | (Pick<MessageRow, 'id' | 'wid' | 'fromMe' | 'body' | 'mediaType' | 'mediaKey' | 'isDeleted'> & {
        contact: { id: number; name: string } | null;
      })
    | null;
}

/** The messages of a thread: the contact's whole history on the connection, or part of it. */
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

/** What shows whether a message was delivered again or another one has its id. */
export type MessageOfId = Pick<
  MessageRow,
  'id' | 'wid' | 'fromMe' | 'contactId' | 'authorContactId' | 'sentAt' | 'mediaType' | 'body' | 'isEdited'
>;

/** Content columns of an incoming message, of a new one and of an imported one. */
export interface IncomingColumns {
  wid: string;
  body: string;
  mediaType: string;
  data: unknown;
  mediaName: string;
  mediaMime: string | null;
  mediaBytes: number | null;
  mediaState: string;
  mediaRef: unknown;
  isForwarded: boolean;
  sentAt: string;
}
/** A message that is inserted together with others: a customer's, or one of the product itself. */
export interface BatchRow extends Omit<IncomingColumns, 'wid'> {
  ticketId: number;
  contactId: number;
  connectionId: number | null;
  /** How many messages of the same ticket follow in the batch. */
  following: number;
  wid: string | null;
  fromMe: boolean;
  origin: 'customer' | 'bot' | 'campaign' | 'schedule';
  userId?: number;
  clientKey?: string;
  delivery: 'received' | 'queued' | 'failed';
  failureCode?: string;
  quotedId: number | null;
  queueId: number | null;
  authorContactId: number | null;
  mediaKey: string | null;
}
export interface ReceiptRow {
  status: string;
  detail: string;
  at: Date;
}
const MAX_RECEIPTS = 200;

export const messageStore = {
  /**
   * Inserts in this order, so that the ids have it too. The last message of each ticket gets the ticket's last number, so
   * the tickets are touched before.
   */
  insertBatch: (tx: Tx, rows: BatchRow[]) =>
    tx.query<{ id: number; mediaState: string }>(insertBatch, [tx.companyId, JSON.stringify(rows)]),
  async byId(tx: Tx, id: number): Promise<FullMessage | undefined> {
    return (await messageStore.byIds(tx, [id]))[0];
  },
  async byIds(tx: Tx, ids: number[]): Promise<FullMessage[]> {
    if (ids.length === 0) return [];
    return ids.length === 1
      ? tx.query<FullMessage>(byId, [tx.companyId, ids[0]])
      : tx.query<FullMessage>(byIds, [tx.companyId, ids]);
  },
  async lock(tx: Tx, id: number): Promise<MessageRow | undefined> {
    const [row] = await tx.query<MessageRow>(lock, [tx.companyId, id]);
    return row;
  },
  async idByWid(tx: Tx, connectionId: number, wid: string): Promise<number | undefined> {
    const [row] = await tx.query<{ id: number }>(idByWid, [tx.companyId, connectionId, wid]);
    return row?.id;
  },
  /** Messages that are stored under one of these ids, oldest first. */
  withIds: (tx: Tx, connectionId: number, wids: string[]) =>
    tx.query<MessageOfId>(withIds, [tx.companyId, connectionId, wids]),
  /** Phones choose ids themselves: an id of another conversation is not found. */
  async idInConversation(tx: Tx, pair: { connectionId: number; contactId: number }, wids: string[]) {
    const values = [tx.companyId, pair.connectionId, wids, pair.contactId];
    return (await tx.query<{ id: number }>(idInConversation, values))[0]?.id;
  },
  async byClientKey(tx: Tx, clientKey: string): Promise<FullMessage | undefined> {
    const [row] = await tx.query<FullMessage>(byClientKey, [tx.companyId, clientKey]);
    return row;
  },
  async idsByClientKey(tx: Tx, clientKeys: string[]): Promise<number[]> {
    if (clientKeys.length === 0) return [];
    return (await tx.query<{ id: number }>(idsByClientKey, [tx.companyId, clientKeys])).map(({ id }) => id);
  },
  /** Their outbox rows were withdrawn. */
  markWithdrawn: (tx: Tx, ids: number[], code: string) => tx.query(markWithdrawn, [tx.companyId, ids, code]),
  async lastCampaignAt(
    tx: Tx,
    { contactId, connectionId }: { contactId: number; connectionId: number },
  ): Promise<Date | null> {
    return (
      (await tx.query<{ sentAt: Date }>(lastCampaignAt, [tx.companyId, contactId, connectionId]))[0]?.sentAt ?? null
    );
  },
  async markOptOutOffer(tx: Tx, id: number): Promise<void> {
    await tx.query(markOptOutOffer, [tx.companyId, id]);
  },
  /** Messages of a connection that the channel holds back, counted up to `limit`. */
  async countHeld(tx: Tx, connectionId: number, limit: number): Promise<number> {
    return (await tx.query<{ n: number }>(countHeld, [tx.companyId, connectionId, limit]))[0]!.n;
  },
  /** The newest message of the ticket that has a preview. */
  async lastPreviewed(tx: Tx, ticketId: number): Promise<(PreviewColumns & { id: number }) | undefined> {
    return (await tx.query<PreviewColumns & { id: number }>(lastPreviewed, [tx.companyId, ticketId]))[0];
  },
  /** Which of these are stored, as «connection wid». */
  findExisting: async (tx: Tx, refs: { connectionId: number; wid: string }[]) =>
    (
      await tx.query<{ name: string }>(findExisting, [
        tx.companyId,
        refs.map((ref) => ref.connectionId),
        refs.map((ref) => ref.wid),
      ])
    ).map((row) => row.name),
  /** Marks the contact's messages of a ticket as read; returns the channel ids of those that were unread. */
  /** The channel's id of the customer's last message. */
  async lastInboundWid(tx: Tx, ticketId: number): Promise<string | undefined> {
    return (await tx.query<{ wid: string }>(lastInboundWid, [tx.companyId, ticketId]))[0]?.wid;
  },
  markRead: async (tx: Tx, ticketId: number): Promise<string[]> =>
    (await tx.query<{ wid: string | null }>(markRead, [tx.companyId, ticketId])).flatMap((row) => row.wid ?? []),

  addReceipt: (tx: Tx, messageId: number, status: string, detail = '') =>
    tx.query(addReceipt, [tx.companyId, messageId, status, detail]),
  addReceipts: (tx: Tx, messageIds: number[], status: string) =>
    tx.query(addReceipts, [tx.companyId, messageIds, status]),
  receiptsOf: (tx: Tx, messageId: number) => tx.query<ReceiptRow>(receiptsOf, [tx.companyId, messageId, MAX_RECEIPTS]),

  /** Counts by days of the company's time zone, both days included. Without a first day it counts 31 days. */
  async count(tx: Tx, fromMe: boolean | undefined, { from, to, timeZone }: DateRange): Promise<number> {
    const values = [tx.companyId, fromMe ?? null, from ?? null, to ?? null, timeZone];
    const [row] = await tx.query<{ n: number }>(count, values);
    return row?.n ?? 0;
  },
};

/** All columns but the generated search text; bigint columns as numbers. */
const COLUMNS = `m.company_id as "companyId", m.id::float8 as id, m.ticket_id as "ticketId", m.contact_id as "contactId",
  m.connection_id as "connectionId", m.seq::float8 as seq, m.wid, m.client_key as "clientKey", m.from_me as "fromMe",
  m.origin, m.user_id as "userId", m.queue_id as "queueId", m.body, m.media_type as "mediaType",
  m.media_key as "mediaKey", m.media_name as "mediaName", m.media_mime as "mediaMime",
  m.media_bytes::float8 as "mediaBytes", m.preview_key as "previewKey", m.media_state as "mediaState",
  m.media_ref as "mediaRef", m.media_tries as "mediaTries", m.media_not_before as "mediaNotBefore", m.data,
  m.quoted_id::float8 as "quotedId", m.ack, m.is_read as "isRead", m.is_deleted as "isDeleted",
  m.is_edited as "isEdited", m.is_forwarded as "isForwarded", m.is_private as "isPrivate",
  m.author_contact_id as "authorContactId", m.delivery, m.failure_code as "failureCode", m.sent_at as "sentAt",
  m.created_at as "createdAt", m.edited_at as "editedAt", m.edit_version as "editVersion", m.transcription`;

/**
 * Columns of the messages `m` with author, user and quoted message: one statement per page. `case` instead of `coalesce`,
 * because only `case` is leakproof: under row-level security `coalesce` makes Postgres scan all contacts.
 */
export const FULL_MESSAGE = `${COLUMNS},
  (select json_build_object('id', c.id, 'name', c.name) from contacts c
    where c.company_id = m.company_id and c.id = case when m.author_contact_id is null
      then m.contact_id else m.author_contact_id end and not m.from_me) as author,
  (select json_build_object('id', u.id, 'name', u.name) from users u
    where u.company_id = m.company_id and u.id = m.user_id) as "user",
  (select json_build_object('id', q.id, 'wid', q.wid, 'fromMe', q.from_me, 'body', q.body,
      'mediaType', q.media_type, 'mediaKey', q.media_key, 'isDeleted', q.is_deleted,
      'contact', case when not q.from_me then (select json_build_object('id', c.id, 'name', c.name) from contacts c
                   where c.company_id = q.company_id and c.id = q.contact_id) end)
    from messages q where q.company_id = m.company_id and q.id = m.quoted_id) as quoted`;
export const selectFullMessages = `select ${FULL_MESSAGE} from messages m`;

// One id is not a list of one: a list of unknown length looks expensive, so it is planned again for each call.
const byId = {
  name: 'messages.by-id',
  text: `${selectFullMessages} where m.company_id = $1 and m.id = $2`,
};
const byIds = {
  name: 'messages.by-ids',
  text: `${selectFullMessages} where m.company_id = $1 and m.id = any($2::bigint[]) order by m.id`,
};
const lock = {
  name: 'messages.lock',
  text: `select ${COLUMNS} from messages m where m.company_id = $1 and m.id = $2 for update`,
};
const idByWid = {
  name: 'messages.id-by-wid',
  text: 'select id::float8 as id from messages where company_id = $1 and connection_id = $2 and wid = $3',
};
const idInConversation = {
  name: 'messages.id-in-conversation',
  text: `select id::float8 as id from messages
          where company_id = $1 and connection_id = $2 and wid = any($3::text[]) and contact_id = $4 order by id limit 1`,
};
const withIds = {
  name: 'messages.with-ids',
  text: `select id::float8 as id, wid, from_me as "fromMe", contact_id as "contactId", author_contact_id as "authorContactId",
                sent_at as "sentAt", media_type as "mediaType", body, is_edited as "isEdited"
           from messages where company_id = $1 and connection_id = $2 and wid = any($3::text[]) order by id`,
};
const byClientKey = {
  name: 'messages.by-client-key',
  text: `${selectFullMessages} where m.company_id = $1 and m.client_key = $2`,
};
const idsByClientKey = {
  name: 'messages.ids-by-client-key',
  text: 'select id::float8 as id from messages where company_id = $1 and client_key = any($2::text[])',
};
const markWithdrawn = {
  name: 'messages.mark-withdrawn',
  text: `with these as (
           update messages set delivery = 'failed', failure_code = $3
            where company_id = $1 and id = any($2::bigint[]) and ack < 1 returning id)
         insert into message_receipts (company_id, message_id, told, detail) select $1, id, 'failed', $3 from these`,
};
const lastPreviewed = {
  name: 'messages.last-previewed',
  text: `select m.id::float8 as id, m.media_type as "mediaType", m.body, m.data, m.is_deleted as "isDeleted" from messages m
          where m.company_id = $1 and m.ticket_id = $2 and ${hasPreviewSql('m')} order by m.seq desc limit 1`,
};
const lastInboundWid = {
  name: 'messages.last-inbound-wid',
  text: `select wid from messages where company_id = $1 and ticket_id = $2 and not from_me and wid is not null
          order by seq desc limit 1`,
};
const markRead = {
  name: 'messages.mark-read',
  text: `update messages set is_read = true
          where company_id = $1 and ticket_id = $2 and not is_read and not from_me returning wid`,
};
const count = {
  name: 'messages.count',
  text: `select count(*)::int as n from messages
          where company_id = $1 and not is_private and ($2::boolean is null or from_me = $2)
            and created_at >= coalesce($3::date, coalesce($4::date, (now() at time zone $5)::date) - 30)::timestamp at time zone $5
            and created_at < coalesce(($4::date + 1)::timestamp at time zone $5, 'infinity')`,
};

const insertBatch = {
  name: 'messages.insert-batch',
  text: `with batch as (
           select * from rows from (jsonb_to_recordset($2::jsonb) as ("ticketId" int, "contactId" int,
             "connectionId" int, following int, wid text, "fromMe" boolean, origin text, delivery text, "failureCode" text,
             "quotedId" bigint, "queueId" int, "authorContactId" int, body text, "mediaType" text, data jsonb, "mediaName" text,
             "mediaMime" text, "mediaBytes" bigint, "mediaKey" text, "mediaState" text, "mediaRef" jsonb,
             "isForwarded" boolean, "sentAt" timestamptz, "userId" int, "clientKey" text)) with ordinality as r ("ticketId", "contactId",
             "connectionId", following, wid, "fromMe", origin, delivery, "failureCode", "quotedId", "queueId", "authorContactId", body,
             "mediaType", data, "mediaName", "mediaMime", "mediaBytes", "mediaKey", "mediaState", "mediaRef",
             "isForwarded", "sentAt", "userId", "clientKey", n)),
         inserted as (
           insert into messages (company_id, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, delivery,
             failure_code, is_read, quoted_id, queue_id, author_contact_id, body, media_type, data, media_name, media_mime,
             media_bytes, media_key, media_state, media_ref, is_forwarded, sent_at, user_id, client_key)
           select $1, "ticketId", "contactId", "connectionId",
                  (select t.message_seq - following from tickets t where t.company_id = $1 and t.id = "ticketId"),
                  wid, "fromMe", origin, delivery, "failureCode",
                  "fromMe", "quotedId", "queueId", "authorContactId", body, "mediaType", nullif(data, 'null'), "mediaName",
                  "mediaMime", "mediaBytes", "mediaKey", "mediaState", nullif("mediaRef", 'null'), "isForwarded",
                  "sentAt", "userId", "clientKey"
             from batch order by n
           on conflict do nothing returning id, media_state)
         select id::float8 as id, media_state as "mediaState" from inserted order by id`,
};
const addReceipt = {
  name: 'messages.add-receipt',
  text: 'insert into message_receipts (company_id, message_id, told, detail) values ($1, $2, $3, $4)',
};
const addReceipts = {
  name: 'messages.add-receipts',
  text: 'insert into message_receipts (company_id, message_id, told) select $1, unnest($2::bigint[]), $3',
};
const receiptsOf = {
  name: 'messages.receipts-of',
  text: `select told as status, detail, at from message_receipts
          where company_id = $1 and message_id = $2 order by id limit $3`,
};
const lastCampaignAt = {
  name: 'messages.last-campaign-at',
  text: `select sent_at as "sentAt" from messages
          where company_id = $1 and contact_id = $2 and connection_id = $3 and origin = 'campaign'
          order by sent_at desc limit 1`,
};
const markOptOutOffer = {
  name: 'messages.mark-opt-out-offer',
  text: `update messages set data = coalesce(data, '{}') || '{"optOut": "offered"}' where company_id = $1 and id = $2`,
};
const countHeld = {
  name: 'messages.count-held',
  text: `select count(*)::int as n from (select from messages where company_id = $1 and connection_id = $2
            and delivery = 'held' limit $3) held`,
};
const findExisting = {
  name: 'messages.find-existing',
  // One index lookup per row: as a join, a plan made while the table was small reads all messages of a connection.
  text: `select n.connection_id || ' ' || n.wid as name
           from unnest($2::int[], $3::text[]) as n (connection_id, wid)
          where exists (select from messages m
                         where m.company_id = $1 and m.connection_id = n.connection_id and m.wid = n.wid offset 0)`,
};
