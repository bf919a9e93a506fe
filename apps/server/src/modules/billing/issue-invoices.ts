import { ISSUE_DAYS } from '@balcao/domain/billing/billing-calendar';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Clock } from '../../infrastructure/clock.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { nextBatchSize } from '../../infrastructure/limits/batch-size.ts';
import { isOverdue } from '@balcao/domain/billing/subscription';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { createIssueTogether } from './issue-together.ts';
import { invoiceStore } from './invoices.store.ts';
import type { Renewals } from './renewals.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
  settings: Pick<Settings, 'billing'>;
  renewals: Renewals;
  /** Sends the mails of a portion at once. */
  wakeMails(db: Db): Promise<void>;
  onError(error: unknown): void;
}
const BATCH_SIZE = 500;
/** Portions at the same time: one reads its companies while the other has locked the counter of the numbers. */
const WORKERS = 2;
/**
 * Companies of one transaction. While it is open, no event of any company is published, so a slow database gets fewer of
 * them in the next one.
 */
const PORTION = { aimMs: 200, min: 5, max: 50 };

/** Issues the invoices that are due, and deactivates companies that have not paid for as long as the owner allows. */
export function createIssueInvoices({ db, clock, companies, settings, renewals, wakeMails, onError }: Deps) {
  const issueTogether = createIssueTogether({ db, clock, companies, renewals });

  async function deactivate(companyId: number, days: number): Promise<void> {
    await db.inCompany(companyId, async (tx) => {
      const company = await companies.lock(tx);
      if (!company?.isActive || !isOverdue(company, clock.now(), days)) return;
      await companies.change(tx, { isActive: false, isDeactivatedAsOverdue: true });
      await audit(tx, {
        userId: null,
        action: 'company.deactivated',
        subject: `company ${companyId}`,
        data: { overdueDays: days },
      });
    });
  }

  /** A company that fails does not stop the others of its portion: each of them gets a transaction of its own then. */
  async function issuePortion(ids: readonly number[]): Promise<number> {
    const together = await issueTogether(ids).catch(() => ({ issued: 0, left: ids }));
    let { issued } = together;
    for (const id of together.left) {
      try {
        if (await renewals.renew(id)) issued++;
      } catch (error) {
        onError(error);
      }
    }
    return issued;
  }

  /** In portions, each in a transaction of its own: what is committed stays when the process ends. */
  async function issueFor(ids: readonly number[]): Promise<number> {
    let written = 0;
    let next = 0;
    let size = PORTION.min;
    const work = async () => {
      while (next < ids.length) {
        const portion = ids.slice(next, next + size);
        next += portion.length;
        const startedAt = performance.now();
        const issued = await issuePortion(portion);
        written += issued;
        size = nextBatchSize({ size: portion.length, tookMs: performance.now() - startedAt, ...PORTION });
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    return written;
  }

  return {
    /** Returns how many companies got a new invoice or lost one that no longer fits. */
    async issueAll(): Promise<number> {
      const now = clock.now();
      // A day more: due dates are compared by the day of each company's time zone afterwards.
      const dueUntil = new Date(+now + (ISSUE_DAYS + 1) * DAY_MS);
      let written = 0;
      for (let after = 0; ;) {
        const ids = await invoiceStore.companiesToInvoice(db, dueUntil, now, after, BATCH_SIZE);
        const issued = await issueFor(ids);
        written += issued;
        if (issued > 0) await wakeMails(db).catch(onError);
        if (ids.length < BATCH_SIZE) return written;
        after = ids.at(-1)!;
      }
    },

    /** Only if the owner set a number of days. A payment activates the company again. */
    async deactivateOverdue(): Promise<void> {
      const { deactivateAfterDays: days } = await settings.billing();
      if (days === undefined) return;
      const before = new Date(+clock.now() - days * DAY_MS);
      for (const id of await invoiceStore.companiesOverdueSince(db, before, BATCH_SIZE))
        await deactivate(id, days).catch(onError);
    },
  };
}
