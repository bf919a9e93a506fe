import type { TicketStatus } from '../ticket/ticket.ts';

/** The agent of a ticket as the panel shows it. */
export interface PanelUserLike {
  id: number;
  name: string;
  profile: 'user' | 'admin';
  online: boolean;
  profileImage: string | null;
}
/** What the live panel must know of a ticket to place its card. */
export interface PanelTicketLike {
  id: number;
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  updatedAt: string;
  waitingSince: string | null;
  user: PanelUserLike | null;
}
export type PanelAgentLike = PanelUserLike;
export interface PanelState<T extends PanelTicketLike, A extends PanelAgentLike> {
  tickets: readonly T[];
  agents: readonly A[];
}
export type PanelChange<T extends PanelTicketLike, A extends PanelAgentLike> =
  | { action: 'update'; ticket: T }
  | { action: 'delete'; ticketId: number }
  | { action: 'update'; agent: A }
  | { action: 'delete'; userId: number }
  /** Names or the whole team changed: fetch again. */
  | { action: 'reload' };

/** Tickets that the panel shows. */
export const isOnPanel = ({ status }: { status: TicketStatus }): boolean => status === 'open' || status === 'pending';

/** Cards of a panel, the longest wait first; those without a waiting customer follow, the oldest first. */
export const comparePanelTickets = (a: PanelTicketLike, b: PanelTicketLike): number =>
  compareText(a.waitingSince ?? '9', b.waitingSince ?? '9') || compareText(a.updatedAt, b.updatedAt) || a.id - b.id;
const compareAgents = (a: PanelAgentLike, b: PanelAgentLike): number => compareText(a.name, b.name) || a.id - b.id;
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The panel after a socket message. Applied to any former state, the messages lead to the state that a fetch returns.
 * A `reload` leaves it unchanged: the caller fetches again.
 */
export function patchPanel<S extends PanelState<PanelTicketLike, PanelAgentLike>>(
  panel: S,
  change: PanelChange<S['tickets'][number], S['agents'][number]>,
): S {
  if (change.action === 'reload') return panel;
  if ('ticket' in change) {
    const others = panel.tickets.filter(({ id }) => id !== change.ticket.id);
    const tickets = isOnPanel(change.ticket) ? [...others, change.ticket].toSorted(comparePanelTickets) : others;
    return { ...panel, tickets };
  }
  if ('ticketId' in change) return { ...panel, tickets: panel.tickets.filter(({ id }) => id !== change.ticketId) };
  if ('agent' in change) {
    const { id, name, profile, online, profileImage } = change.agent;
    const agents = [...panel.agents.filter((agent) => agent.id !== id), change.agent].toSorted(compareAgents);
    const user = { id, name, profile, online, profileImage };
    const tickets = panel.tickets.map((ticket) => (ticket.userId === id ? { ...ticket, user } : ticket));
    return { ...panel, agents, tickets };
  }
  return { ...panel, agents: panel.agents.filter(({ id }) => id !== change.userId) };
}
