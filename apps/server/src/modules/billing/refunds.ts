import { createHash } from 'node:crypto';
import type { Actor } from '@balcao/domain/policy/actor';
import { ProviderError, type ProviderName } from '../../gateways/payments/port.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { LedgerRow } from '../../infrastructure/db/schema/billing.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { InvoiceEvents } from './billing-interfaces.ts';
import { ledgerStore, type LedgerKey } from './ledger.store.ts';
import type { Providers } from './providers.ts';
import type { Settlement } from './settlement.ts';

interface Deps {
  db: Db;
  clock: Clock;
  providers: Pick<Providers, 'find' | 'watched'>;
  settlement: Settlement;
  invoices: InvoiceEvents;
}
type Key = LedgerKey & { provider: ProviderName };
type Outcome = 'done' | 'pending' | 'refused' | 'unknown';

/** What a super user decides about money: apply it, or return it to the payer. */
export function createRefunds({ db, clock, providers, settlement, invoices }: Deps) {
  const entryOf = async (key: Key): Promise<LedgerRow> =>
    assertFound(await ledgerStore.find(db, key), 'ERR_NO_PAYMENT_FOUND');

  /** Sends the refund. Its effect on the ledger comes from the provider's own answer to a status query. */
  async function send(entry: LedgerRow, key: Key, cents: number, refundKey: string) {
    const provider = (await providers.find(key.provider)) ?? refuse('ERR_NO_PAYMENT_PROVIDER');
    let outcome: Outcome;
    let message: string | null = null;
    try {
      outcome = await providers.watched(key.provider, () => provider.refund(entry, cents, refundKey));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      outcome = error.kind === 'refused' || error.kind === 'configuration' ? 'refused' : 'unknown';
      message = error.message;
    }
    if (outcome === 'done' || outcome === 'pending') await refresh(entry);
    return { outcome, message, entry: await entryOf(key) };
  }
  async function refresh(entry: LedgerRow): Promise<void> {
    const charge = entry.reference === null ? undefined : await settlement.findCharge(entry.reference);
    // The refund was made, whatever this query says; the webhook or the statement records it then.
    if (charge)
      await settlement.settle(charge).catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error;
      });
  }

  const auditRefund = (actor: Actor, key: Key, data: Record<string, unknown>) =>
    db.inCompany(actor.companyId, (tx) =>
      audit(tx, {
        userId: actor.userId,
        action: 'payment.refunded',
        subject: `payment ${key.provider} ${key.paymentId}`,
        data,
      }),
    );

  return {
    /** Returns applied money, all of it or a part. Repeatable with the same key. */
    async refund(actor: Actor, key: Key, request: { cents?: number | undefined; key: string; reason: string }) {
      const entry = await entryOf(key);
      if (entry.state !== 'applied') refuse('ERR_PAYMENT_STATE');
      const left = entry.cents - entry.refundedCents;
      if (left <= 0) return { outcome: 'done' as const, message: null, entry };
      const cents = request.cents ?? left;
      if (cents > entry.cents) refuse('ERR_VALIDATION', { field: 'cents', rule: 'tooLarge' });
      await auditRefund(actor, key, { cents, reason: request.reason });
      return send(entry, key, cents, request.key);
    },

    /** Returns held money. A second click finds it returned, or sends the same refund again. */
    async returnHeld(actor: Actor, key: Key, { reason }: { reason: string }) {
      const entry = await entryOf(key);
      if (entry.state === 'returned') return { outcome: 'done' as const, message: null, entry };
      if (entry.state !== 'held') refuse('ERR_PAYMENT_STATE');
      const cents = entry.cents - entry.refundedCents;
      await auditRefund(actor, key, { cents, reason });
      const refundKey = createHash('sha256')
        .update(`return ${key.provider} ${key.paymentId}`)
        .digest('hex')
        .slice(0, 32);
      const sent = await send(entry, key, cents, refundKey);
      if (sent.outcome === 'refused' || sent.outcome === 'unknown') return sent;
      await db.onPlatform(async (tx) => {
        const current = await ledgerStore.lock(tx, key);
        if (!current || current.state === 'applied') return;
        // Money without a charge: only the provider's answer shows that it was returned.
        const isDone = current.state === 'returned' || (sent.outcome === 'done' && current.companyId === null);
        await ledgerStore.update(tx, key, {
          ...current,
          ...(isDone && { state: 'returned', refundedCents: current.cents }),
          reason,
          decidedBy: actor.userId,
          decidedAt: clock.now(),
        });
      });
      return { ...sent, entry: await entryOf(key) };
    },

    /** Counts held money for an open invoice of any company, whatever its amount. */
    async applyHeld(
      actor: Actor,
      key: Key,
      { companyId, invoiceId, reason }: { companyId: number; invoiceId: number; reason: string },
    ): Promise<LedgerRow> {
      await entryOf(key);
      await db.inCompany(companyId, async (tx) => {
        const invoice = assertFound(await invoices.lockInvoice(tx, invoiceId), 'ERR_NO_INVOICE_FOUND');
        const entry = assertFound(await ledgerStore.lock(tx, key), 'ERR_NO_PAYMENT_FOUND');
        if (entry.state !== 'held' || entry.refundedCents > 0) refuse('ERR_PAYMENT_STATE');
        // Disputed money may be taken back, or is gone; cents of another currency are another amount.
        if (entry.dispute === 'open' || entry.dispute === 'lost' || entry.currency !== invoice.currency)
          refuse('ERR_PAYMENT_NOT_APPLICABLE');
        if (invoice.state !== 'open') refuse('ERR_INVOICE_NOT_OPEN');
        await ledgerStore.update(tx, key, {
          ...entry,
          companyId,
          invoiceNumber: invoice.number,
          state: 'applied',
          reason,
          decidedBy: actor.userId,
          decidedAt: clock.now(),
        });
        await invoices.applyInvoiceEvent(tx, invoice, {
          event: 'settled',
          at: entry.paidAt,
          paidWith: key.provider,
          userId: actor.userId,
          reason,
        });
      });
      return entryOf(key);
    },
  };
}
export type Refunds = ReturnType<typeof createRefunds>;
