import { paymentEvent, transition, type InvoiceEvent } from '@balcao/domain/billing/invoice';
import { nextCheck, nextPaidCheck } from '@balcao/domain/billing/billing-calendar';
import { ProviderError, type ChargeStatus, type Payment, type ProviderName } from '../../gateways/payments/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { ChargeRow, InvoiceRow, LedgerRow } from '../../infrastructure/db/schema/billing.ts';
import type { Db, PlatformTx, Tx } from '../../infrastructure/db/tx.ts';
import type { InvoiceEvents } from './billing-interfaces.ts';
import { chargeStore } from './charges.store.ts';
import { ledgerStore, type LedgerChange } from './ledger.store.ts';
import type { Providers } from './providers.ts';

interface Deps {
  db: Db;
  clock: Clock;
  providers: Pick<Providers, 'find' | 'watched'>;
  invoices: InvoiceEvents;
}
/** A super user can decide about an entry only once at a time. */
const MAX_ATTEMPTS = 3;
/** Why money is held: another amount or currency, an invoice that is not open, or no charge at all. */
export type HoldReason = 'amount' | 'currency' | 'not-open' | 'no-charge';

/**
 * Turns what a provider says about a charge into entries of the ledger and events of the invoice. A payment is counted by
 * its own id at the provider, so it does not matter how often, in which order or by whom this is called.
 */
export function createSettlement({ db, clock, providers, invoices }: Deps) {
  /** The charge with this reference, in any company. */
  async function findCharge(reference: string): Promise<ChargeRow | undefined> {
    const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'charge', hashKey(reference)));
    return entry && db.readCompany(entry.companyId, (tx) => chargeStore.byReference(tx, reference));
  }

  async function statusOf({ provider: name, reference, method, providerId }: ChargeRow): Promise<ChargeStatus> {
    const provider = await providers.find(name);
    if (!provider) throw new ProviderError('configuration', `${name} is not configured`);
    return providers.watched(name, () => provider.getStatus({ reference, method, providerId }));
  }

  /** Asks the provider about the charge and records the answer. */
  async function settle(charge: ChargeRow): Promise<ChargeStatus['state']> {
    const status = await statusOf(charge);
    for (const payment of status.payments)
      if (payment.reference === charge.reference) await record(charge.provider, payment, charge);
    await recordState(charge, status.state);
    return status.state;
  }

  /** `paid` is set together with the payment. A PIX charge stays open at the provider after its expiry. */
  async function recordState(charge: ChargeRow, state: ChargeStatus['state']): Promise<void> {
    const now = clock.now();
    const isOver = charge.expiresAt <= now;
    if (state === 'paid' || (charge.state !== 'pending' && charge.state !== 'expired')) return;
    if (state === 'open' && (!isOver || charge.state === 'expired')) return;
    await db.inCompany(charge.companyId, (tx) =>
      chargeStore.setState(tx, charge.id, isOver ? 'expired' : 'cancelled', {
        nextCheckAt: state === 'open' ? (nextCheck(charge, now) ?? null) : null,
      }),
    );
  }

  /** Records one payment. Without a charge the money is held, until a super user decides. */
  async function record(provider: ProviderName, payment: Payment, charge: ChargeRow | undefined): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const known = await ledgerStore.find(db, { provider, paymentId: payment.paymentId });
      if (known && !changeOf(known, payment)) return;
      // Held money may have been applied to an invoice of another company.
      const companyId = known ? known.companyId : (charge?.companyId ?? null);
      const isRecorded =
        companyId === null
          ? await db.onPlatform((tx) => recordWithoutCompany(tx, provider, payment))
          : await db.inCompany(companyId, (tx) =>
              known || !charge ? recordChange(tx, provider, payment) : recordNew(tx, provider, payment, charge),
            );
      if (isRecorded) return;
    }
    throw new Error(`The ledger entry of payment ${provider} ${payment.paymentId} keeps changing`);
  }

  async function recordNew(tx: Tx, provider: ProviderName, payment: Payment, charge: ChargeRow): Promise<boolean> {
    const invoice = await invoices.lockInvoice(tx, charge.invoiceId);
    const event = invoice && paymentEvent(invoice, payment);
    const isHeld = !invoice || (transition(invoice.state, event!)?.effects.includes('hold') ?? true);
    const isNew = await ledgerStore.insert(tx, {
      provider,
      paymentId: payment.paymentId,
      companyId: tx.companyId,
      invoiceNumber: invoice?.number ?? null,
      reference: charge.reference,
      cents: payment.cents,
      currency: payment.currency,
      paidAt: payment.at,
      state: isHeld ? 'held' : 'applied',
      reason: isHeld ? holdReason(invoice, payment) : null,
      decidedBy: null,
    });
    await chargeStore.markPaid(tx, charge.id, nextPaidCheck(charge, clock.now()));
    if (isNew && !isHeld)
      await invoices.applyInvoiceEvent(tx, invoice, { event: event!, at: payment.at, paidWith: provider });
    return recordChange(tx, provider, payment);
  }

  /**
   * Money that was returned since, and disputes. They concern the invoice only if the money was applied to it. False if that
   * happened in this moment: its invoice would have to be locked before the entry.
   */
  async function recordChange(tx: Tx, provider: ProviderName, payment: Payment): Promise<boolean> {
    const key = { provider, paymentId: payment.paymentId };
    const before = await ledgerStore.findIn(tx, key);
    // The invoice is locked before the entry, as everywhere.
    const id =
      before?.state === 'applied' && before.companyId === tx.companyId && before.invoiceNumber !== null
        ? await ledgerStore.invoiceId(tx, before.invoiceNumber)
        : undefined;
    let invoice = id === undefined ? undefined : await invoices.lockInvoice(tx, id);
    const entry = await ledgerStore.lock(tx, key);
    if (entry?.state !== before?.state || entry?.invoiceNumber !== before?.invoiceNumber) return false;
    if (entry && entry.companyId !== tx.companyId) return false;
    const change = entry && changeOf(entry, payment);
    if (!change) return true;
    for (const event of change.events) {
      if (!invoice || !transition(invoice.state, event)) continue;
      const { state } = await invoices.applyInvoiceEvent(tx, invoice, { event, at: clock.now(), paidWith: provider });
      invoice = { ...invoice, state };
    }
    await ledgerStore.update(tx, key, change.entry);
    return true;
  }

  /** False if the money was applied to a company's invoice in this moment. */
  async function recordWithoutCompany(tx: PlatformTx, provider: ProviderName, payment: Payment): Promise<boolean> {
    const key = { provider, paymentId: payment.paymentId };
    await ledgerStore.insert(tx, {
      ...key,
      companyId: null,
      invoiceNumber: null,
      reference: payment.reference || null,
      cents: payment.cents,
      currency: payment.currency,
      paidAt: payment.at,
      state: 'held',
      reason: 'no-charge' satisfies HoldReason,
      decidedBy: null,
    });
    const entry = await ledgerStore.lock(tx, key);
    if (entry && entry.companyId !== null) return false;
    const change = entry && changeOf(entry, payment);
    if (change) await ledgerStore.update(tx, key, change.entry);
    return true;
  }

  return { findCharge, statusOf, settle, record };
}
export type Settlement = ReturnType<typeof createSettlement>;

function holdReason(invoice: InvoiceRow | undefined, payment: Payment): HoldReason {
  if (!invoice) return 'no-charge';
  if (payment.currency !== invoice.currency) return 'currency';
  return payment.cents === invoice.cents ? 'not-open' : 'amount';
}

/** What is new about a payment that is in the ledger; undefined if nothing is. Refunds only grow, until a dispute is won. */
export function changeOf(
  entry: LedgerRow,
  payment: Payment,
): { entry: LedgerChange; events: InvoiceEvent[] } | undefined {
  const reported = Math.min(payment.refundedCents, entry.cents);
  // Some providers count the money of a lost dispute as refunded.
  const isWonBack = entry.dispute === 'lost' && payment.dispute === 'won';
  const refundedCents = isWonBack ? reported : Math.max(entry.refundedCents, reported);
  const isReturned = refundedCents >= entry.cents;
  const dispute = nextDispute(entry.dispute, payment.dispute, isReturned);
  if (refundedCents === entry.refundedCents && dispute === entry.dispute) return undefined;
  const events: InvoiceEvent[] = [];
  if (dispute !== entry.dispute) {
    if (dispute === 'open' || (dispute === 'lost' && entry.dispute !== 'open')) events.push('dispute-opened');
    if (dispute === 'won' && entry.dispute === 'open') events.push('dispute-won');
    if (dispute === 'lost') events.push('dispute-lost');
  }
  if (refundedCents > entry.refundedCents) events.push(isReturned ? 'refunded' : 'partly-refunded');
  const { companyId, invoiceNumber, reason, decidedBy, decidedAt } = entry;
  // The dispute was lost, so the months were taken back; now the money is here again, and a person decides what it pays.
  if (entry.state === 'applied' && isWonBack) {
    const held = { state: 'held', reason: 'not-open' satisfies HoldReason, decidedBy: null, decidedAt: null } as const;
    return { entry: { companyId, invoiceNumber, refundedCents, dispute, ...held }, events: [] };
  }
  const state = entry.state === 'held' && isReturned ? 'returned' : entry.state;
  return {
    entry: { companyId, invoiceNumber, reason, decidedBy, decidedAt, refundedCents, dispute, state },
    events,
  };
}

/** Some providers show a dispute only while it is open: then it was lost if the money is gone. */
function nextDispute(
  before: LedgerRow['dispute'],
  reported: Payment['dispute'],
  isReturned: boolean,
): LedgerRow['dispute'] {
  // An older answer may arrive late; a lost dispute is only ever overturned.
  if (before === 'lost') return reported === 'won' ? reported : before;
  if (reported !== undefined) return reported;
  return before === 'open' ? (isReturned ? 'lost' : 'won') : before;
}
