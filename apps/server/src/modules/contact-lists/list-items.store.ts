import type { ContactListItemRow } from '../../infrastructure/db/schema/contact-lists.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
/** Matches of a search that are counted. */
const MAX_COUNTED = 1000;

export type ListItem = Pick<
  ContactListItemRow,
  'id' | 'listId' | 'name' | 'number' | 'email' | 'addressKey' | 'isValid' | 'createdAt'
>;
export type NewListItem = Pick<ContactListItemRow, 'name' | 'number' | 'email' | 'addressKey'>;
export type Validity = 'valid' | 'invalid' | 'unknown';
export interface ItemFilter {
  listId: number;
  search: string;
  /** Digits of the search, where it has enough of them. */
  digits: string;
  validity?: Validity | undefined;
  page: number;
}

export const listItemStore = {
  async page(tx: Tx, { listId, search, digits, validity, page: number }: ItemFilter): Promise<ListItem[]> {
    const bounds = [PAGE, (number - 1) * PAGE];
    const ofList = [tx.companyId, listId];
    if (search !== '') {
      const values = [...ofList, likePattern(search), likePattern(digits || search), validity ?? null, ...bounds];
      return tx.query<ListItem>(searched, values);
    }
    if (validity === 'unknown') return tx.query<ListItem>(unknown, [...ofList, ...bounds]);
    return tx.query<ListItem>(page, [...ofList, validity === undefined ? null : validity === 'valid', ...bounds]);
  },
  /** Counted up to a bound. Without a search the counters of the list are exact. */
  async countFound(tx: Tx, { listId, search, digits, validity }: ItemFilter): Promise<number> {
    const values = [tx.companyId, listId, likePattern(search), likePattern(digits || search), validity ?? null];
    return (await tx.query<{ count: number }>(countFound, [...values, MAX_COUNTED]))[0]!.count;
  },
  async byId(tx: Tx, id: number): Promise<ListItem | undefined> {
    return (await tx.query<ListItem>(byId, [tx.companyId, id]))[0];
  },
  async byKey(tx: Tx, listId: number, addressKey: string): Promise<ListItem | undefined> {
    return (await tx.query<ListItem>(byKey, [tx.companyId, listId, addressKey]))[0];
  },
  /** Names of those that are in the list, by address key. */
  async namesByKey(tx: Tx, listId: number, keys: string[]): Promise<Map<string, string>> {
    const rows = await tx.query<{ addressKey: string; name: string }>(namesByKey, [tx.companyId, listId, keys]);
    return new Map(rows.map((row) => [row.addressKey, row.name]));
  },
  /** Undefined if the address is in the list already. */
  async insert(tx: Tx, listId: number, item: NewListItem): Promise<number | undefined> {
    const values = [tx.companyId, listId, JSON.stringify([item])];
    return (await tx.query<{ id: number }>(insertMany, values))[0]?.id;
  },
  /** The number of new items: an address that is in the list already stays as it is. */
  async insertMany(tx: Tx, listId: number, items: NewListItem[]): Promise<number> {
    if (items.length === 0) return 0;
    return (await tx.query(insertMany, [tx.companyId, listId, JSON.stringify(items)])).length;
  },
  /** The number of changed names. */
  async rename(tx: Tx, listId: number, items: Pick<NewListItem, 'addressKey' | 'name'>[]): Promise<number> {
    if (items.length === 0) return 0;
    return (await tx.query(rename, [tx.companyId, listId, JSON.stringify(items)])).length;
  },
  /** Another number is unknown again. */
  update: (tx: Tx, id: number, { name, number, email, addressKey }: NewListItem) =>
    tx.query(update, [tx.companyId, id, name, number, email, addressKey]),
  remove: (tx: Tx, id: number) => tx.query(remove, [tx.companyId, id]),
  /** Unknown numbers behind this item, in the order of their ids. */
  unchecked: (tx: Tx, listId: number, after: number, limit: number) =>
    tx.query<Pick<ListItem, 'id' | 'number'>>(unchecked, [tx.companyId, listId, after, limit]),
  saveChecks: (tx: Tx, checks: { id: number; isValid: boolean; number: string }[]) =>
    tx.query(saveChecks, [tx.companyId, JSON.stringify(checks)]),
};

const COLUMNS = `i.id, i.list_id as "listId", i.name, i.number, i.email, i.address_key as "addressKey",
                 i.is_valid as "isValid", i.created_at as "createdAt"`;
const OF_LIST = 'from contact_list_items i where i.company_id = $1 and i.list_id = $2';
const FOUND = `${OF_LIST} and (folded(i.name || chr(10) || i.email) like $3 or i.number like $4)
           and case $5 when 'valid' then i.is_valid when 'invalid' then not i.is_valid
                       when 'unknown' then i.is_valid is null else true end`;
const page = {
  name: 'contact-list-items.page',
  text: `select ${COLUMNS} ${OF_LIST} and ($3::boolean is null or i.is_valid = $3) order by i.id desc limit $4 offset $5`,
};
const unknown = {
  name: 'contact-list-items.unknown',
  text: `select ${COLUMNS} ${OF_LIST} and i.is_valid is null order by i.id desc limit $3 offset $4`,
};
const searched = {
  name: 'contact-list-items.searched',
  text: `select ${COLUMNS} ${FOUND} order by i.id desc limit $6 offset $7`,
};
const countFound = {
  name: 'contact-list-items.count-found',
  text: `select count(*)::int as count from (select ${FOUND} limit $6) found`,
};
const byId = {
  name: 'contact-list-items.by-id',
  // Not those of a list that is being removed.
  text: `select ${COLUMNS} from contact_list_items i
           join contact_lists l on l.company_id = i.company_id and l.id = i.list_id
          where i.company_id = $1 and i.id = $2`,
};
const byKey = {
  name: 'contact-list-items.by-key',
  text: `select ${COLUMNS} ${OF_LIST} and i.address_key = $3`,
};
const namesByKey = {
  name: 'contact-list-items.names-by-key',
  text: `select i.address_key as "addressKey", i.name ${OF_LIST} and i.address_key = any($3::text[])`,
};
const insertMany = {
  name: 'contact-list-items.insert',
  text: `insert into contact_list_items (company_id, list_id, name, number, email, address_key)
         select $1, $2, name, number, email, "addressKey"
           from json_to_recordset($3::json) as r (name text, number text, email text, "addressKey" text)
         on conflict (company_id, list_id, address_key) do nothing returning id`,
};
const rename = {
  name: 'contact-list-items.rename',
  text: `update contact_list_items i set name = r.name
           from json_to_recordset($3::json) as r ("addressKey" text, name text)
          where i.company_id = $1 and i.list_id = $2 and i.address_key = r."addressKey" and i.name <> r.name
         returning i.id`,
};
const update = {
  name: 'contact-list-items.update',
  text: `update contact_list_items
            set name = $3, number = $4, email = $5, address_key = $6,
                is_valid = case when address_key = $6 then is_valid end,
                checked_at = case when address_key = $6 then checked_at end
          where company_id = $1 and id = $2`,
};
const remove = {
  name: 'contact-list-items.remove',
  text: 'delete from contact_list_items where company_id = $1 and id = $2',
};
const unchecked = {
  name: 'contact-list-items.unchecked',
  text: `select i.id, i.number ${OF_LIST} and i.is_valid is null and i.id > $3 order by i.id limit $4`,
};
const saveChecks = {
  name: 'contact-list-items.save-checks',
  text: `update contact_list_items i set is_valid = r."isValid", number = r.number, checked_at = now()
           from json_to_recordset($2::json) as r (id int, "isValid" boolean, number text)
          where i.company_id = $1 and i.id = r.id and phone_key(i.number) = phone_key(r.number)`,
};
