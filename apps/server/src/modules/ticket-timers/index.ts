export { createTicketTimers, type TicketTimers } from './ticket-timers.ts';
