export { createTickets, type Tickets } from './tickets.ts';
export { assignmentOf } from './ticket-state.ts';
export { loadTicketViews } from './ticket-queries.ts';
export { createAssignment, type Assignment, type AssignmentRequest } from './assignment.ts';
export { createTicketDrafts, type TicketDrafts } from './ticket-drafts.ts';
export { ticketRoutes } from './tickets.routes.ts';
export { visibleOnTab } from './list.store.ts';
export type { FullTicket } from './tickets.store.ts';
