import type { PaymentMethod, Charge } from '@balcao/contract/endpoints/invoices';
import type { InvoiceEvent, InvoiceState } from '@balcao/domain/billing/invoice';
import type { Actor } from '@balcao/domain/policy/actor';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** What the invoices ask of the payments: charges at the configured providers. */
export interface Payments {
  /** Configured and complete methods, in the order in which they are offered. */
  methods(): Promise<PaymentMethod[]>;
  /**
   * Creates what is missing and returns the live charges; provider calls in parallel, 10 s each, outside any transaction.
   * A provider that fails gives a charge with state `failed`. Locks the invoice (company first) when it inserts
   * `creating`, and inserts nothing if the invoice is no longer `open`. `method` undefined: all configured ones.
   * Refuses ERR_NO_PAYMENT_PROVIDER when nothing is configured.
   */
  createCharges(actor: Actor, invoice: InvoiceRow, method?: PaymentMethod): Promise<ChargeView[]>;
  /** «Já paguei»: asks the providers of all live charges now and settles what was paid. Outside any transaction. */
  checkNow(companyId: number, invoiceId: number): Promise<void>;
  /**
   * Before an invoice is replaced or voided: cancels its live charges at the providers. 'paid' when one turned out to be paid;
   * then it has been settled and the invoice is no longer open. Outside any transaction.
   */
  closeCharges(companyId: number, invoiceId: number): Promise<'closed' | 'paid'>;
  /** Live: `creating` or `pending`. Asked inside the transaction that voids the invoice, after its lock. */
  hasLiveCharges(tx: Tx, invoiceId: number): Promise<boolean>;
  /** Effect `cancel-charges` of a paid or voided invoice: enqueues charge.cancel for what is still live. */
  cancelCharges(tx: Tx, invoiceId: number): Promise<void>;
  /** Newest per method, for the payment screen. */
  chargesOf(tx: Tx, invoiceId: number): Promise<ChargeView[]>;
  /** Invoices among these with a live charge («aguardando pagamento»). One query for a page. */
  beingPaid(tx: Tx, invoiceIds: readonly number[]): Promise<ReadonlySet<number>>;
}
export type ChargeView = Omit<Charge, 'expiresAt'> & { expiresAt: Date };

/** What the payments ask of the invoices. */
export interface InvoiceEvents {
  /** Locks the company, then the invoice, until the transaction ends. Undefined if there is none. */
  lockInvoice(tx: Tx, invoiceId: number): Promise<InvoiceRow | undefined>;
  /**
   * Applies one row of the domain's transition table with its effects, audit and events. The invoice must be locked by
   * `lockInvoice` in this transaction. The ledger is the caller's: insert it first; state `applied`, or `held` if
   * `transition(invoice.state, event)` has the effect `hold` (then there is no need to call this). Returns the new state and
   * effects; refuses ERR_INVOICE_NOT_OPEN if the table has no such row.
   */
  applyInvoiceEvent(
    tx: Tx,
    invoice: InvoiceRow,
    change: InvoiceChange,
  ): Promise<{ state: InvoiceState; isHeld: boolean }>;
}
export interface InvoiceChange {
  event: InvoiceEvent;
  /** When the money was paid or returned, as the provider says; orders the subscription entries. */
  at: Date;
  /** Provider, or 'manual'; needed for `paid` and `settled`. */
  paidWith?: string;
  /** Super user who decided; undefined for the system. */
  userId?: number | undefined;
  reason?: string | undefined;
}
