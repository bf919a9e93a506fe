import { MAX_PANEL_TICKETS, PANEL_DAYS, type PanelTicket } from '@balcao/contract/endpoints/live-panel';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { instantOf } from '@balcao/domain/hours/hours';
import { comparePanelTickets, isOnPanel } from '@balcao/domain/insight/live-panel';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Actor } from '@balcao/domain/policy/actor';
import { ticketScope } from '@balcao/domain/ticket/scope';
import { percent } from '@balcao/domain/ticket/nps';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { isReported, type FullTicket, type Tickets } from '../tickets/index.ts';
import { livePanelStore, type PanelFilter } from './live-panel.store.ts';
import { presentPanelAgent, presentPanelTicket } from './live-panel.wire.ts';

export interface LivePanelDeps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
  settings: Settings;
  tickets: Pick<Tickets, 'inTx'>;
  loadTicketViews(tx: Tx, rows: FullTicket[]): Promise<Ticket[]>;
  signPicture(key: string): string;
}
/** What the older calls filter by. */
export interface PanelRequest {
  queueIds?: number[];
  dateStart?: string | undefined;
  dateEnd?: string | undefined;
  statuses?: ('open' | 'pending')[];
  userId?: number | undefined;
}

/** The live panel: conversations that wait or are handled now, by agent. */
export function createLivePanel({
  db,
  clock,
  companies,
  settings,
  tickets,
  loadTicketViews,
  signPicture,
}: LivePanelDeps) {
  async function load(tx: Tx, ids: number[]): Promise<PanelTicket[]> {
    const rows = (await tickets.inTx.load(tx, ids)).filter(isReported);
    const views = await loadTicketViews(tx, rows);
    const userIds = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
    const users = userIds.length === 0 ? [] : await livePanelStore.users(tx, userIds);
    const usersById = new Map(users.map((user) => [user.id, user]));
    return rows
      .map((row, n) => presentPanelTicket(row, views[n]!, usersById.get(row.userId ?? 0), signPicture))
      .toSorted(comparePanelTickets);
  }
  const viewOf = (actor: Actor): Pick<PanelFilter, 'queueIds' | 'groups'> => {
    const { all, queueIds, groups } = ticketScope(actor);
    return { queueIds: all ? null : queueIds, groups: all || groups };
  };

  return {
    /** Everything that the actor's panel shows. */
    get: (actor: Actor) =>
      db.readCompany(actor.companyId, async (tx) => {
        const view = viewOf(actor);
        const ids = await livePanelStore.ticketIds(tx, {
          ...view,
          since: new Date(+clock.now() - PANEL_DAYS * DAY_MS),
          until: null,
          statuses: ['open', 'pending'],
          userId: null,
          limit: MAX_PANEL_TICKETS + 1,
        });
        const { timeZone } = await companies.inTx.getHours(tx);
        const { all, inTime } = await livePanelStore.today(tx, timeZone, view.queueIds);
        return {
          tickets: await load(tx, ids.slice(0, MAX_PANEL_TICKETS)),
          agents: (await livePanelStore.users(tx, null)).map((user) => presentPanelAgent(user, signPicture)),
          queues: (await livePanelStore.queues(tx)).filter(
            ({ id }) => view.queueIds === null || view.queueIds.includes(id),
          ),
          capacity: Number(await settings.get(tx, 'attendantCapacity')),
          withinTarget: all === 0 ? null : percent(inTime, all),
          isPartial: ids.length > MAX_PANEL_TICKETS,
          at: clock.now().toISOString(),
        };
      }),

    /** The older lists. A user who is not an admin sees only its queues, whatever is asked for. */
    list: (actor: Actor, request: PanelRequest) =>
      db.readCompany(actor.companyId, async (tx) => {
        const { queueIds: own, groups } = viewOf(actor);
        const asked = request.queueIds ?? [];
        const queueIds = asked.length === 0 ? own : asked.filter((id) => own === null || own.includes(id));
        const { timeZone } = await companies.inTx.getHours(tx);
        const midnight = (day: string) => instantOf(`${day}T00:00`, timeZone);
        const ids = await livePanelStore.ticketIds(tx, {
          queueIds,
          groups,
          since: request.dateStart ? midnight(request.dateStart) : new Date(+clock.now() - PANEL_DAYS * DAY_MS),
          until: request.dateEnd ? new Date(+midnight(request.dateEnd) + DAY_MS) : null,
          statuses: request.statuses ?? ['open', 'pending'],
          userId: request.userId ?? null,
          limit: MAX_PANEL_TICKETS,
        });
        return (await load(tx, ids)).toSorted(byUserName);
      }),

    /** A ticket as the panel shows it; undefined if it is not on the panel, or does not exist. */
    find: (companyId: number, ticketId: number) =>
      db.readCompany(companyId, async (tx) => {
        const [ticket] = await load(tx, [ticketId]);
        return ticket && isOnPanel(ticket) ? ticket : undefined;
      }),
    ofContact: (companyId: number, contactId: number) =>
      db.readCompany(companyId, async (tx) => load(tx, await livePanelStore.ticketIdsOf(tx, contactId))),
    findAgent: (companyId: number, userId: number) =>
      db.readCompany(companyId, async (tx) => {
        const [user] = await livePanelStore.users(tx, [userId]);
        return user && presentPanelAgent(user, signPicture);
      }),
  };
}
export type LivePanel = ReturnType<typeof createLivePanel>;

/** By the name of the agent, those without one last; the newest change first. */
function byUserName(a: PanelTicket, b: PanelTicket): number {
  if ((a.user === null) !== (b.user === null)) return a.user === null ? 1 : -1;
  return (a.user?.name ?? '').localeCompare(b.user?.name ?? '') || (a.updatedAt < b.updatedAt ? 1 : -1);
}
