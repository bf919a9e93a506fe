import { endpoints } from '@balcao/contract';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { Db } from '../../infrastructure/db/tx.ts';
import { handle } from '../../infrastructure/http/handle.ts';
import type { TicketDrafts } from './ticket-drafts.ts';
import { loadTicketViews, type LoadView, type TicketViewDeps } from './ticket-queries.ts';
import type { Tickets } from './tickets.ts';
import type { FullTicket } from './tickets.store.ts';
import { parseListQuery, parseNewTicket, presentDraft, presentLogEntry } from './tickets.wire.ts';

// The module kanban answers the other endpoints of the group.
const { kanban: _kanban, setLane: _setLane, clearLane: _clearLane, ...ticketEndpoints } = endpoints.tickets;

export const ticketRoutes = (tickets: Tickets, drafts: TicketDrafts, { db, ...deps }: TicketViewDeps & { db: Db }) => {
  const loadViews = loadTicketViews(deps);
  const loadView: LoadView<Ticket> = async (tx, row, loadedContacts) =>
    (await loadViews(tx, [row], undefined, loadedContacts))[0]!;
  const present = (actor: Actor, row: FullTicket) => db.readCompany(actor.companyId, (tx) => loadView(tx, row));
  /** A new ticket has its number only after the commit. */
  const presentNew = (actor: Actor, row: FullTicket) =>
    db.readCompany(actor.companyId, async (tx) => {
      const number = (await tickets.inTx.numbersOf(tx, [row.id])).get(row.id) ?? null;
      return (await loadViews(tx, [{ ...row, number }]))[0]!;
    });

  return handle('tickets', ticketEndpoints, {
    list: async ({ actor, query }) => {
      const filter = parseListQuery(query, can(actor, 'ticket.filter-by-user'));
      const { views, ...page } = await tickets.list(actor, filter, loadViews);
      return { tickets: views, ...page };
    },
    counts: ({ actor, query }) => tickets.counts(actor, query),
    show: ({ actor, params }) => tickets.show(actor, { id: params.id }, loadView),
    showByUuid: ({ actor, params }) => tickets.show(actor, { uuid: params.uuid }, loadView),
    seen: ({ actor, params }) => tickets.markSeen(actor, params.id, loadView),
    markUnread: async ({ actor, params }) => present(actor, await drafts.markUnread(actor, params.id)),
    draft: async ({ actor, params }) => presentDraft(await drafts.draft(actor, params.id)),
    keepDraft: async ({ actor, params, body }) => presentDraft(await drafts.saveDraft(actor, params.id, body)),
    create: async ({ actor, body }) => presentNew(actor, await tickets.create(actor, parseNewTicket(body))),
    update: ({ actor, params, body }) => tickets.update(actor, params.id, body, loadView),
    remove: async ({ actor, params }) => {
      await tickets.remove(actor, params.id);
      return { message: 'Ticket deleted' };
    },
    closeAll: async ({ actor, body }) => {
      await tickets.closeAll(actor, body.status, body.selectedQueueIds);
      return undefined;
    },
    log: async ({ actor, params }) => (await tickets.log(actor, params.ticketId)).map(presentLogEntry),
  });
};
