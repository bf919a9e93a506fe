import { endpoints } from '@balcao/contract';
import { ticketStatuses, type TicketStatus } from '@balcao/domain/ticket/ticket';
import type { Actor } from '@balcao/domain/policy/actor';
import { may } from '@balcao/domain/policy/policy';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { handle } from '../../foundation/http/handle.ts';
import { refuse } from '../../foundation/refusal.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts, FullContact } from '../contacts/index.ts';
import type { Board } from './board.ts';
import type { Desk } from './desk.ts';
import type { Draft } from './drafts.store.ts';
import type { Tickets } from './tickets.ts';
import type { FullTicket } from './tickets.store.ts';
import { showTicket } from './tickets.wire.ts';

interface Needs {
  db: Db;
  board: Board;
  contacts: Contacts;
  connections: Pick<Connections, 'windowHours'>;
  sign(key: string): string;
}

/** Tickets as a viewer of this company sees them: one look at the contacts of all of them. */
export const showTicketsWithin =
  ({ contacts, connections: { windowHours }, sign }: Omit<Needs, 'db' | 'board'>) =>
  async (tx: Tx, rows: FullTicket[], masked?: boolean, known?: FullContact[]) => {
    const met = known ?? (await contacts.byIds(tx, [...new Set(rows.map((row) => row.contactId))]));
    const people = new Map(met.map((one) => [one.id, one]));
    const how = { masked: masked ?? (await contacts.hidesNumbers(tx)), sign, windowHours };
    return rows.map((row) => showTicket(row, people.get(row.contactId)!, how));
  };
const showTickets =
  ({ db, ...needs }: Needs) =>
  (companyId: number, rows: FullTicket[]) =>
    db.readCompany(companyId, (tx) => showTicketsWithin(needs)(tx, rows));

export const ticketRoutes = (tickets: Tickets, desk: Desk, needs: Needs) => {
  const show = showTickets(needs);
  const one = async (actor: Actor, row: FullTicket) => (await show(actor.companyId, [row]))[0]!;

  return handle('tickets', endpoints.tickets, {
    list: async ({ actor, query }) => {
      const filter = {
        tab: query.status,
        showAll: query.showAll,
        search: query.searchParam,
        searchesMessages: query.searchOnMessages,
        queueIds: query.queueIds,
        tagIds: query.tags,
        userIds: may(actor, 'ticket.filter-by-user') ? query.users : [],
        connectionIds: query.whatsapps,
        statuses: readStatuses(query.statusFilter),
        onlyUnread: query.withUnreadMessages,
        oldestFirst: query.sortTickets === 'ASC',
        page: query.pageNumber,
      };
      const { shown, ...page } = await tickets.list(actor, filter, showTicketsWithin(needs));
      return { tickets: shown, ...page };
    },
    counts: ({ actor, query }) => tickets.counts(actor, query),
    kanban: async ({ actor, query }) => {
      const [micros, cardId] = query.after?.split('.') ?? [];
      const after = micros === undefined ? undefined : { micros, id: Number(cardId) };
      const shown = await needs.board.show(
        actor,
        {
          queueIds: query.queueIds,
          from: query.startDate ?? query.dateStart,
          to: query.endDate ?? query.dateEnd,
        },
        query.laneId === undefined ? undefined : { laneId: query.laneId, after },
        showTicketsWithin(needs),
      );
      return {
        ...shown,
        count: shown.lanes.reduce((sum, lane) => sum + lane.count, 0),
        hasMore: shown.lanes.some((lane) => lane.next !== null),
      };
    },
    show: async ({ actor, params }) => one(actor, await tickets.show(actor, params.id)),
    showByUuid: async ({ actor, params }) => one(actor, await tickets.showByUuid(actor, params.uuid)),
    seen: async ({ actor, params }) => one(actor, await tickets.look(actor, params.id)),
    markUnread: async ({ actor, params }) => one(actor, await desk.markUnread(actor, params.id)),
    draft: async ({ actor, params }) => showDraft(await desk.draft(actor, params.id)),
    keepDraft: async ({ actor, params, body }) => showDraft(await desk.keepDraft(actor, params.id, body)),
    setLane: async ({ actor, params: { ticketId, tagId } }) => {
      await desk.setLane(actor, ticketId, tagId);
      return { ticketId, tagId };
    },
    clearLane: async ({ actor, params }) => {
      await desk.clearLane(actor, params.ticketId);
      return { message: 'Lane cleared' };
    },
    create: async ({ actor, body }) =>
      one(
        actor,
        await tickets.create(actor, {
          contactId: body.contactId,
          queueId: body.queueId ?? null,
          connectionId: body.whatsappId ?? null,
          userId: body.userId ?? null,
        }),
      ),
    update: async ({ actor, params, body }) => one(actor, await tickets.update(actor, params.id, body)),
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

const showDraft = ({ updatedAt, ...draft }: Draft) => ({ ...draft, updatedAt: updatedAt?.toISOString() ?? null });

/** A JSON list of statuses, or one alone; anything else is a mistake of the caller's. */
function readStatuses(text: string): TicketStatus[] {
  const given = text.startsWith('[') ? parsed(text) : text === '' ? [] : [text];
  if (!Array.isArray(given) || given.some((status) => !(ticketStatuses as readonly unknown[]).includes(status))) {
    return refuse('ERR_VALIDATION', { field: 'statusFilter', rule: 'choice' });
  }
  return given as TicketStatus[];
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
