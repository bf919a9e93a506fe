import type { Ticket } from '@balcao/contract/endpoints/tickets';

/** The part of a contact that a ticket carries; enough for the panel. */
export type PanelContact = Ticket['contact'];
