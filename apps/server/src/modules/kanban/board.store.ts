import { ticketScope, type Viewer } from '@balcao/domain/ticket/scope';
import { and, ne, or, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import { tickets } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { visibleOnTab } from '../tickets/index.ts';

const dialect = new PgDialect();
/** Cards per lane and page. */
const CARDS_PER_LANE = 30;
/** Counts stop here. */
const MAX_COUNTED = 1000;
const MAX_LANES = 200;

export interface BoardFilter {
  queueIds: number[];
  /** Days in the company's time zone, both included. */
  from: string | undefined;
  to: string | undefined;
  timeZone: string;
}
/** A page of one lane after a card. Null: tickets without a lane. */
export interface LanePage {
  laneId: number | null;
  after: { micros: string; id: number } | undefined;
}
export interface BoardLane {
  laneId: number | null;
  ids: number[];
  count: number;
  /** Cursor of the next page; null on the last one. */
  next: string | null;
}
interface LaneRow {
  laneId: number | null;
  page: [id: number, micros: number][] | null;
  count: number;
}

/** Tested against `isOnBoard` of domain/ticket/scope, the same rule for one ticket. */
export const boardStore = {
  async lanes(tx: Tx, viewer: Viewer, filter: BoardFilter, only?: LanePage): Promise<BoardLane[]> {
    const visible = and(sql`${tickets.companyId} = ${tx.companyId}`, onBoard(viewer, filter.queueIds), between(filter));
    const part = (inLane: SQL, after?: SQL) => sql`
      select (select json_agg(json_build_array(p.id, p.micros) order by p.updated_at desc, p.id desc)
                from (select ${tickets.id}, ${tickets.updatedAt},
                             (extract(epoch from ${tickets.updatedAt}) * 1000000)::bigint as micros
                        from tickets where ${and(visible, inLane, after)}
                       order by ${tickets.updatedAt} desc, ${tickets.id} desc limit ${CARDS_PER_LANE + 1}) p) as page,
             (select count(*)::int from (select from tickets where ${and(visible, inLane)} limit ${MAX_COUNTED}) c) as count`;
    // Also tickets in a lane that is being removed.
    const without = sql`(${tickets.laneId} is null or ${tickets.laneId} <> all (array(
      select id from tags where company_id = ${tx.companyId} and is_lane)))`;
    const statement =
      only === undefined
        ? sql`select null::integer as "laneId", null::integer as position, none.* from (${part(without)}) none
              union all
              select l.id, l.lane_position, lane.*
                from (select id, lane_position from tags where company_id = ${tx.companyId} and is_lane
                       order by lane_position, id limit ${MAX_LANES}) l
               cross join lateral (${part(sql`${tickets.laneId} = l.id`)}) lane
              order by position nulls first, "laneId"`
        : sql`select ${only.laneId}::integer as "laneId", lane.*
                from (${part(only.laneId === null ? without : sql`${tickets.laneId} = ${only.laneId}`, below(only))}) lane
               where ${only.laneId}::integer is null
                  or exists (select from tags where company_id = ${tx.companyId} and is_lane and id = ${only.laneId})`;
    const rows = await tx.query<LaneRow>(...namedByHash(dialect.sqlToQuery(statement)));
    return rows.map(({ laneId, page, count }) => {
      const cards = (page ?? []).slice(0, CARDS_PER_LANE);
      const last = cards.at(-1);
      return {
        laneId,
        ids: cards.map(([id]) => id),
        count,
        next: last && page!.length > CARDS_PER_LANE ? `${last[1]}.${last[0]}` : null,
      };
    });
  },
};

/** The tabs open and pending; for administrators with all tickets. */
function onBoard(viewer: Viewer, queueIds: number[]): SQL | undefined {
  const filter = { showAll: ticketScope(viewer).all, queueIds, onlyUnread: false };
  return and(
    // The exact condition of the partial index, so that it is used.
    sql`${tickets.status} in ('pending', 'open')`,
    or(
      visibleOnTab(viewer, { ...filter, tab: 'open' }),
      and(visibleOnTab(viewer, { ...filter, tab: 'pending' }), ne(tickets.status, 'lgpd')),
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
