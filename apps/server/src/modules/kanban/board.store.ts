import type { Viewer } from '@balcao/domain/ticket/scope';
import { and, ne, or, sql, type SQL } from 'drizzle-orm';
import { tickets } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { visibleOnTab } from '../tickets/index.ts';

/** As many cards of a lane come at once; the rest as somebody scrolls. */
const CARDS_PER_LANE = 30;
/** Beyond this a count says only that there are very many. */
const MAX_COUNTED = 1000;
/** Nobody looks at a board with more. */
const MAX_LANES = 200;

export interface BoardFilter {
  queueIds: number[];
  /** Days of the company's calendar, both included. */
  from: string | undefined;
  to: string | undefined;
  timeZone: string;
}
/** Only this lane, below this card. Null is where those without a lane stand. */
export interface LanePage {
  laneId: number | null;
  after: { micros: string; id: number } | undefined;
}
export interface BoardLane {
  laneId: number | null;
  ids: number[];
  count: number;
  /** Where the rest begins; null when this is all. */
  next: string | null;
}
interface LaneRow extends Record<string, unknown> {
  lane_id: number | null;
  page: [id: number, micros: number][] | null;
  n: number;
}

/** Held against `isOnBoard` of domain/ticket/visibility, which says the same for a single ticket. */
export const boardStore = {
  async lanes(tx: Tx, viewer: Viewer, filter: BoardFilter, only?: LanePage): Promise<BoardLane[]> {
    const seen = and(sql`${tickets.companyId} = ${tx.companyId}`, onBoard(viewer, filter.queueIds), between(filter));
    const part = (inLane: SQL, after?: SQL) => sql`
      select (select json_agg(json_build_array(p.id, p.micros) order by p.updated_at desc, p.id desc)
                from (select ${tickets.id}, ${tickets.updatedAt},
                             (extract(epoch from ${tickets.updatedAt}) * 1000000)::bigint as micros
                        from tickets where ${and(seen, inLane, after)}
                       order by ${tickets.updatedAt} desc, ${tickets.id} desc limit ${CARDS_PER_LANE + 1}) p) as page,
             (select count(*)::int from (select from tickets where ${and(seen, inLane)} limit ${MAX_COUNTED}) c) as n`;
    const without = sql`${tickets.laneId} is null`;
    const statement =
      only === undefined
        ? sql`select null::integer as lane_id, none.* from (${part(without)}) none
              union all
              select l.id, one.* from (select id from tags where company_id = ${tx.companyId} and is_lane
                                        order by id limit ${MAX_LANES}) l
               cross join lateral (${part(sql`${tickets.laneId} = l.id`)}) one
              order by lane_id nulls first`
        : sql`select ${only.laneId}::integer as lane_id, one.*
                from (${part(only.laneId === null ? without : sql`${tickets.laneId} = ${only.laneId}`, below(only))}) one
               where ${only.laneId}::integer is null
                  or exists (select from tags where company_id = ${tx.companyId} and is_lane and id = ${only.laneId})`;
    return (await tx.orm.execute<LaneRow>(statement)).rows.map(({ lane_id: laneId, page, n }) => {
      const cards = (page ?? []).slice(0, CARDS_PER_LANE);
      const last = cards.at(-1);
      return {
        laneId,
        ids: cards.map(([id]) => id),
        count: n,
        next: last && page!.length > CARDS_PER_LANE ? `${last[1]}.${last[0]}` : null,
      };
    });
  },
};

/** What somebody has in hand, and what waits for them; for admins whatever is alive. */
function onBoard(viewer: Viewer, queueIds: number[]): SQL | undefined {
  const seen = { showAll: viewer.profile === 'admin', queueIds, onlyUnread: false };
  return and(
    // In the words of the index, so that it is used.
    sql`${tickets.status} in ('pending', 'open')`,
    or(
      visibleOnTab(viewer, { ...seen, tab: 'open' }),
      and(visibleOnTab(viewer, { ...seen, tab: 'pending' }), ne(tickets.status, 'lgpd')),
    ),
  );
}

const between = ({ from, to, timeZone }: BoardFilter): SQL | undefined =>
  and(
    from ? sql`${tickets.createdAt} >= ${from}::date::timestamp at time zone ${timeZone}` : undefined,
    to ? sql`${tickets.createdAt} < (${to}::date + 1)::timestamp at time zone ${timeZone}` : undefined,
  );

const below = ({ after }: LanePage): SQL | undefined =>
  after &&
  sql`(${tickets.updatedAt}, ${tickets.id}) <
      (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::integer)`;
