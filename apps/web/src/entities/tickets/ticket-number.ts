import type { Ticket } from '@balcao/contract/endpoints/tickets';

/** The number that users see, as #123; empty until the ticket has one. */
export const ticketNumber = ({ number }: Pick<Ticket, 'number'>): string => (number === null ? '' : `#${number}`);
