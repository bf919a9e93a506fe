import { likePattern } from '../../infrastructure/db/search.ts';
import type { NewTag, TagRow } from '../../infrastructure/db/schema/tags.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const PAGE_SIZE = 20;
/** Pickers show every tag at once. */
const MAX_PICKED = 1000;
/** Counts stop here. */
const MAX_COUNTED = 10_000;
const MAX_TICKET_IDS = 20;

/** A tag with the contacts that have it and, for a lane, the tickets in it. A row just written has neither. */
export interface CountedTag extends TagRow {
  contactsCount?: number;
  ticketsCount?: number;
  ticketIds?: number[];
}

export interface TagFilter {
  search: string;
  page: number;
  isLane: boolean;
  /** Left out of the list: a lane is not offered as its own next lane. */
  except?: number | undefined;
}

export const tagStore = {
  async page(tx: Tx, { search, page: number, isLane, except }: TagFilter) {
    const offset = (number - 1) * PAGE_SIZE;
    const rows = await tx.query<CountedTag & { total: number }>(page, [
      tx.companyId,
      isLane,
      likePattern(search),
      except ?? 0,
      PAGE_SIZE,
      offset,
    ]);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },

  async pick(tx: Tx, { search, isLane }: { search: string; isLane?: boolean | undefined }): Promise<TagRow[]> {
    const rows = await tx.query<TagRow>(pick, [tx.companyId, isLane ?? null, MAX_PICKED]);
    const text = likePattern(search).slice(1, -1);
    return text === '' ? rows : rows.filter((tag) => likePattern(tag.name).includes(text));
  },
  lanes: (tx: Tx) => tx.query<TagRow>(lanes, [tx.companyId, MAX_PICKED]),
  /** Position of the last lane: a new lane with the same position comes after it. */
  async lastLanePosition(tx: Tx): Promise<number> {
    return (await tx.query<{ position: number }>(lastLanePosition, [tx.companyId]))[0]!.position;
  },

  async byId(tx: Tx, id: number): Promise<TagRow | undefined> {
    return (await tx.query<TagRow>(byId, [tx.companyId, id]))[0];
  },
  async withCounts(tx: Tx, id: number): Promise<CountedTag | undefined> {
    return (await tx.query<CountedTag>(withCounts, [tx.companyId, id]))[0];
  },

  /** Which of these ids are tags and not lanes. */
  async existingIds(tx: Tx, ids: number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    return (await tx.query<{ id: number }>(existingIds, [tx.companyId, ids])).map((row) => row.id);
  },
  /** Ids of tags by lower-case name, whatever their color; of several with one name the oldest. */
  async byNames(tx: Tx, names: string[]): Promise<Map<string, number>> {
    if (names.length === 0) return new Map();
    const rows = await tx.query<{ name: string; id: number }>(byNames, [
      tx.companyId,
      names.map((name) => name.toLowerCase()),
    ]);
    return new Map(rows.map(({ name, id }) => [name, id]));
  },
  async count(tx: Tx): Promise<number> {
    return (await tx.query<{ n: number }>(count, [tx.companyId]))[0]!.n;
  },
  async findSame(tx: Tx, { name, color, isLane = false }: Pick<NewTag, 'name' | 'color' | 'isLane'>) {
    return (await tx.query<TagRow>(same, [tx.companyId, isLane, name, color]))[0];
  },
};

const COLUMNS = `id, company_id as "companyId", name, color, is_lane as "isLane", lane_minutes as "laneMinutes",
                next_lane_id as "nextLaneId", rollback_lane_id as "rollbackLaneId", lane_greeting as "laneGreeting",
                lane_position as "lanePosition",
                created_by as "createdBy", created_at as "createdAt"`;
const ticketsInLane = `from tickets t where t.company_id = tags.company_id and t.lane_id = tags.id and t.status in ('pending', 'open')`;
const COUNTS = `(select count(*)::int from (select from contact_tags ct
                  where ct.company_id = tags.company_id and ct.tag_id = tags.id limit ${MAX_COUNTED}) c) as "contactsCount",
                (select count(*)::int from (select ${ticketsInLane} limit ${MAX_COUNTED}) c) as "ticketsCount",
                array(select t.id ${ticketsInLane} order by t.updated_at desc, t.id desc limit ${MAX_TICKET_IDS}) as "ticketIds"`;
const page = {
  name: 'tags.page',
  text: `select ${COLUMNS}, ${COUNTS}, count(*) over ()::int as total
           from tags
          where company_id = $1 and is_lane = $2 and ($3 = '%%' or folded(name) like $3) and id <> $4
          order by name, id limit $5 offset $6`,
};
const pick = {
  name: 'tags.pick',
  text: `select ${COLUMNS} from tags where company_id = $1 and ($2::boolean is null or is_lane = $2)
          order by name, id limit $3`,
};
const lanes = {
  name: 'tags.lanes',
  text: `select ${COLUMNS} from tags where company_id = $1 and is_lane order by lane_position, id limit $2`,
};
const lastLanePosition = {
  name: 'tags.last-lane-position',
  text: 'select coalesce(max(lane_position), 0)::int as position from tags where company_id = $1 and is_lane',
};
// Runs for every tag event too, so without the counts.
const byId = { name: 'tags.by-id', text: `select ${COLUMNS} from tags where company_id = $1 and id = $2` };
const withCounts = {
  name: 'tags.with-counts',
  text: `select ${COLUMNS}, ${COUNTS} from tags where company_id = $1 and id = $2`,
};
const existingIds = {
  name: 'tags.existing-ids',
  text: 'select id from tags where company_id = $1 and not is_lane and id = any($2::int[])',
};
const byNames = {
  name: 'tags.by-names',
  text: `select n as name, min(t.id) as id from unnest($2::text[]) n
           join tags t on t.company_id = $1 and not t.is_lane and lower(t.name) = n group by 1`,
};
const count = { name: 'tags.count', text: 'select count(*)::int as n from tags where company_id = $1 and not is_lane' };
const same = {
  name: 'tags.same',
  text: `select ${COLUMNS} from tags
          where company_id = $1 and is_lane = $2 and lower(name) = lower($3) and lower(color) = lower($4)`,
};
