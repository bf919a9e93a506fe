/** `Overdue` is no state: it is computed from the due day. */
export type InvoiceState = 'open' | 'paid' | 'void' | 'refunded' | 'disputed';
export type InvoiceKind = 'renewal' | 'upgrade';

export type InvoiceEvent =
  /** A payment with the amount and currency of the invoice. */
  | 'paid'
  /** A payment with another amount or currency. */
  | 'paid-otherwise'
  /** A super user recorded a payment that reached the platform owner in another way. */
  | 'settled'
  /** Another plan, size, discount or recurrence was chosen: a new invoice takes its place. */
  | 'replaced'
  | 'voided'
  | 'refunded'
  | 'partly-refunded'
  | 'dispute-opened'
  | 'dispute-won'
  | 'dispute-lost';

export type InvoiceEffect =
  /** Months of the invoice are added to the subscription. */
  | 'extend'
  /** Plan and limits of the snapshot become those of the company. */
  | 'apply-plan'
  /** A company that was deactivated as overdue is active again. */
  | 'reactivate'
  | 'cancel-charges'
  | 'send-receipt'
  /** Months that the payment had added are taken back. */
  | 'reverse'
  /** The money is recorded, but a super user decides what happens to it. */
  | 'hold'
  /** Appears under «to check». */
  | 'review';

export interface InvoiceTransition {
  to: InvoiceState;
  effects: readonly InvoiceEffect[];
}

const paid: InvoiceTransition = {
  to: 'paid',
  effects: ['extend', 'apply-plan', 'reactivate', 'cancel-charges', 'send-receipt'],
};
const held = (to: InvoiceState): InvoiceTransition => ({ to, effects: ['hold', 'review'] });
const becomes = (to: InvoiceState, ...effects: InvoiceEffect[]): InvoiceTransition => ({ to, effects });

/** The whole life cycle. An event without an entry is refused. */
export const INVOICE_TRANSITIONS: Record<InvoiceState, Partial<Record<InvoiceEvent, InvoiceTransition>>> = {
  open: {
    paid,
    settled: paid,
    'paid-otherwise': held('open'),
    replaced: becomes('void', 'cancel-charges'),
    voided: becomes('void', 'cancel-charges'),
  },
  paid: {
    paid: held('paid'),
    'paid-otherwise': held('paid'),
    refunded: becomes('refunded', 'reverse'),
    'partly-refunded': becomes('paid'),
    'dispute-opened': becomes('disputed', 'review'),
  },
  disputed: {
    paid: held('disputed'),
    'paid-otherwise': held('disputed'),
    'dispute-won': becomes('paid'),
    'dispute-lost': becomes('refunded', 'reverse'),
    refunded: becomes('refunded', 'reverse'),
    'partly-refunded': becomes('disputed'),
  },
  void: { paid: held('void'), 'paid-otherwise': held('void') },
  refunded: { paid: held('refunded'), 'paid-otherwise': held('refunded') },
};

export const transition = (state: InvoiceState, event: InvoiceEvent): InvoiceTransition | undefined =>
  INVOICE_TRANSITIONS[state][event];

/** Money of a provider counts for an invoice only with the same amount and currency. */
export const paymentEvent = (
  invoice: { cents: number },
  payment: { cents: number; currency: string },
): 'paid' | 'paid-otherwise' =>
  payment.cents === invoice.cents && payment.currency === 'BRL' ? 'paid' : 'paid-otherwise';
