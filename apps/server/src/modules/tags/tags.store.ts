import { and, asc, eq, inArray } from 'drizzle-orm';
import { likePattern } from '../../infrastructure/db/search.ts';
import { tags, type NewTag, type TagRow } from '../../infrastructure/db/schema/tags.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
/** Pickers show every tag at once; nobody works with more. */
const MAX_PICKED = 1000;
/** Beyond this a count says only that there are very many. */
const MAX_COUNTED = 10_000;
const MAX_TICKET_IDS = 20;

/** With who carries it and, of a lane, what stands in it; a row that was just written knows neither. */
export interface CountedTag extends TagRow {
  contactsCount?: number;
  ticketsCount?: number;
  ticketIds?: number[];
}

export interface TagFilter {
  search: string;
  page: number;
  isLane: boolean;
  /** Left out of the list: a lane is not offered as its own neighbour. */
  except?: number | undefined;
}

const COLUMNS = `id, company_id as "companyId", name, color, is_lane as "isLane", lane_minutes as "laneMinutes",
                next_lane_id as "nextLaneId", rollback_lane_id as "rollbackLaneId", lane_greeting as "laneGreeting",
                created_by as "createdBy", created_at as "createdAt"`;
const ticketsInLane = `from tickets t where t.company_id = tags.company_id and t.lane_id = tags.id and t.status in ('pending', 'open')`;
const COUNTS = `(select count(*)::int from (select from contact_tags ct
                  where ct.company_id = tags.company_id and ct.tag_id = tags.id limit ${MAX_COUNTED}) c) as "contactsCount",
                (select count(*)::int from (select ${ticketsInLane} limit ${MAX_COUNTED}) c) as "ticketsCount",
                array(select t.id ${ticketsInLane} order by t.updated_at desc, t.id desc limit ${MAX_TICKET_IDS}) as "ticketIds"`;
// The count rides along: one statement a page.
const page = {
  name: 'tags.page',
  text: `select ${COLUMNS}, ${COUNTS}, count(*) over ()::int as total
           from tags
          where company_id = $1 and is_lane = $2 and ($3 = '%%' or folded(name) like $3) and id <> $4
          order by name, id limit $5 offset $6`,
};
// Read for every tag event that is told, not only for every screen that asks.
const byId = { name: 'tags.by-id', text: `select ${COLUMNS} from tags where company_id = $1 and id = $2` };

const withCounts = {
  name: 'tags.whole',
  text: `select ${COLUMNS}, ${COUNTS} from tags where company_id = $1 and id = $2`,
};

export const tagStore = {
  async page(tx: Tx, { search, page: number, isLane, except }: TagFilter) {
    const offset = (number - 1) * PAGE;
    const rows = await tx.query<CountedTag & { total: number }>(page, [
      tx.companyId,
      isLane,
      likePattern(search),
      except ?? 0,
      PAGE,
      offset,
    ]);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },

  async pick(tx: Tx, { search, isLane }: { search: string; isLane?: boolean | undefined }) {
    const rows = await tx.orm
      .select()
      .from(tags)
      .where(and(own(tx, tags), isLane === undefined ? undefined : eq(tags.isLane, isLane)))
      .orderBy(asc(tags.name), asc(tags.id))
      .limit(MAX_PICKED);
    const text = likePattern(search).slice(1, -1);
    return text === '' ? rows : rows.filter((tag) => likePattern(tag.name).includes(text));
  },

  async lanes(tx: Tx) {
    return tx.orm
      .select()
      .from(tags)
      .where(and(own(tx, tags), eq(tags.isLane, true)))
      .orderBy(asc(tags.id))
      .limit(MAX_PICKED);
  },

  async byId(tx: Tx, id: number): Promise<TagRow | undefined> {
    return (await tx.query<TagRow>(byId, [tx.companyId, id]))[0];
  },

  async withCounts(tx: Tx, id: number): Promise<CountedTag | undefined> {
    return (await tx.query<CountedTag>(withCounts, [tx.companyId, id]))[0];
  },

  /** Which of these are there and no lanes. */
  async existingIds(tx: Tx, ids: number[]) {
    if (ids.length === 0) return [];
    const rows = await tx.orm
      .select({ id: tags.id })
      .from(tags)
      .where(and(own(tx, tags), eq(tags.isLane, false), inArray(tags.id, ids)));
    return rows.map((row) => row.id);
  },

  /** Whatever their colour, by their names in small letters; of several with one name the oldest. */
  async byNames(tx: Tx, names: string[]): Promise<Map<string, number>> {
    if (names.length === 0) return new Map();
    const rows = await tx.query<{ name: string; id: number }>(byNames, [
      tx.companyId,
      names.map((name) => name.toLowerCase()),
    ]);
    return new Map(rows.map(({ name, id }) => [name, id]));
  },
  count: (tx: Tx) => tx.orm.$count(tags, and(own(tx, tags), eq(tags.isLane, false))),

  /** The row, and whether it is new: the same name, colour and kind is the same tag. */
  async findOrInsert(tx: Tx, tag: NewTag): Promise<{ tag: TagRow; isNew: boolean }> {
    const [inserted] = await tx.orm
      .insert(tags)
      .values({ ...tag, companyId: tx.companyId })
      .onConflictDoNothing()
      .returning();
    if (inserted) return { tag: inserted, isNew: true };
    const existing = await this.findSame(tx, tag);
    // Removed between the two statements: then it is new after all.
    return existing ? { tag: existing, isNew: false } : this.findOrInsert(tx, tag);
  },

  async findSame(tx: Tx, { name, color, isLane = false }: Pick<NewTag, 'name' | 'color' | 'isLane'>) {
    const [row] = await tx.query<{ id: number }>(sameTag, [tx.companyId, isLane, name, color]);
    return row && this.byId(tx, row.id);
  },

  async update(tx: Tx, id: number, change: Partial<NewTag>) {
    if (Object.keys(change).length === 0) return this.byId(tx, id);
    const [row] = await tx.orm
      .update(tags)
      .set(change)
      .where(and(own(tx, tags), eq(tags.id, id)))
      .returning();
    return row;
  },

  async remove(tx: Tx, id: number) {
    const [row] = await tx.orm
      .delete(tags)
      .where(and(own(tx, tags), eq(tags.id, id)))
      .returning();
    return row;
  },
};

const byNames = {
  name: 'tags.by-names',
  text: `select n as name, min(t.id) as id from unnest($2::text[]) n
           join tags t on t.company_id = $1 and not t.is_lane and lower(t.name) = n group by 1`,
};
const sameTag = {
  name: 'tags.same',
  text: 'select id from tags where company_id = $1 and is_lane = $2 and lower(name) = lower($3) and lower(color) = lower($4)',
};
