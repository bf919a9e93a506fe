import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts, TicketContact } from '../contacts/index.ts';
import { countStore } from './counts.store.ts';
import { listStore, type TicketFilter } from './list.store.ts';
import { createCountedTickets } from './counted-tickets.ts';
import { createTabCounts } from './tab-counts.ts';
import { ticketLogStore } from './ticket-log.store.ts';
import { ticketNumberStore } from './ticket-numbers.store.ts';
import { ticketStore, type FullTicket, type PresentedTicket } from './tickets.store.ts';
import { presentTicket } from './tickets.wire.ts';

export interface TicketQueryDeps {
  db: Db;
  clock: Clock;
  contacts: Contacts;
  /** The user's own connection, if one is set. */
  connectionOfUser(tx: Tx, userId: number): Promise<number | null>;
}

/** Presents a ticket in the transaction that read it; contacts that are loaded already are not read again. */
export type LoadView<View> = (tx: Tx, row: FullTicket, loadedContacts?: TicketContact[]) => Promise<View>;

/** A ticket outside the actor's scope gives the same error as one that does not exist. */
export function requireReadable<T extends TicketRow>(actor: Actor, ticket: T | undefined): T {
  const found = assertFound(ticket, 'ERR_NO_TICKET_FOUND');
  if (!can(actor, 'ticket.read', found)) refuse('ERR_NO_TICKET_FOUND');
  return found;
}

/** Reads tickets: for requests with the actor's scope, for other modules in their transaction. */
export function createTicketQueries({ db, clock, contacts, connectionOfUser }: TicketQueryDeps) {
  const countedTickets = createCountedTickets({ clock });
  const tabCounts = createTabCounts(countedTickets);
  return {
    /** A page of the list; `loadViews` loads the related rows in the same read transaction. */
    list: <View>(
      actor: Actor,
      filter: Omit<TicketFilter, 'matchContacts' | 'hidesNumbers'>,
      loadViews: (tx: Tx, rows: PresentedTicket[], masked: boolean, pageContacts: TicketContact[]) => Promise<View>,
    ) =>
      db.readCompany(actor.companyId, async (tx) => {
        // Only the group tab filters by the user's own connection.
        const connectionId = filter.tab === 'group' ? await connectionOfUser(tx, actor.userId) : null;
        const masked = await contacts.inTx.hidesNumbers(tx);
        if (masked) contacts.inTx.countLookup(actor, filter.search);
        const viewer = { ...actor, connectionId };
        const matchContacts = (text: string) => contacts.inTx.matchOf(tx, text, masked);
        const { rows, pageContacts, ...page } = await listStore.page(
          tx,
          viewer,
          { ...filter, hidesNumbers: masked, matchContacts },
          () => tabCounts.ofList(tx, viewer, filter),
          (contactIds) => contacts.inTx.loadOfTickets(tx, contactIds),
        );
        return { views: await loadViews(tx, rows, masked, pageContacts), ...page };
      }),
    counts: (actor: Actor, view: { showAll: boolean; queueIds: number[] }) =>
      db.readCompany(actor.companyId, async (tx) => {
        const [connectionId, failed] = await Promise.all([
          connectionOfUser(tx, actor.userId),
          countStore.failed(tx, actor.userId),
        ]);
        return { ...(await tabCounts.of(tx, { ...actor, connectionId }, view)), failed };
      }),
    markChanged: countedTickets.markChanged,
    dropCountedTickets: countedTickets.drop,
    get: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => requireReadable(actor, await ticketStore.byId(tx, id))),
    getByUuid: (actor: Actor, uuid: string) =>
      db.readCompany(actor.companyId, async (tx) => requireReadable(actor, await ticketStore.byUuid(tx, uuid))),
    show: <View>(actor: Actor, key: { id: number } | { uuid: string }, loadView: LoadView<View>) =>
      db.readCompany(actor.companyId, async (tx) => {
        const found = 'id' in key ? await ticketStore.byId(tx, key.id) : await ticketStore.byUuid(tx, key.uuid);
        return loadView(tx, requireReadable(actor, found));
      }),
    log: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        requireReadable(actor, await ticketStore.byId(tx, id));
        return ticketLogStore.of(tx, id);
      }),

    /** Run in the caller's transaction; `get`, `find` and `load` check no permission. */
    inTx: {
      get: async (tx: Tx, id: number) => assertFound(await ticketStore.byId(tx, id), 'ERR_NO_TICKET_FOUND'),
      find: (tx: Tx, id: number) => ticketStore.byId(tx, id),
      /** Without the names that lists show. */
      findRow: ticketStore.rowById,
      /** The ticket as it is now; the ticket and its contact are read in one round trip. */
      async view<View>(tx: Tx, { id, contactId }: Pick<TicketRow, 'id' | 'contactId'>, loadView: LoadView<View>) {
        const [ticket, ticketContacts] = await Promise.all([
          ticketStore.byId(tx, id),
          contacts.inTx.loadOfTickets(tx, [contactId]),
        ]);
        return loadView(tx, assertFound(ticket, 'ERR_NO_TICKET_FOUND'), ticketContacts);
      },
      load: ticketStore.byIds,
      /** The numbers that users see, by ticket id. */
      numbersOf: ticketNumberStore.of,
      /** By uuid, or by the id as text. */
      getByName: async (tx: Tx, actor: Actor, name: string) =>
        requireReadable(
          actor,
          /^\d+$/.test(name) ? await ticketStore.byId(tx, Number(name)) : await ticketStore.byUuid(tx, name),
        ),
    },
  };
}
export type TicketQueries = ReturnType<typeof createTicketQueries>;

export interface TicketViewDeps {
  contacts: Contacts;
  connections: Pick<Connections, 'agentWindowHours'>;
  sign(key: string): string;
}
/** Presents tickets; their contacts are loaded with one query. */
export const loadTicketViews =
  ({ contacts, connections: { agentWindowHours }, sign }: TicketViewDeps) =>
  async (tx: Tx, rows: PresentedTicket[], masked?: boolean, loadedContacts?: TicketContact[]) => {
    const ticketContacts =
      loadedContacts ?? (await contacts.inTx.loadOfTickets(tx, [...new Set(rows.map((row) => row.contactId))]));
    const contactsById = new Map(ticketContacts.map((contact) => [contact.id, contact]));
    const options = { masked: masked ?? (await contacts.inTx.hidesNumbers(tx)), sign, agentWindowHours };
    return rows.map((row) => presentTicket(row, contactsById.get(row.contactId)!, options));
  };
