export { createTickets, placeOf, type Tickets } from './tickets.ts';
export { showTickets, showTicketsWithin, ticketRoutes } from './tickets.routes.ts';
export type { FullTicket } from './tickets.store.ts';
