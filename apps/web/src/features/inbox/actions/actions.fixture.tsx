/** Users, tickets and the render helper shared by the tests of the ticket actions. */
import type { SessionUser } from '@balcao/contract/endpoints/access';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { aTicket } from '../../../testing/inbox.ts';
import { anAgent } from '../../../testing/fixtures.ts';
import { renderAction as renderActionAs } from '../../../testing/ticket-actions.tsx';
import { answer } from '../../../testing/server.ts';
import type { TicketActions } from './provider.tsx';

export const sales = { id: 1, name: 'Vendas', color: '#2F9E44' };
export const support = { id: 2, name: 'Suporte', color: '#1971C2' };
export const caio = { id: 9, name: 'Caio Andrade', color: '#1C7ED6' };
export const me = anAgent({ id: 4, name: 'Marina Duarte', queues: [sales] });
export const withSetting = (user: SessionUser, key: string, value: string): SessionUser => ({
  ...user,
  company: { ...user.company, companieSettings: [{ key, value }] },
});

export function renderAction(
  run: (actions: TicketActions) => void,
  { as = me, path }: { as?: SessionUser; path?: string } = {},
) {
  return renderActionAs(run, { as, path });
}
export const waiting = (own: Partial<Ticket> = {}) => aTicket({ status: 'pending', userId: null, user: null, ...own });
export const updates = (how: (ticket: Partial<Ticket>) => Ticket) =>
  answer(endpoints.tickets.update, ({ body }) => how(body as Partial<Ticket>));
