import { maskNumber } from '@balcao/domain/contact/mask';
import { digitsOf, phoneKey } from '@balcao/domain/contact/phone';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { parseTypedNumber, type Contacts } from '../contacts/index.ts';
import { contactListStore, type FullContactList } from './contact-lists.store.ts';
import { listItemStore, type ItemFilter, type ListItem, type NewListItem } from './list-items.store.ts';
import type { ListNumberCheck } from './number-check.ts';

interface Deps {
  db: Db;
  contacts: Contacts;
  numberCheck: ListNumberCheck;
}
export interface ItemInput {
  name: string;
  number: string;
  email: string;
}
export interface ShownItem {
  item: ListItem;
  /** Numbers are hidden from the caller. */
  masked: boolean;
}
/** Fewer digits of a search match too many numbers. */
const MIN_SEARCHED_DIGITS = 3;
const ITEMS_PER_PAGE = 20;

export const withKey = ({ name, email }: Pick<ItemInput, 'name' | 'email'>, number: string): NewListItem => ({
  name,
  number,
  email,
  addressKey: phoneKey(number),
});

/** The people of contact lists, one by one. */
export function createListItems({ db, contacts, numberCheck }: Deps) {
  const { hidesNumbers, defaultCountry } = contacts.inTx;
  const getItem = async (tx: Tx, id: number): Promise<ListItem> =>
    assertFound(await listItemStore.byId(tx, id), 'ERR_NO_CONTACTLISTITEM_FOUND');
  const show = async (tx: Tx, item: ListItem): Promise<ShownItem> => ({ item, masked: await hidesNumbers(tx) });
  const emitItem = (tx: Tx, item: { id: number; listId: number }, isNew: boolean) => {
    tx.emit({ type: 'contact-list-item.saved', itemId: item.id, isNew });
    tx.emit({ type: 'contact-list.saved', contactListId: item.listId, isNew: false });
  };

  return {
    /** For realtime events. */
    findItem: (companyId: number, id: number) =>
      db.readCompany(companyId, async (tx) => {
        const item = await listItemStore.byId(tx, id);
        return item && show(tx, item);
      }),
    items: (actor: Actor, filter: Omit<ItemFilter, 'digits'>) =>
      db.readCompany(actor.companyId, async (tx) => {
        const list = assertFound(await contactListStore.byId(tx, filter.listId), 'ERR_NO_CONTACTLIST_FOUND');
        const digits = digitsOf(filter.search);
        const given = { ...filter, digits: digits.length >= MIN_SEARCHED_DIGITS ? digits : '' };
        const rows = await listItemStore.page(tx, given);
        const count = given.search === '' ? countOf(list, given.validity) : await listItemStore.countFound(tx, given);
        const masked = await hidesNumbers(tx);
        const shown = (filter.page - 1) * ITEMS_PER_PAGE + rows.length;
        return { rows: rows.map((item) => ({ item, masked })), count, hasMore: count > shown };
      }),
    item: (actor: Actor, id: number) => db.readCompany(actor.companyId, async (tx) => show(tx, await getItem(tx, id))),

    /** The item of the number, which may be in the list already. */
    addItem: (actor: Actor, listId: number, input: ItemInput) =>
      db.inCompany(actor.companyId, async (tx) => {
        assertFound(await contactListStore.lock(tx, listId), 'ERR_NO_CONTACTLIST_FOUND');
        const item = withKey(input, parseTypedNumber(input.number, await defaultCountry(tx)));
        const id = await listItemStore.insert(tx, listId, item);
        if (id === undefined) return show(tx, (await listItemStore.byKey(tx, listId, item.addressKey))!);
        emitItem(tx, { id, listId }, true);
        await numberCheck.inTx.beginIfPossible(tx, listId);
        return show(tx, await getItem(tx, id));
      }),

    updateItem: (actor: Actor, id: number, input: ItemInput) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          const before = await getItem(tx, id);
          const isSameNumber = input.number === before.number || input.number === maskNumber(before.number);
          const number = isSameNumber ? before.number : parseTypedNumber(input.number, await defaultCountry(tx));
          await listItemStore.update(tx, id, withKey(input, number));
          emitItem(tx, before, false);
          if (!isSameNumber) await numberCheck.inTx.beginIfPossible(tx, before.listId);
          return show(tx, await getItem(tx, id));
        })
        .catch(refuseDuplicate),

    removeItem: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { listId } = await getItem(tx, id);
        await listItemStore.remove(tx, id);
        await audit(tx, {
          userId: actor.userId,
          action: 'contact-list-item.removed',
          subject: `contact list item ${id}`,
          data: { listId },
        });
        tx.emit({ type: 'contact-list-item.removed', itemId: id });
        tx.emit({ type: 'contact-list.saved', contactListId: listId, isNew: false });
      }),
  };
}

function countOf({ itemCount, validCount, invalidCount }: FullContactList, validity: ItemFilter['validity']): number {
  if (validity === undefined) return itemCount;
  return { valid: validCount, invalid: invalidCount, unknown: itemCount - validCount - invalidCount }[validity];
}

function refuseDuplicate(error: unknown): never {
  const isDuplicate = brokenConstraint(error)?.startsWith('contact_list_items_company_id_list_id') === true;
  if (isDuplicate) refuse('ERR_CONTACTLISTITEM_DUPLICATED');
  throw error;
}
