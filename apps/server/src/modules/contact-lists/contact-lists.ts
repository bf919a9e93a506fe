import type { SpreadsheetContact } from '@balcao/domain/contact/spreadsheet-row';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Removals } from '../removals/index.ts';
import { contactListStore, MAX_LISTS, type FullContactList } from './contact-lists.store.ts';
import { listItemStore } from './list-items.store.ts';
import { createListItems, withKey } from './list-items.ts';
import { createListNumberCheck } from './number-check.ts';

export interface ContactListDeps {
  db: Db;
  clock: Clock;
  contacts: Contacts;
  connections: Connections;
  removals: Removals;
}

/** Lists of people whom campaigns reach. Their items are not contacts. */
export function createContactLists({ db, clock, contacts, connections, removals }: ContactListDeps) {
  const numberCheck = createListNumberCheck({ db, clock, connections });
  const getList = async (tx: Tx, id: number): Promise<FullContactList> =>
    assertFound(await contactListStore.byId(tx, id), 'ERR_NO_CONTACTLIST_FOUND');
  const items = createListItems({ db, contacts, numberCheck });

  return {
    list: (actor: Actor, filter: { search: string; page: number }) =>
      db.readCompany(actor.companyId, (tx) => contactListStore.page(tx, filter)),
    pick: (actor: Actor) => db.readCompany(actor.companyId, contactListStore.pick),
    get: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => getList(tx, id)),
    /** For realtime events. */
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => contactListStore.byId(tx, id)),

    inTx: {
      exists: async (tx: Tx, id: number): Promise<boolean> => (await contactListStore.byId(tx, id)) !== undefined,
      /** For the preview of a spreadsheet. */
      namesByKey: listItemStore.namesByKey,
      /**
       * Adds people of a spreadsheet; undefined if the list no longer exists. The outcomes are in their order: an address
       * that comes twice is created once.
       */
      async addPeople(
        tx: Tx,
        listId: number,
        people: SpreadsheetContact[],
        { updatesNames }: { updatesNames: boolean },
      ): Promise<{ created: number; changed: number; unchanged: number } | undefined> {
        if (!(await contactListStore.lock(tx, listId))) return undefined;
        // As if the rows had come one after the other: the first adds the person, later ones only change the name.
        const unique = new Map<string, SpreadsheetContact>();
        for (const person of people) if (updatesNames || !unique.has(person.key)) unique.set(person.key, person);
        const items = [...unique.values()].map((person) => withKey(person, person.number));
        await contactListStore.setSource(tx, listId, 'sheet');
        const changed = updatesNames ? await listItemStore.rename(tx, listId, items) : 0;
        const created = await listItemStore.insertMany(tx, listId, items);
        return { created, changed, unchanged: people.length - created - changed };
      },
      /** After an import: lists and items on screens are outdated, and new numbers are checked. */
      async filled(tx: Tx, listId: number): Promise<void> {
        tx.emit({ type: 'contact-list.filled', contactListId: listId });
        tx.emit({ type: 'contact-list.saved', contactListId: listId, isNew: false });
        await numberCheck.inTx.beginIfPossible(tx, listId);
      },
    },
    runCheck: numberCheck.run,

    create: (actor: Actor, name: string) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          if ((await contactListStore.count(tx)) >= MAX_LISTS) refuse('ERR_CONTACTLIST_LIMIT_REACHED');
          const id = await contactListStore.insert(tx, name);
          tx.emit({ type: 'contact-list.saved', contactListId: id, isNew: true });
          return getList(tx, id);
        })
        .catch(refuseDuplicate),

    update: (actor: Actor, id: number, name: string) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          await getList(tx, id);
          await contactListStore.rename(tx, id, name);
          tx.emit({ type: 'contact-list.saved', contactListId: id, isNew: false });
          return getList(tx, id);
        })
        .catch(refuseDuplicate),

    /** Hides the list at once; its people are deleted in portions. */
    async remove(actor: Actor, id: number): Promise<void> {
      const removalId = await db.inCompany(actor.companyId, async (tx) => {
        assertFound(await contactListStore.lock(tx, id), 'ERR_NO_CONTACTLIST_FOUND');
        const { name, isLocked } = await getList(tx, id);
        if (isLocked) refuse('ERR_CONTACTLIST_IN_USE');
        await audit(tx, {
          userId: actor.userId,
          action: 'contact-list.removed',
          subject: `contact list ${id}`,
          data: { name },
        });
        tx.emit({ type: 'contact-list.removed', contactListId: id });
        return removals.inTx.start(tx, actor, { kind: 'contact-list', ids: [id], name });
      });
      await removals.workInline(actor.companyId, removalId);
    },

    /** Checks unknown numbers on the given connection, or on one that can look them up. */
    check: (actor: Actor, id: number, connectionId: number | null) =>
      db.inCompany(actor.companyId, async (tx) => {
        await getList(tx, id);
        if (connectionId === null) {
          const { checkConnectionId, itemCount, validCount, invalidCount } = await getList(tx, id);
          const isNeeded = checkConnectionId === null && itemCount > validCount + invalidCount;
          if (isNeeded && !(await numberCheck.inTx.beginIfPossible(tx, id))) refuse('ERR_NUMBER_CHECK_UNAVAILABLE');
        } else {
          const connection = assertFound(await connections.inTx.find(tx, connectionId), 'ERR_NO_WAPP_FOUND');
          if (!numberCheck.inTx.canFindNumber(connection)) refuse('ERR_NUMBER_CHECK_UNAVAILABLE');
          await numberCheck.inTx.begin(tx, id, connectionId);
        }
        tx.emit({ type: 'contact-list.saved', contactListId: id, isNew: false });
        return getList(tx, id);
      }),
    ...items,
  };
}
export type ContactLists = ReturnType<typeof createContactLists>;

function refuseDuplicate(error: unknown): never {
  if (brokenConstraint(error) === 'contact_lists_name') refuse('ERR_CONTACTLIST_NAME_TAKEN');
  throw error;
}
