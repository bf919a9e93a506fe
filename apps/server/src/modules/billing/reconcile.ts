import { nextCheck, nextPaidCheck } from '@balcao/domain/billing/billing-calendar';
import { DAY_MS, MINUTE_MS } from '@balcao/domain/kit/durations';
import {
  ProviderError,
  providerNames,
  type Payment,
  type PaymentProvider,
  type ProviderName,
} from '../../gateways/payments/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ChargeRow } from '../../infrastructure/db/schema/billing.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { chargeStore } from './charges.store.ts';
import { ledgerStore } from './ledger.store.ts';
import type { Providers } from './providers.ts';
import { changeOf, type Settlement } from './settlement.ts';

interface Deps {
  db: Db;
  clock: Clock;
  providers: Pick<Providers, 'find' | 'watched'>;
  settlement: Settlement;
  onError(error: unknown): void;
}
const BATCH = 200;
const PARALLEL = 8;
/** The job runs every minute. */
const MAX_RUN_MS = 50_000;
/** A charge whose creation was never confirmed is given up then; the provider is still asked about it. */
const MAX_CREATING_MS = 8 * MINUTE_MS;
const STATEMENT_MS = 3 * DAY_MS;
const PAGE = 100;
/** After this many failures in a row the rest of a provider's charges waits for the next run. */
const MAX_FAILURES = 3;

/** Finds payments without webhooks: by asking about each charge, and by reading what each provider received. */
export function createReconciliation({ db, clock, providers, settlement, onError }: Deps) {
  async function check(charge: ChargeRow): Promise<void> {
    const state = await settlement.settle(charge).catch((error: unknown) => {
      if (charge.state === 'creating' && error instanceof ProviderError) return undefined;
      throw error;
    });
    if (charge.state !== 'creating' || state === 'paid') return;
    // Its code was never shown. A customer who still wants to pay gets a new charge.
    const isGivenUp = state !== undefined || +clock.now() - +charge.createdAt >= MAX_CREATING_MS;
    if (isGivenUp)
      await db.inCompany(charge.companyId, (tx) =>
        chargeStore.setState(tx, charge.id, 'failed', {
          error: charge.error ?? 'the provider did not answer',
          nextCheckAt: state === 'gone' ? null : charge.nextCheckAt,
        }),
      );
  }

  /** Takes the check, so that no other server asks at the same time, and a failed one waits for its next turn. */
  const take = (companyId: number, id: number) =>
    db.inCompany(companyId, async (tx) => {
      const charge = await chargeStore.find(tx, id);
      const now = clock.now();
      const nextOf = charge?.state === 'paid' ? nextPaidCheck : nextCheck;
      return charge && chargeStore.claimCheck(tx, id, now, nextOf(charge, now));
    });

  /** A check that was taken and not made is due again when the job runs next. */
  const leaveToNextRun = ({ companyId, id }: ChargeRow) =>
    db.inCompany(companyId, (tx) => chargeStore.checkAgainAt(tx, id, new Date(+clock.now() + MINUTE_MS)));

  /** Only the statement can find what a charge no longer shows. */
  async function reconcilePage(provider: PaymentProvider, payments: Payment[]): Promise<void> {
    const known = await ledgerStore.known(
      db,
      provider.name,
      payments.map(({ paymentId }) => paymentId),
    );
    for (const payment of payments) {
      const entry = known.get(payment.paymentId);
      if (entry && !changeOf(entry, payment)) continue;
      await reconcileOne(provider, payment).catch((error: unknown) => {
        // A provider that does not answer ends its statement; a payment that cannot be stored must not hide the others.
        if (error instanceof ProviderError) throw error;
        onError(error);
      });
    }
  }
  async function reconcileOne(provider: PaymentProvider, payment: Payment): Promise<void> {
    const charge = payment.reference === '' ? undefined : await settlement.findCharge(payment.reference);
    const own = charge?.provider === provider.name ? charge : undefined;
    // The status of the charge says more about refunds and disputes than the statement does.
    if (own) await settlement.settle(own);
    if (!own || !(await ledgerStore.find(db, { provider: provider.name, paymentId: payment.paymentId })))
      await settlement.record(provider.name, payment, own);
  }

  async function readStatement(provider: PaymentProvider): Promise<void> {
    const to = clock.now();
    let page: Payment[] = [];
    for await (const payment of provider.listReceived(new Date(+to - STATEMENT_MS), to)) {
      page.push(payment);
      if (page.length < PAGE) continue;
      await reconcilePage(provider, page);
      page = [];
    }
    await reconcilePage(provider, page);
  }

  return {
    /** Job: asks about the charges that are due. */
    async checkDue(): Promise<void> {
      const startedAt = performance.now();
      const failures = new Map<ProviderName, number>();
      const hasTime = () => performance.now() - startedAt < MAX_RUN_MS;
      for (let isFull = true; isFull && hasTime();) {
        const due = await chargeStore.due(db, clock.now(), BATCH);
        isFull = due.length === BATCH;
        const queue = due.values();
        await Promise.all(
          Array.from({ length: PARALLEL }, async () => {
            for (const { companyId, id } of queue) {
              if (!hasTime()) return;
              const charge = await take(companyId, id);
              if (!charge) continue;
              if ((failures.get(charge.provider) ?? 0) >= MAX_FAILURES) {
                await leaveToNextRun(charge);
                continue;
              }
              try {
                await check(charge);
                failures.delete(charge.provider);
              } catch (error) {
                failures.set(charge.provider, (failures.get(charge.provider) ?? 0) + 1);
                if (!(error instanceof ProviderError)) onError(error);
              }
            }
          }),
        );
      }
    },
    /** Job: reads what each provider received in the last days. One that fails does not keep the others from it. */
    async fetchStatements(): Promise<void> {
      for (const name of providerNames) {
        const provider = await providers.find(name);
        if (!provider) continue;
        try {
          await providers.watched(name, () => readStatement(provider));
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}
export type Reconciliation = ReturnType<typeof createReconciliation>;
