import type { InvoiceTerms } from '@balcao/domain/billing/terms';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { createBillingDays } from './billing-days.ts';
import { invoiceStore } from './invoices.store.ts';
import type { BilledCompany, Renewals } from './renewals.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
  renewals: Pick<Renewals, 'termsOf' | 'issue'>;
}
interface FoundRenewal {
  billed: BilledCompany;
  terms: InvoiceTerms;
}

/**
 * Issues the renewals of several companies in one transaction: the counter of the numbers is locked, and the disk waited for,
 * once for all of them.
 */
export function createIssueTogether({ db, clock, companies, renewals }: Deps) {
  const { isStale, needsRenewal, yearOf } = createBillingDays(clock);

  /**
   * What a company needs; undefined if nothing. `alone`: invoices to void, nothing to pay, or a company that is locked. These
   * take more than a new invoice, or would have to be waited for while other companies are locked.
   */
  async function findRenewal(tx: Tx): Promise<FoundRenewal | 'alone' | undefined> {
    // Sent together: a night has thousands of companies.
    const [isLocked, billed, present] = await Promise.all([
      companies.lockIfFree(tx),
      companies.inTx.getWithOwnPlan(tx),
      invoiceStore.openAndPresent(tx),
    ]);
    if (!isLocked || present.filter(({ state }) => state === 'open').some(isStale(billed.company))) return 'alone';
    if (!needsRenewal(billed.company, present)) return undefined;
    const terms = await renewals.termsOf(tx, billed);
    return terms.cents > 0 ? { billed, terms } : 'alone';
  }

  /** Returns how many were issued, and the companies that need a transaction of their own. */
  return (companyIds: readonly number[]): Promise<{ issued: number; left: readonly number[] }> =>
    db.inCompanies(async (inStep) => {
      const left: number[] = [];
      const found: FoundRenewal[] = [];
      // All companies are locked before the counter, in the order of every other transaction that issues an invoice.
      for (const id of companyIds) {
        const renewal = await inStep(id, findRenewal);
        if (renewal === 'alone') left.push(id);
        else if (renewal) found.push(renewal);
      }
      // In another time zone it may be another year: the counters of two years are locked in one order.
      const inOrder = found.toSorted((a, b) => yearOf(a.billed.company) - yearOf(b.billed.company));
      for (const { billed, terms } of inOrder)
        await inStep(billed.company.companyId, (tx) => renewals.issue(tx, billed, terms));
      return { issued: found.length, left };
    });
}
