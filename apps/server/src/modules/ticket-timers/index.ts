export { createTicketTimers, type TicketTimers } from './ticket-timers.ts';
export { createLanes, type Lanes } from '../kanban/lanes.ts';
export { createAssignment, type Assignment, type AssignmentRequest } from '../tickets/assignment.ts';
