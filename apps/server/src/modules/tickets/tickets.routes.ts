import { endpoints } from '@balcao/contract';
import { ticketStatuses, type TicketStatus } from '@balcao/domain/ticket/ticket';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { handle } from '../../infrastructure/http/handle.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts, FullContact } from '../contacts/index.ts';
import type { Board } from '../kanban/board.ts';
import type { TicketDrafts } from './ticket-drafts.ts';
import type { Draft } from './drafts.store.ts';
import type { Tickets } from './tickets.ts';
import type { FullTicket } from './tickets.store.ts';
import { presentTicket } from './tickets.wire.ts';

interface Deps {
  db: Db;
  board: Board;
  contacts: Contacts;
  connections: Pick<Connections, 'windowHours'>;
  sign(key: string): string;
}

/** Tickets as a viewer of this company sees them: one look at the contacts of all of them. */
export const loadTicketViews =
  ({ contacts, connections: { windowHours }, sign }: Omit<Deps, 'db' | 'board'>) =>
  async (tx: Tx, rows: FullTicket[], masked?: boolean, loadedContacts?: FullContact[]) => {
    const ticketContacts = loadedContacts ?? (await contacts.byIds(tx, [...new Set(rows.map((row) => row.contactId))]));
    const contactsById = new Map(ticketContacts.map((contact) => [contact.id, contact]));
    const options = { masked: masked ?? (await contacts.hidesNumbers(tx)), sign, windowHours };
    return rows.map((row) => presentTicket(row, contactsById.get(row.contactId)!, options));
  };
const createViewLoader =
  ({ db, ...deps }: Deps) =>
  (companyId: number, rows: FullTicket[]) =>
    db.readCompany(companyId, (tx) => loadTicketViews(deps)(tx, rows));

export const ticketRoutes = (tickets: Tickets, drafts: TicketDrafts, deps: Deps) => {
  const loadViews = createViewLoader(deps);
  const presentOne = async (actor: Actor, row: FullTicket) => (await loadViews(actor.companyId, [row]))[0]!;

  return handle('tickets', endpoints.tickets, {
    list: async ({ actor, query }) => {
      const filter = {
        tab: query.status,
        showAll: query.showAll,
        search: query.searchParam,
        searchesMessages: query.searchOnMessages,
        queueIds: query.queueIds,
        tagIds: query.tags,
        userIds: can(actor, 'ticket.filter-by-user') ? query.users : [],
        connectionIds: query.whatsapps,
        statuses: parseStatuses(query.statusFilter),
        onlyUnread: query.withUnreadMessages,
        oldestFirst: query.sortTickets === 'ASC',
        page: query.pageNumber,
      };
      const { views, ...page } = await tickets.list(actor, filter, loadTicketViews(deps));
      return { tickets: views, ...page };
    },
    counts: ({ actor, query }) => tickets.counts(actor, query),
    kanban: async ({ actor, query }) => {
      const [micros, cardId] = query.after?.split('.') ?? [];
      const after = micros === undefined ? undefined : { micros, id: Number(cardId) };
      const boardPage = await deps.board.get(
        actor,
        {
          queueIds: query.queueIds,
          from: query.startDate ?? query.dateStart,
          to: query.endDate ?? query.dateEnd,
        },
        query.laneId === undefined ? undefined : { laneId: query.laneId, after },
        loadTicketViews(deps),
      );
      return {
        ...boardPage,
        count: boardPage.lanes.reduce((sum, lane) => sum + lane.count, 0),
        hasMore: boardPage.lanes.some((lane) => lane.next !== null),
      };
    },
    show: async ({ actor, params }) => presentOne(actor, await tickets.get(actor, params.id)),
    showByUuid: async ({ actor, params }) => presentOne(actor, await tickets.getByUuid(actor, params.uuid)),
    seen: async ({ actor, params }) => presentOne(actor, await tickets.markSeen(actor, params.id)),
    markUnread: async ({ actor, params }) => presentOne(actor, await drafts.markUnread(actor, params.id)),
    draft: async ({ actor, params }) => presentDraft(await drafts.draft(actor, params.id)),
    keepDraft: async ({ actor, params, body }) => presentDraft(await drafts.saveDraft(actor, params.id, body)),
    setLane: async ({ actor, params: { ticketId, tagId } }) => {
      await drafts.setLane(actor, ticketId, tagId);
      return { ticketId, tagId };
    },
    clearLane: async ({ actor, params }) => {
      await drafts.clearLane(actor, params.ticketId);
      return { message: 'Lane cleared' };
    },
    create: async ({ actor, body }) =>
      presentOne(
        actor,
        await tickets.create(actor, {
          contactId: body.contactId,
          queueId: body.queueId ?? null,
          connectionId: body.whatsappId ?? null,
          userId: body.userId ?? null,
        }),
      ),
    update: async ({ actor, params, body }) => presentOne(actor, await tickets.update(actor, params.id, body)),
    remove: async ({ actor, params }) => {
      await tickets.remove(actor, params.id);
      return { message: 'Ticket deleted' };
    },
    closeAll: async ({ actor, body }) => {
      await tickets.closeAll(actor, body.status, body.selectedQueueIds);
      return undefined;
    },
    log: async ({ actor, params }) =>
      (await tickets.log(actor, params.ticketId)).map((entry) => ({
        id: Number(entry.id),
        type: entry.type,
        ticketId: entry.ticket_id,
        userId: entry.user_id,
        queueId: entry.queue_id,
        createdAt: entry.created_at.toISOString(),
        user: entry.user,
        queue: entry.queue,
        why: entry.why,
      })),
  });
};

const presentDraft = ({ updatedAt, ...draft }: Draft) => ({ ...draft, updatedAt: updatedAt?.toISOString() ?? null });

/** A JSON list of statuses, or one alone; anything else is a mistake of the caller's. */
function parseStatuses(text: string): TicketStatus[] {
  const statuses = text.startsWith('[') ? parsed(text) : text === '' ? [] : [text];
  if (!Array.isArray(statuses) || statuses.some((status) => !(ticketStatuses as readonly unknown[]).includes(status))) {
    return refuse('ERR_VALIDATION', { field: 'statusFilter', rule: 'choice' });
  }
  return statuses as TicketStatus[];
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
