import type { Ticket } from '@balcao/contract/endpoints/tickets';

/** As much of a contact as its conversation brings along; the panel is drawn from this. */
export type PanelContact = Ticket['contact'];
