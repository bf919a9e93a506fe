import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { Existing } from '../../../entities/tickets/conflict.ts';

export type ClosingTab = 'open' | 'pending' | 'group';

/** The one dialog that may stand over the inbox because of an act. */
export type Asking =
  | { for: 'accept'; ticket: Ticket }
  | { for: 'transfer'; tickets: readonly Ticket[] }
  | { for: 'resolve'; tickets: readonly Ticket[] }
  | { for: 'take-over'; ticket: Ticket }
  | { for: 'remove'; ticket: Ticket }
  | { for: 'log'; ticket: Ticket }
  | { for: 'tag'; tickets: readonly Ticket[] }
  | { for: 'new'; contactId: number | undefined }
  | { for: 'close-all'; tab: ClosingTab; queueIds: readonly number[] }
  | { for: 'taken'; existing: Existing };
