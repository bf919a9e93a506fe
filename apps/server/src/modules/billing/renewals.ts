import { DEFAULT_CUSTOM_PRICES, type CustomSize, type Recurrence } from '@balcao/domain/billing/price';
import {
  customSizeOf,
  recurrenceOf,
  recurrenceOfMonths,
  renewalTerms,
  type InvoiceTerms,
  type PlanTerms,
} from '@balcao/domain/billing/terms';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { CompanyRow, PlanRow } from '../../infrastructure/db/schema/platform.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import type { InvoiceChange, InvoiceEvents, Payments } from './billing-interfaces.ts';
import { createBillingDays, dueDayOf } from './billing-days.ts';
import type { BillingMails } from './billing-mails.ts';
import { invoiceStore } from './invoices.store.ts';

export interface RenewalDeps {
  db: Db;
  clock: Clock;
  companies: Companies;
  settings: Pick<Settings, 'billing'>;
  payments: Payments;
  events: InvoiceEvents;
  mails: BillingMails;
}
/** What a renewal is for, if it is not what the company has now. */
export interface Choice {
  plan?: PlanTerms | undefined;
  /** Null: the plan's own size. */
  size?: CustomSize | null | undefined;
  recurrence?: Recurrence | undefined;
}
export interface BilledCompany {
  company: CompanyRow;
  /** With the limits of the plan itself. */
  plan: PlanRow;
}
interface Reissue {
  withChoice: boolean;
  voidsUpgrades?: boolean;
  userId: number | undefined;
}
/** A payment can begin between closing the charges of an invoice and voiding it. */
const MAX_CLOSE_ATTEMPTS = 3;

/** Renewal invoices: one live for the due day of each company. */
export function createRenewals({ db, clock, companies, settings, payments, events, mails }: RenewalDeps) {
  const { today, isDue, isStale, yearOf, needsRenewal } = createBillingDays(clock);

  async function lockCompany(tx: Tx): Promise<BilledCompany> {
    // Sent together; the second statement reads what the lock waited for.
    const [, billed] = await Promise.all([companies.lock(tx), companies.inTx.getWithOwnPlan(tx)]);
    return billed;
  }

  /** Terms of the next renewal: what was chosen, else the plan from the next renewal on, else the present one. */
  async function termsOf(
    tx: Tx,
    { company, plan: present }: BilledCompany,
    choice: Choice = {},
  ): Promise<InvoiceTerms> {
    const next = company.nextPlanId === null ? undefined : await companies.inTx.findPlan(tx, company.nextPlanId);
    const plan = choice.plan ?? next ?? present;
    const isSamePlan = plan.id === present.id;
    const size = choice.size === undefined && isSamePlan && !choice.plan ? customSizeOf(company) : choice.size;
    const recurrence = choice.recurrence ?? recurrenceOf(company.recurrence);
    const prices = size ? (await settings.billing(tx)).customPrices : DEFAULT_CUSTOM_PRICES;
    return renewalTerms(company, { plan, isSamePlan, size: size ?? undefined, recurrence }, prices);
  }

  /** The number comes last: its counter is locked until the commit. */
  async function insert(
    tx: Tx,
    company: CompanyRow,
    invoice: Omit<Parameters<typeof invoiceStore.insert>[2], 'buyer'>,
  ) {
    const buyer = { name: company.name, ...(company.email && { email: company.email }), ...company.buyer };
    return invoiceStore.insert(tx, yearOf(company), { ...invoice, buyer }, clock.now());
  }

  /** Issues the renewal of a locked company. One that costs nothing is paid at once. */
  async function issue(tx: Tx, { company }: BilledCompany, terms: InvoiceTerms): Promise<InvoiceRow> {
    const invoice = await insert(tx, company, { ...terms, kind: 'renewal', dueDay: dueDayOf(company) });
    if (invoice.cents > 0) {
      await mails.issued(tx, company, invoice);
      return invoice;
    }
    await events.applyInvoiceEvent(tx, invoice, { event: 'settled', at: clock.now(), paidWith: 'manual' });
    return (await invoiceStore.byId(tx, invoice.id))!;
  }

  /** True if the renewal was needed. */
  async function issueIfDue(tx: Tx, billed: BilledCompany, present: InvoiceRow[]): Promise<boolean> {
    if (!needsRenewal(billed.company, present)) return false;
    await issue(tx, billed, await termsOf(tx, billed));
    return true;
  }

  const choiceOf = (tx: Tx, invoice: InvoiceRow) => choiceIn(companies, tx, invoice);

  /**
   * Voids open invoices after their charges are cancelled, and runs `then` in the same transaction. A charge that turns out
   * to be paid wins: its invoice is paid then, and not among the voided ones.
   */
  async function replacing<T>(
    companyId: number,
    select: (company: CompanyRow) => (invoice: InvoiceRow) => boolean,
    change: Omit<InvoiceChange, 'at'>,
    then: (tx: Tx, billed: BilledCompany, voided: InvoiceRow[]) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 0; attempt < MAX_CLOSE_ATTEMPTS; attempt++) {
      const ids = await db.readCompany(companyId, async (tx) => {
        const { company } = await companies.inTx.getWithOwnPlan(tx);
        return (await invoiceStore.open(tx)).filter(select(company)).map(({ id }) => id);
      });
      for (const id of ids) await payments.closeCharges(companyId, id);
      const result = await db.inCompany(companyId, async (tx) => {
        const billed = await lockCompany(tx);
        const open = (await invoiceStore.open(tx)).filter(select(billed.company));
        for (const { id } of open) if (await payments.hasLiveCharges(tx, id)) return undefined;
        for (const invoice of open) {
          await events.applyInvoiceEvent(tx, invoice, { ...change, at: clock.now() });
        }
        return { value: await then(tx, billed, open) };
      });
      if (result) return result.value;
    }
    return refuse('ERR_INVOICE_NOT_OPEN');
  }

  return {
    today,
    dueDayOf,
    lockCompany,
    termsOf,
    choiceOf,
    insert,
    issue,
    replacing,
    /** Issues the renewal if it is time and there is none; voids what no longer fits. True if something was written. */
    async renew(companyId: number): Promise<boolean> {
      const isIssued = await db.inCompany(companyId, async (tx) => {
        const [billed, present] = await Promise.all([lockCompany(tx), invoiceStore.openAndPresent(tx)]);
        const { company } = billed;
        if (present.filter(({ state }) => state === 'open').some(isStale(company))) return undefined;
        return issueIfDue(tx, billed, present);
      });
      if (isIssued !== undefined) return isIssued;
      return replacing(companyId, isStale, { event: 'replaced' }, async (tx, billed, voided) => {
        return (await issueIfDue(tx, billed, await invoiceStore.openAndPresent(tx))) || voided.length > 0;
      });
    },
    /**
     * Replaces the open renewal after something that its price depends on has changed in `work`. What the company chose in
     * its checkout stays chosen `withChoice`. Upgrades are voided too if what they were priced for has changed.
     */
    async reissue<T>(
      companyId: number,
      { withChoice, voidsUpgrades = false, userId }: Reissue,
      work: (tx: Tx, billed: BilledCompany) => Promise<T>,
    ): Promise<{ value: T; invoice: InvoiceRow | undefined }> {
      const select = () => (invoice: InvoiceRow) => invoice.kind === 'renewal' || voidsUpgrades;
      return replacing(companyId, select, { event: 'replaced', userId }, async (tx, before, voided) => {
        const value = await work(tx, before);
        const billed = await companies.inTx.getWithOwnPlan(tx);
        if (!isDue(billed.company) || (await invoiceStore.openRenewal(tx, dueDayOf(billed.company))))
          return { value, invoice: undefined };
        const former = voided.find(({ kind }) => kind === 'renewal');
        const choice = withChoice && former ? await choiceOf(tx, former) : {};
        return { value, invoice: await issue(tx, billed, await termsOf(tx, billed, choice)) };
      });
    },
    /** After another plan was paid: what is open for the former one is voided, and the renewal issued again. */
    refit: (companyId: number): Promise<void> =>
      replacing(
        companyId,
        (company) => (invoice) => invoice.kind === 'upgrade' || invoice.planId !== company.planId,
        { event: 'replaced' },
        async (tx, billed) => void (await issueIfDue(tx, billed, await invoiceStore.openAndPresent(tx))),
      ),
    /** Replaces one open renewal by what was chosen. */
    replace: (companyId: number, invoiceId: number, choice: Choice, userId: number): Promise<InvoiceRow> =>
      replacing(
        companyId,
        () => (invoice) => invoice.id === invoiceId,
        { event: 'replaced', userId },
        async (tx, billed, voided) => {
          // It was paid meanwhile, or was for a former due day.
          const live = await invoiceStore.openRenewal(tx, dueDayOf(billed.company));
          if (voided.length === 0 || live) refuse('ERR_INVOICE_NOT_OPEN');
          return issue(tx, billed, await termsOf(tx, billed, choice));
        },
      ),
  };
}
export type Renewals = ReturnType<typeof createRenewals>;

/** What an invoice is for, as a choice that can be issued again. */
async function choiceIn(companies: Companies, tx: Tx, invoice: InvoiceRow): Promise<Choice> {
  const { planId, isCustomSize, users, connections, months } = invoice;
  return {
    plan: await companies.inTx.findPlan(tx, planId),
    size: isCustomSize ? { users, connections } : null,
    recurrence: recurrenceOfMonths(months),
  };
}
