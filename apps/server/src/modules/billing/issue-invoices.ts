import { ISSUE_DAYS } from '@balcao/domain/billing/billing-calendar';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Clock } from '../../infrastructure/clock.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { isOverdue } from '@balcao/domain/billing/subscription';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { invoiceStore } from './invoices.store.ts';
import type { Renewals } from './renewals.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
  settings: Pick<Settings, 'billing'>;
  renewals: Pick<Renewals, 'renew'>;
  /** Sends the mails of a portion at once. */
  wakeMails(db: Db): Promise<void>;
  onError(error: unknown): void;
}
const BATCH_SIZE = 500;
/** Companies at the same time. Only the number of an invoice is taken one after the other. */
const WORKERS = 4;

/** Issues the invoices that are due, and deactivates companies that have not paid for as long as the owner allows. */
export function createIssueInvoices({ db, clock, companies, settings, renewals, wakeMails, onError }: Deps) {
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

  return {
    /** Returns how many companies got a new invoice or lost one that no longer fits. */
    async issueAll(): Promise<number> {
      const now = clock.now();
      // A day more: due dates are compared by the day of each company's time zone afterwards.
      const dueUntil = new Date(+now + (ISSUE_DAYS + 1) * DAY_MS);
      let written = 0;
      for (let after = 0; ;) {
        const ids = await invoiceStore.companiesToInvoice(db, dueUntil, now, after, BATCH_SIZE);
        const waiting = ids.values();
        const writtenBefore = written;
        const work = async () => {
          for (const id of waiting) {
            try {
              if (await renewals.renew(id)) written++;
            } catch (error) {
              onError(error);
            }
          }
        };
        await Promise.all(Array.from({ length: WORKERS }, work));
        if (written > writtenBefore) await wakeMails(db).catch(onError);
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
