export { createTickets, assignmentOf, type Tickets } from './tickets.ts';
export { loadTicketViews, ticketRoutes } from './tickets.routes.ts';
export { createTicketDrafts, type TicketDrafts } from './ticket-drafts.ts';
export { createBoard } from '../kanban/board.ts';
export type { FullTicket } from './tickets.store.ts';
