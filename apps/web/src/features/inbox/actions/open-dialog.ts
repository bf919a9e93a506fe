import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { Existing } from '../../../entities/tickets/conflict.ts';

export type ClosingTab = 'open' | 'pending' | 'group';

/** The dialog that a ticket action has opened; at most one. */
export type OpenDialog =
  | { type: 'accept'; tickets: readonly Ticket[] }
  | { type: 'transfer'; tickets: readonly Ticket[] }
  | { type: 'resolve'; tickets: readonly Ticket[] }
  | { type: 'take-over'; ticket: Ticket }
  | { type: 'remove'; ticket: Ticket }
  | { type: 'log'; ticket: Ticket }
  | { type: 'flow-path'; ticket: Ticket }
  | { type: 'tag'; tickets: readonly Ticket[] }
  | { type: 'new'; contactId: number | undefined }
  | { type: 'close-all'; tab: ClosingTab; queueIds: readonly number[] }
  | { type: 'already-assigned'; existing: Existing };
