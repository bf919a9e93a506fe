import type { Clock } from '../../infrastructure/clock.ts';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { QueueMail } from '../../infrastructure/mail/outgoing-mails.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import type { InvoiceEvents, Payments } from './billing-interfaces.ts';
import { createBillingMails } from './billing-mails.ts';
import { createCheckout } from './checkout.ts';
import { createInvoiceEvents } from './invoice-events.ts';
import { createInvoices } from './invoices.ts';
import { createIssueInvoices } from './issue-invoices.ts';
import { createPlanChange } from './plan-change.ts';
import { createReminders } from './reminders.ts';
import { createRenewals } from './renewals.ts';
import { createSubscriptionManagement } from './subscription-management.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
  settings: Pick<Settings, 'billing'>;
  /** Payments apply events to invoices, and invoices have charges: the events are built first. */
  paymentsWith(events: InvoiceEvents): Payments;
  queueMail: QueueMail;
  wakeMails(db: Db): Promise<void>;
  linkTo(path: string): string;
  superUserNames(ids: number[]): Promise<ReadonlyMap<number, string>>;
  onError(error: unknown): void;
}

/** Invoices and subscriptions of the companies of the platform. */
export function createBilling(deps: Deps) {
  const { db, clock, companies } = deps;
  const mails = createBillingMails(deps);
  const late: { payments?: Payments } = {};
  const events = createInvoiceEvents({
    clock,
    companies,
    payments: { cancelCharges: (tx, id) => late.payments!.cancelCharges(tx, id) },
    mails,
  });
  const payments = (late.payments = deps.paymentsWith(events));
  const renewals = createRenewals({ ...deps, payments, events, mails });
  const shared = { ...deps, payments, renewals };
  const invoices = createInvoices(shared);
  const planChange = createPlanChange(shared);
  return {
    events,
    invoices,
    planChange,
    checkout: createCheckout({ ...shared, events, invoices, planChange }),
    management: createSubscriptionManagement({ ...shared, events, invoices }),
    issuing: createIssueInvoices({ ...deps, renewals }),
    reminders: createReminders({ ...deps, mails, renewals }),
    /** After a super user changed plan, recurrence or activity of a company: the open renewal is issued again. */
    reissue: (companyId: number, userId: number) =>
      renewals.reissue(companyId, { withChoice: false, voidsUpgrades: true, userId }, async () => undefined),
    refit: renewals.refit,
    presentOf: (companyId: number, invoice: InvoiceRow) =>
      db.readCompany(companyId, async (tx) => {
        const { company } = await companies.inTx.get(tx);
        return (await invoices.present(tx, company, [invoice]))[0]!;
      }),
  };
}
export type Billing = ReturnType<typeof createBilling>;
