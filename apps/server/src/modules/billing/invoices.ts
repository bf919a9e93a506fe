import type { Invoice, InvoiceDetails, Subscription } from '@balcao/contract/endpoints/invoices';
import { ISSUE_DAYS } from '@balcao/domain/billing/billing-calendar';
import { addDays, daysBetween, paidUntil } from '@balcao/domain/billing/due-date';
import { isOverdue, OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { recurrenceOf } from '@balcao/domain/billing/terms';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { presentPlan, type Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Payments } from './billing-interfaces.ts';
import { invoiceStore } from './invoices.store.ts';
import { presentBuyer, presentDetails, presentDiscount, presentInvoice } from './invoices.wire.ts';
import type { Renewals } from './renewals.ts';

export interface InvoiceDeps {
  db: Db;
  clock: Clock;
  companies: Companies;
  settings: Pick<Settings, 'billing'>;
  payments: Payments;
  renewals: Renewals;
}
const NEVER_LAST = Number.MAX_SAFE_INTEGER;

/** Invoices and the subscription of a company, as its users see them. */
export function createInvoices({ db, clock, companies, settings, payments, renewals }: InvoiceDeps) {
  async function present(tx: Tx, company: CompanyRow, rows: InvoiceRow[]): Promise<Invoice[]> {
    const live = await payments.beingPaid(
      tx,
      rows.filter(({ state }) => state === 'open').map(({ id }) => id),
    );
    const { timeZone } = company;
    const today = renewals.today(company);
    return rows.map((invoice) => presentInvoice({ invoice, timeZone, today, isBeingPaid: live.has(invoice.id) }));
  }

  async function details(companyId: number, id: number): Promise<InvoiceDetails> {
    const methods = await payments.methods();
    return db.readCompany(companyId, async (tx) => {
      const { company } = await companies.inTx.get(tx);
      const invoice = await find(tx, id);
      const charges = await payments.chargesOf(tx, id);
      const isBeingPaid = invoice.state === 'open' && (await payments.beingPaid(tx, [id])).has(id);
      const { timeZone } = company;
      return presentDetails({ invoice, timeZone, today: renewals.today(company), isBeingPaid }, { charges, methods });
    });
  }

  /** Void invoices exist for super users only. */
  async function find(tx: Tx, id: number): Promise<InvoiceRow> {
    const invoice = await invoiceStore.byId(tx, id);
    return assertFound(invoice?.state === 'void' ? undefined : invoice, 'ERR_NO_INVOICE_FOUND');
  }

  async function stateOf(tx: Tx, company: CompanyRow, graceDays: number): Promise<Subscription['state']> {
    if (company.companyId === OWNER_COMPANY_ID) return 'unlimited';
    if (isOverdue(company, clock.now(), graceDays)) return 'overdue';
    if (isOverdue(company, clock.now())) return 'grace';
    if (renewals.today(company) === renewals.dueDayOf(company)) return 'endsToday';
    const entries = await companies.subscriptionEntries.all(tx);
    return entries.every(({ kind }) => kind === 'start') ? 'trial' : 'active';
  }

  async function subscription(companyId: number): Promise<Subscription> {
    const methods = await payments.methods();
    return db.readCompany(companyId, async (tx) => {
      const { company, plan } = await companies.inTx.get(tx);
      const { graceDays } = await settings.billing(tx);
      const open = (await invoiceStore.open(tx)).filter(({ kind }) => kind === 'renewal');
      const next = company.nextPlanId === null ? undefined : await companies.inTx.findPlan(tx, company.nextPlanId);
      const dueDay = renewals.dueDayOf(company);
      const today = renewals.today(company);
      const issueDay = addDays(dueDay, -ISSUE_DAYS);
      const isIssued = open.length > 0 || companyId === OWNER_COMPANY_ID;
      return {
        state: await stateOf(tx, company, graceDays),
        plan: presentPlan(plan),
        nextPlan: next ? { id: next.id, name: next.name } : null,
        recurrence: recurrenceOf(company.recurrence),
        dueDate: company.dueDate.toISOString(),
        dueDay,
        daysLeft: daysBetween(today, dueDay),
        worksUntil: new Date(+company.dueDate + graceDays * DAY_MS).toISOString(),
        used: await invoiceStore.used(tx),
        allowed: { users: plan.users, connections: plan.connections, queues: plan.queues },
        discount: presentDiscount(company),
        email: company.buyer?.email ?? company.email,
        buyer: presentBuyer(company.buyer ?? {}),
        openInvoice: (await present(tx, company, open.slice(0, 1)))[0] ?? null,
        methods,
        nextInvoiceDay: isIssued ? null : issueDay > today ? issueDay : today,
      };
    });
  }

  return {
    present,
    details,
    find,
    subscription,
    list: (companyId: number, filter: Parameters<typeof invoiceStore.page>[1]) =>
      db.readCompany(companyId, async (tx) => {
        const { rows, ...page } = await invoiceStore.page(tx, filter);
        const { company } = await companies.inTx.get(tx);
        return { rows, invoices: await present(tx, company, rows), ...page };
      }),
    /** «Já paguei»: the providers are asked now. */
    async check(actor: Actor, id: number): Promise<InvoiceDetails> {
      await db.readCompany(actor.companyId, (tx) => find(tx, id));
      await payments.checkNow(actor.companyId, id);
      return details(actor.companyId, id);
    },
    /** The day until which the company may work once it has paid these months now. */
    async validAfter(tx: Tx, { timeZone }: CompanyRow, months: number): Promise<string> {
      const entries = await companies.subscriptionEntries.all(tx);
      const payment = { id: NEVER_LAST, at: clock.now(), kind: 'payment' as const, months };
      return paidUntil([...entries, payment], timeZone)!;
    },
    /** What the socket message about a payment contains; undefined for an invoice that is gone. */
    findPayment: (companyId: number, id: number) =>
      db.readCompany(companyId, async (tx) => {
        const invoice = await invoiceStore.byId(tx, id);
        const { company } = await companies.inTx.get(tx);
        return invoice && { id, number: invoice.number, dueDate: company.dueDate };
      }),
  };
}
export type Invoices = ReturnType<typeof createInvoices>;
