import type { CampaignStatus } from '@balcao/domain/campaign/campaign';
import type { ContactListRow } from '../../infrastructure/db/schema/contact-lists.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
/** Pickers load all lists at once. */
export const MAX_LISTS = 1000;
/** Campaigns that a list names. */
const MAX_NAMED = 20;

export interface FullContactList extends Omit<
  ContactListRow,
  'companyId' | 'updatedAt' | 'checkPosition' | 'removingAt'
> {
  /** Campaigns that use it, the newest first. */
  usedBy: { id: number; name: string; status: CampaignStatus }[];
  /** A campaign is scheduled or being planned. */
  isLocked: boolean;
}

type LockedList = Omit<ContactListRow, 'removingAt'>;

export const contactListStore = {
  async page(tx: Tx, { search, page: number }: { search: string; page: number }) {
    const offset = (number - 1) * PAGE;
    const values = [tx.companyId, likePattern(search), PAGE, offset];
    const rows = await tx.query<FullContactList & { total: number }>(page, values);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },
  pick: (tx: Tx) => tx.query<Pick<FullContactList, 'id' | 'name' | 'itemCount'>>(pick, [tx.companyId, MAX_LISTS]),
  async byId(tx: Tx, id: number): Promise<FullContactList | undefined> {
    return (await tx.query<FullContactList>(byId, [tx.companyId, id]))[0];
  },
  /** Campaigns that start with this list wait for the lock. */
  async lock(tx: Tx, id: number): Promise<LockedList | undefined> {
    return (await tx.query<LockedList>(lock, [tx.companyId, id]))[0];
  },
  async count(tx: Tx): Promise<number> {
    return (await tx.query<{ count: number }>(count, [tx.companyId]))[0]!.count;
  },
  async insert(tx: Tx, name: string): Promise<number> {
    return (await tx.query<{ id: number }>(insert, [tx.companyId, name]))[0]!.id;
  },
  rename: (tx: Tx, id: number, name: string) => tx.query(rename, [tx.companyId, id, name]),
  setSource: (tx: Tx, id: number, source: ContactListRow['source']) => tx.query(setSource, [tx.companyId, id, source]),
  beginCheck: (tx: Tx, id: number, connectionId: number, at: Date) =>
    tx.query(beginCheck, [tx.companyId, id, connectionId, at]),
  advanceCheck: (tx: Tx, id: number, position: number, checked: number) =>
    tx.query(advanceCheck, [tx.companyId, id, position, checked]),
  endCheck: (tx: Tx, id: number) => tx.query(endCheck, [tx.companyId, id]),
};

const COLUMNS = `l.id, l.name, l.source, l.item_count as "itemCount", l.valid_count as "validCount",
                 l.invalid_count as "invalidCount", l.check_connection_id as "checkConnectionId",
                 l.check_started_at as "checkStartedAt", l.check_total as "checkTotal", l.checked,
                 l.created_at as "createdAt",
                 coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name, 'status', u.status)
                                           order by u.id desc)
                    from (select c.id, c.name, c.status from campaigns c
                           where c.company_id = l.company_id and c.contact_list_id = l.id
                           order by c.id desc limit ${MAX_NAMED}) u), '[]') as "usedBy",
                 exists (select from campaigns c where c.company_id = l.company_id and c.contact_list_id = l.id
                    and (c.status = 'PROGRAMADA' or (c.status = 'EM_ANDAMENTO' and c.planned_at is null)))
                   as "isLocked"`;
// The total comes with each row: one statement per page.
const page = {
  name: 'contact-lists.page',
  text: `select ${COLUMNS}, count(*) over ()::int as total from contact_lists l
          where l.company_id = $1 and ($2 = '%%' or folded(l.name) like $2)
          order by l.created_at desc, l.id desc limit $3 offset $4`,
};
const pick = {
  name: 'contact-lists.pick',
  text: `select id, name, item_count as "itemCount" from contact_lists where company_id = $1
          order by folded(name), id limit $2`,
};
const byId = {
  name: 'contact-lists.by-id',
  text: `select ${COLUMNS} from contact_lists l where l.company_id = $1 and l.id = $2`,
};
const lock = {
  name: 'contact-lists.lock',
  text: `select company_id as "companyId", id, name, source, item_count as "itemCount", valid_count as "validCount",
                invalid_count as "invalidCount", check_connection_id as "checkConnectionId",
                check_started_at as "checkStartedAt", check_position as "checkPosition", check_total as "checkTotal",
                checked, created_at as "createdAt", updated_at as "updatedAt"
           from contact_lists where company_id = $1 and id = $2 for update`,
};
const count = {
  name: 'contact-lists.count',
  text: 'select count(*)::int as count from contact_lists where company_id = $1',
};
const insert = {
  name: 'contact-lists.insert',
  text: 'insert into contact_lists (company_id, name) values ($1, $2) returning id',
};
const rename = {
  name: 'contact-lists.rename',
  text: 'update contact_lists set name = $3, updated_at = now() where company_id = $1 and id = $2',
};
// The source names the first items: later ones do not change it.
const setSource = {
  name: 'contact-lists.set-source',
  text: 'update contact_lists set source = $3 where company_id = $1 and id = $2 and item_count = 0',
};
// A check that runs already reaches new items, too: their ids are higher.
const beginCheck = {
  name: 'contact-lists.begin-check',
  text: `update contact_lists l
            set check_connection_id = $3, check_started_at = $4, check_position = 0, checked = 0,
                check_total = l.item_count - l.valid_count - l.invalid_count
          where l.company_id = $1 and l.id = $2`,
};
const advanceCheck = {
  name: 'contact-lists.advance-check',
  text: `update contact_lists l
            set check_position = $3, checked = l.checked + $4,
                check_total = greatest(l.check_total, l.checked + $4)
          where l.company_id = $1 and l.id = $2`,
};
const endCheck = {
  name: 'contact-lists.end-check',
  text: `update contact_lists set check_connection_id = null, check_started_at = null
          where company_id = $1 and id = $2`,
};
