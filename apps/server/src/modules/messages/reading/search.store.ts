import { likePattern } from '../../../infrastructure/db/search.ts';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { scopeJson } from '../../tickets/index.ts';

/** The ticket scope and the filters of a search, as the SQL function `messages_saying` reads them. */
export interface SearchScope extends ReturnType<typeof scopeJson> {
  /** Also returns the ticket that opens each hit. */
  opens: true;
  /** Which deleted messages are still shown. */
  deleted: 'all' | 'ours';
  /** Leaves out contact cards, because they contain numbers. */
  noCards?: true;
  inQueues?: number[];
  ofUsers?: number[];
  onConnections?: number[];
  withTags?: number[];
}
export interface HitRow {
  id: number;
  fromMe: boolean;
  isPrivate: boolean;
  mediaType: string;
  body: string;
  transcription: string | null;
  sentAt: Date;
  contactId: number;
  ticketId: number;
  ticketUuid: string;
  channel: TicketRow['channel'];
  status: TicketRow['status'];
  queue: { id: number; name: string; color: string } | null;
  connection: { id: number; name: string } | null;
  user: { id: number; name: string } | null;
}

export const searchStore = {
  /** Newest first. A last row without an id means that the search stopped early. */
  async find(tx: Tx, text: string, before: number | undefined, limit: number, scope: SearchScope) {
    const rows = await tx.query<HitRow | { id: null }>(find, [
      tx.companyId,
      likePattern(text),
      before ?? Number.MAX_SAFE_INTEGER,
      limit,
      JSON.stringify(scope),
    ]);
    const hits = rows.filter((row): row is HitRow => row.id !== null);
    return { hits, wasCut: hits.length < rows.length };
  },
};

const find = {
  name: 'messages.search',
  text: `select f.id::float8 as id, m.from_me as "fromMe", m.is_private as "isPrivate", m.media_type as "mediaType",
                m.body, m.transcription, m.sent_at as "sentAt", t.contact_id as "contactId", t.id as "ticketId",
                t.uuid as "ticketUuid", t.channel, t.status,
                case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
                case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as connection,
                case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user"
           from messages_saying($2, $3, $4, $5) with ordinality as f (id, said_in, opens, place)
           left join messages m on m.company_id = $1 and m.id = f.id
           left join tickets t on t.company_id = $1 and t.id = f.opens
           left join queues q on q.company_id = $1 and q.id = t.queue_id
           left join connections c on c.company_id = $1 and c.id = t.connection_id
           left join users u on u.company_id = $1 and u.id = t.user_id
          order by f.place`,
};
