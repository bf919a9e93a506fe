import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { IncomingColumns } from '../messages.store.ts';

export interface ImportedRow extends IncomingColumns {
  ticketId: number;
  contactId: number;
  connectionId: number;
  seq: number;
  /** Channel id of the quoted message. */
  quotes: string | null;
  fromMe: boolean;
  queueId: number | null;
  authorContactId: number | null;
}

export const importedMessageStore = {
  /** Inserts in this order, with ids below those of live messages. */
  async insert(tx: Tx, rows: ImportedRow[]): Promise<number> {
    const inserted = await tx.query(insertImported, [tx.companyId, JSON.stringify(rows)]);
    const quoting = rows.filter(({ quotes }) => quotes !== null);
    // After the insert, because a quoted message may be in the same batch.
    if (quoting.length > 0)
      await tx.query(linkQuotes, [
        tx.companyId,
        quoting[0]!.connectionId,
        quoting.map(({ wid }) => wid),
        quoting.map(({ quotes }) => quotes),
      ]);
    return inserted.length;
  },
};

const insertImported = {
  name: 'messages.insert-imported',
  // Files are downloaded a minute later, behind those of new messages.
  text: `insert into messages (company_id, id, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, delivery, ack,
           is_read, queue_id, author_contact_id, body, media_type, data, media_name, media_mime, media_bytes, media_state,
           media_ref, media_not_before, is_forwarded, sent_at, created_at)
         select $1, nextval('old_message_ids'), "ticketId", "contactId", "connectionId", seq, wid, "fromMe",
                case when "fromMe" then 'phone' else 'customer' end, case when "fromMe" then 'sent' else 'received' end,
                case when "fromMe" then 2 else 0 end, true, "queueId", "authorContactId", body, "mediaType",
                nullif(data, 'null'), "mediaName", "mediaMime", "mediaBytes", "mediaState", nullif("mediaRef", 'null'),
                now() + interval '1 minute', "isForwarded", "sentAt", "sentAt"
           from (select * from rows from (jsonb_to_recordset($2::jsonb) as ("ticketId" int, "contactId" int,
                   "connectionId" int, seq bigint, wid text, "fromMe" boolean, "queueId" int, "authorContactId" int,
                   body text, "mediaType" text, data jsonb, "mediaName" text, "mediaMime" text, "mediaBytes" bigint,
                   "mediaState" text, "mediaRef" jsonb, "isForwarded" boolean, "sentAt" timestamptz)) with ordinality
                   as r ("ticketId", "contactId", "connectionId", seq, wid, "fromMe", "queueId", "authorContactId", body,
                   "mediaType", data, "mediaName", "mediaMime", "mediaBytes", "mediaState", "mediaRef", "isForwarded",
                   "sentAt", n) order by n) batch
         returning id`,
};
const linkQuotes = {
  name: 'messages.link-imported-quotes',
  text: `update messages m set quoted_id = q.id
           from unnest($3::text[], $4::text[]) as w (wid, quotes)
           join messages q on q.company_id = $1 and q.connection_id = $2 and q.wid = w.quotes
          where m.company_id = $1 and m.connection_id = $2 and m.wid = w.wid and q.contact_id = m.contact_id`,
};
