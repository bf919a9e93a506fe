import type { InvoiceDetails, Price } from '@balcao/contract/endpoints/invoices';
import type { Recurrence } from '@balcao/domain/billing/price';
import type { Choice } from '../../entities/billing/invoices.api.ts';

/** What the user has chosen in the checkout. Sizes stay while another card is chosen. */
export interface CheckoutChoice {
  type: 'invoice' | 'plan' | 'custom';
  planId?: number;
  users?: number;
  connections?: number;
  recurrence?: Recurrence;
}

/** The server's price of the choice. */
export interface ShownPrice {
  data: Price | undefined;
  /** A newer choice is being priced: the shown price must not be paid. */
  isStale: boolean;
}

/** The invoice as it is, unless something else was chosen. */
export function choiceFor(invoice: Pick<InvoiceDetails, 'planId'>, choice: CheckoutChoice): Choice {
  const { recurrence } = choice;
  switch (choice.type) {
    case 'invoice':
      return { choice: 'invoice', recurrence };
    case 'plan':
      return { choice: 'plan', planId: choice.planId ?? invoice.planId, recurrence };
    case 'custom':
      return { choice: 'custom', users: choice.users, connections: choice.connections, recurrence };
  }
}
