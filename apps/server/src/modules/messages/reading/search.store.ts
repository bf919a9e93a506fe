import { likePattern } from '../../../infrastructure/db/search.ts';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { scopeJson } from '../../tickets/index.ts';

/** The ticket scope and the filters of a search, as the SQL function `message_hits` reads them. */
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
  /** Time of the message for the next page, in microseconds. */
  micros: string;
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

/** Where a search continues: time of a message, with microseconds, and its id. */
export interface SearchPosition {
  micros: string;
  id: number;
}

export const searchStore = {
  /** Messages are not found by a tag that is being removed. */
  existingTags: async (tx: Tx, ids: number[]): Promise<number[]> =>
    (await tx.query<{ id: number }>(existingTags, [tx.companyId, ids])).map(({ id }) => id),
  /** Newest first. `stoppedAt`: the time limit was reached there. */
  async find(tx: Tx, text: string, before: SearchPosition | undefined, limit: number, scope: SearchScope) {
    const rows = await tx.query<HitRow | { id: null; micros: string }>(find, [
      tx.companyId,
      likePattern(text),
      before?.micros ?? null,
      before?.id ?? Number.MAX_SAFE_INTEGER,
      limit,
      JSON.stringify(scope),
    ]);
    const hits = rows.filter((row): row is HitRow => row.id !== null);
    const stopped = rows.find((row) => row.id === null);
    return { hits, stoppedAt: stopped && { micros: stopped.micros, id: 0 } };
  },
};

const existingTags = {
  name: 'messages.search-tags',
  text: 'select id from tags where company_id = $1 and id = any ($2::int[])',
};
const find = {
  name: 'messages.search',
  text: `select f.id::float8 as id, (extract(epoch from f.created_at) * 1000000)::bigint::text as micros,
                m.from_me as "fromMe", m.is_private as "isPrivate", m.media_type as "mediaType",
                m.body, m.transcription, m.sent_at as "sentAt", t.contact_id as "contactId", t.id as "ticketId",
                t.uuid as "ticketUuid", t.channel, t.status,
                case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
                case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as connection,
                case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user"
           from message_hits($2, coalesce(timestamptz 'epoch' + $3::bigint * interval '1 microsecond', 'infinity'), $4, $5, $6)
                with ordinality as f (id, ticket_id, opens, created_at, position)
           left join messages m on m.company_id = $1 and m.id = f.id
           left join tickets t on t.company_id = $1 and t.id = f.opens
           left join queues q on q.company_id = $1 and q.id = t.queue_id
           left join connections c on c.company_id = $1 and c.id = t.connection_id
           left join users u on u.company_id = $1 and u.id = t.user_id
          order by f.position`,
};
