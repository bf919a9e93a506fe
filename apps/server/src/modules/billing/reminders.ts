import { REMINDER_DAYS, reminderDue } from '@balcao/domain/billing/billing-calendar';
import { addDays, daysBetween } from '@balcao/domain/billing/due-date';
import type { Clock } from '../../infrastructure/clock.ts';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { BillingMails } from './billing-mails.ts';
import { invoiceStore } from './invoices.store.ts';
import type { Renewals } from './renewals.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
  mails: Pick<BillingMails, 'reminder'>;
  renewals: Pick<Renewals, 'today'>;
  /** Sends the mails of a portion at once. */
  wakeMails(db: Db): Promise<void>;
  onError(error: unknown): void;
}
const BATCH_SIZE = 500;

/** A company that was deleted or deactivated by a person is not asked for money. */
const isReminded = ({ deleteAt, isActive, isDeactivatedAsOverdue }: CompanyRow): boolean =>
  deleteAt === null && (isActive || isDeactivatedAsOverdue);

/** Reminds companies of unpaid renewals by mail. Each reminder is stored once, so the job may run as often as it likes. */
export function createReminders({ db, clock, companies, mails, renewals, wakeMails, onError }: Deps) {
  const remind = (companyId: number, invoiceId: number) =>
    db.inCompany(companyId, async (tx) => {
      const [{ company }, invoice] = await Promise.all([companies.inTx.get(tx), invoiceStore.byId(tx, invoiceId)]);
      if (invoice?.state !== 'open' || !isReminded(company)) return;
      const reminder = reminderDue(daysBetween(invoice.dueDay, renewals.today(company)));
      if (reminder !== undefined) await mails.reminder(tx, company, invoice, reminder);
    });

  return {
    async sendAll(): Promise<void> {
      // A day more on both sides: time zones decide inside.
      const today = clock.now().toISOString().slice(0, 10);
      const days = { from: addDays(today, -REMINDER_DAYS.at(-1)! - 2), to: addDays(today, -REMINDER_DAYS[0] + 1) };
      for (let after = 0; ;) {
        const due = await invoiceStore.toRemind(db, days, after, BATCH_SIZE);
        for (const { companyId, id } of due) await remind(companyId, id).catch(onError);
        if (due.length > 0) await wakeMails(db).catch(onError);
        if (due.length < BATCH_SIZE) return;
        after = due.at(-1)!.id;
      }
    },
  };
}
