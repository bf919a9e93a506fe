export { createTickets, placeOf, type Tickets } from './tickets.ts';
export { showTicketsWithin, ticketRoutes } from './tickets.routes.ts';
export { createDesk, type Desk } from './desk.ts';
export { createBoard } from './board.ts';
export type { FullTicket } from './tickets.store.ts';
