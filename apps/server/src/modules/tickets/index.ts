import type { TicketDraftDeps } from './ticket-drafts.ts';
import type { TicketDeps } from './tickets.ts';

export { createTickets, type Tickets } from './tickets.ts';
export { assignmentOf } from './ticket-state.ts';
export { loadTicketViews } from './ticket-queries.ts';
export { createAssignment, type Assignment, type AssignmentRequest } from './assignment.ts';
export { demoCycleStore, type PastCycle } from './demo-cycles.store.ts';
export { createPastPeriods } from './past-periods.ts';
export { createTicketNumbers } from './ticket-numbers.ts';
export { createTicketDrafts, type TicketDrafts } from './ticket-drafts.ts';
export { ticketRoutes } from './tickets.routes.ts';
export { roomsForScope, roomsForTicket } from './ticket-scope.ts';
export { isReported, reportedSql } from './reported-tickets.store.ts';
export { scopeJson } from './ticket-scope.store.ts';
export { visibleOnTab } from './list.store.ts';
export type { FullTicket } from './tickets.store.ts';
export { hasPreviewSql, type Preview } from './last-message.store.ts';

/** Answered by modules that are built later; bound in wiring/upward-calls.ts. */
export interface TicketUpwardCalls {
  performEffects: TicketDeps['perform'];
  markLastInboundUnread: TicketDraftDeps['markLastInboundUnread'];
}
