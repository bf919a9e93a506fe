import type { Tx } from '../../../infrastructure/db/tx.ts';

/** A message from before its account was linked, as it is laid into the table. */
export interface ImportedRow {
  ticket_id: number;
  contact_id: number;
  connection_id: number;
  seq: number;
  wid: string;
  quotes: string | null;
  from_me: boolean;
  queue_id: number | null;
  author_contact_id: number | null;
  body: string;
  media_type: string;
  data: unknown;
  media_name: string;
  media_mime: string | null;
  media_bytes: number | null;
  media_state: string;
  media_ref: unknown;
  is_forwarded: boolean;
  sent_at: string;
}

export const importedMessageStore = {
  /** In this order; their numbers stand below those of everything that is said live. */
  async insert(tx: Tx, rows: ImportedRow[]): Promise<number> {
    const inserted = await tx.query(insertImported, [tx.companyId, JSON.stringify(rows)]);
    const quoting = rows.filter(({ quotes }) => quotes !== null);
    // Afterwards: what is quoted may be among them.
    if (quoting.length > 0)
      await tx.query(linkQuotes, [
        tx.companyId,
        quoting[0]!.connection_id,
        quoting.map(({ wid }) => wid),
        quoting.map(({ quotes }) => quotes),
      ]);
    return inserted.length;
  },
};

const insertImported = {
  name: 'messages.insert-old',
  // Files are fetched when there is time for them: nobody waits for a picture of last year.
  text: `insert into messages (company_id, id, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, delivery, ack,
           is_read, queue_id, author_contact_id, body, media_type, data, media_name, media_mime, media_bytes, media_state,
           media_ref, media_not_before, is_forwarded, sent_at, created_at)
         select $1, nextval('old_message_ids'), ticket_id, contact_id, connection_id, seq, wid, from_me,
                case when from_me then 'phone' else 'customer' end, case when from_me then 'sent' else 'received' end,
                case when from_me then 2 else 0 end, true, queue_id, author_contact_id, body, media_type, nullif(data, 'null'),
                media_name, media_mime, media_bytes, media_state, nullif(media_ref, 'null'), now() + interval '1 minute',
                is_forwarded, sent_at, sent_at
           from (select * from rows from (jsonb_to_recordset($2::jsonb) as (ticket_id int, contact_id int,
                   connection_id int, seq bigint, wid text, from_me boolean, queue_id int, author_contact_id int, body text,
                   media_type text, data jsonb, media_name text, media_mime text, media_bytes bigint, media_state text,
                   media_ref jsonb, is_forwarded boolean, sent_at timestamptz)) with ordinality as r (ticket_id, contact_id,
                   connection_id, seq, wid, from_me, queue_id, author_contact_id, body, media_type, data, media_name,
                   media_mime, media_bytes, media_state, media_ref, is_forwarded, sent_at, n) order by n) page
         returning id`,
};
const linkQuotes = {
  name: 'messages.quote-old',
  text: `update messages m set quoted_id = q.id
           from unnest($3::text[], $4::text[]) as w (wid, quotes)
           join messages q on q.company_id = $1 and q.connection_id = $2 and q.wid = w.quotes
          where m.company_id = $1 and m.connection_id = $2 and m.wid = w.wid`,
};
