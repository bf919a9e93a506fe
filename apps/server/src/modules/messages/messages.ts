import type { ErrorCode } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import { historyQueueIds, ticketScope } from '@balcao/domain/ticket/scope';
import type { Peer } from '../../channels/port.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Companies } from '../companies/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { FullTicket } from '../tickets/index.ts';
import { createEditAndDelete } from './sending/edit-and-delete.ts';
import { createForward } from './sending/forward.ts';
import { saveInternalNote } from './sending/save-outgoing.ts';
import { createSend, keyOf, type SendDeps } from './sending/send.ts';
import { messageStore, type DateRange, type FullMessage, type ThreadScope } from './messages.store.ts';
import { earlyChanges } from './receiving/early-changes.ts';
import { outboxStore } from './sending/outbox.store.ts';
import { threadStore, type ThreadCursor } from './reading/thread.store.ts';
import { withdrawQueued } from './sending/withdraw.ts';
import { deliveryTraceStore } from './reading/delivery-trace.store.ts';
import { undeliveredStore } from './sending/undelivered.store.ts';

interface Deps extends SendDeps {
  companies: Companies;
  contacts: Contacts;
}

/** The messages of conversations: reads here; sends, edits and forwards in `sending`. */
export function createMessages(deps: Deps) {
  const { db, clock, companies, contacts, tickets } = deps;
  const { assertSendable, ...sendActions } = createSend(deps);
  const { getReadable, ...editActions } = createEditAndDelete(deps);
  const forward = createForward({ ...deps, getReadable, assertSendable });

  /** A queue that the client selects limits the history; it never extends it. */
  function threadScopeOf(actor: Actor, ticket: TicketRow, selected: number[]): ThreadScope {
    const queueIds = historyQueueIds(ticketScope(actor), ticket.isGroup);
    return {
      contactId: ticket.contactId,
      connectionId: ticket.connectionId,
      isGroup: ticket.isGroup,
      upToTicket: ticket.id,
      queueIds: queueIds?.filter((id) => id === null || selected.length === 0 || selected.includes(id)),
      ownTicket: ticket.id,
    };
  }

  return {
    ...sendActions,
    assertSendable,
    ...editActions,
    forward,
    keyOf,
    backlog: (companyId: number, connectionId: number, limit: number) =>
      db.readCompany(companyId, (tx) => outboxStore.backlog(tx, connectionId, limit)),
    findByClientKey: (tx: Tx, clientKey: string) => messageStore.byClientKey(tx, clientKey),
    saveInternalNote: (tx: Tx, ticket: TicketRow, text: string, userId: number | null) =>
      saveInternalNote(tx, tickets, ticket, { content: { kind: 'text', text }, userId }, clock.now()),
    /** For socket messages: their audience was chosen by the ticket's assignment. */
    inTx: {
      load: messageStore.byIds,
      /** Messages that were not handed to the channel count as failed; returns their ids. */
      withdraw: (tx: Tx, ids: number[], code: ErrorCode) => withdrawQueued(tx, tickets, ids, code),
      idsByClientKey: messageStore.idsByClientKey,
    },
    readAll: (actor: Actor, ids: number[]) => db.readCompany(actor.companyId, (tx) => messageStore.byIds(tx, ids)),

    /** A page of a thread; `present` runs in the same transaction. */
    thread: <View>(
      actor: Actor,
      ticketUuid: string,
      cursor: ThreadCursor,
      selectedQueues: number[],
      present: (tx: Tx, rows: FullMessage[], ticket: FullTicket) => Promise<View>,
    ) =>
      db.readCompany(actor.companyId, async (tx) => {
        const ticket = await tickets.inTx.getByName(tx, actor, ticketUuid);
        const scope = threadScopeOf(actor, ticket, selectedQueues);
        const { rows, ...page } = await threadStore.page(tx, scope, cursor);
        return { ...(await present(tx, rows, ticket)), ...page };
      }),

    /** Forgets edits and deletions whose message never arrived. */
    pruneEarlyChanges: (companyId: number, before: Date) =>
      inPortions((limit) => db.inCompany(companyId, (tx) => earlyChanges.prune(tx, before, limit))),

    count: (actor: Actor, fromMe: boolean | undefined, days: Omit<DateRange, 'timeZone'>) =>
      db.readCompany(actor.companyId, async (tx) => {
        const { timeZone } = (await companies.inTx.get(tx)).company;
        return messageStore.count(tx, fromMe, { ...days, timeZone });
      }),

    /** For the simulator: the latest ticket of a customer and what happened in it. */
    trace: ({ companyId, connectionId, peer }: { companyId: number; connectionId: number; peer: Peer }) =>
      db.readCompany(companyId, async (tx) => {
        const contactId = await contacts.inTx.findIdByPeer(tx, peer);
        const ticket =
          contactId === undefined ? undefined : await deliveryTraceStore.latestTicket(tx, contactId, connectionId);
        const events = ticket ? await deliveryTraceStore.events(tx, ticket.id) : [];
        return {
          ticket: ticket ?? null,
          events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
        };
      }),

    listUndelivered: (actor: Actor, filter: Parameters<typeof undeliveredStore.page>[1]) =>
      db.readCompany(actor.companyId, (tx) => undeliveredStore.page(tx, filter)),
    listReceipts: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        assertFound(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND');
        return messageStore.receiptsOf(tx, id);
      }),
  };
}
export type Messages = ReturnType<typeof createMessages>;
