/** What the list shows of the last message of a ticket. */
export interface Preview {
  text: string;
  fromMe: boolean;
}

/** SQL condition: the message of this alias has a preview. The same condition as `hasPreview` of the domain. */
export const hasPreviewSql = (message: string): string =>
  `not ${message}.is_private and not (${message}.media_type = 'reactionMessage' and ${message}.body = '')`;

// Read with the ticket instead of stored with it: a copy of the customer's words would have to be erased too.
export const LAST_SENT = `case when t.last_from_me then (
    select jsonb_build_object('id', m.id, 'ack', m.ack, 'delivery', m.delivery) from messages m
     where m.company_id = t.company_id and m.ticket_id = t.id and m.from_me and ${hasPreviewSql('m')}
     order by m.seq desc limit 1) end as "lastSent"`;
/** A customer who wrote so much earlier is previewed by our last message, like a conversation that we started. */
const MAX_UNANSWERED = 50;
export const LAST_INBOUND = `case when t.last_from_me and t.status in ('pending', 'lgpd') then (
    select jsonb_build_object('mediaType', r.media_type, 'body', left(r.body, 500),
        'data', case when r.body !~ '\\S' then r.data end) from (
      select m.seq, m.from_me, m.is_deleted, m.media_type, m.body, m.data from messages m
       where m.company_id = t.company_id and m.ticket_id = t.id order by m.seq desc limit ${MAX_UNANSWERED}) r
     where not r.from_me and not r.is_deleted and r.media_type <> 'reactionMessage'
     order by r.seq desc limit 1) end as "lastInbound"`;
