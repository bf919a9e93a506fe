import { transition, type InvoiceEffect } from '@balcao/domain/billing/invoice';
import { recurrenceOfMonths } from '@balcao/domain/billing/terms';
import { refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { InvoiceChange, InvoiceEvents, Payments } from './billing-interfaces.ts';
import type { BillingMails } from './billing-mails.ts';
import { invoiceStore } from './invoices.store.ts';

interface Deps {
  clock: Clock;
  companies: Companies;
  payments: Pick<Payments, 'cancelCharges'>;
  mails: BillingMails;
}

/** The life of an invoice: applies one row of the domain's table with its effects, in the caller's transaction. */
export function createInvoiceEvents({ clock, companies, payments, mails }: Deps): InvoiceEvents {
  async function applyInvoiceEvent(tx: Tx, invoice: InvoiceRow, change: InvoiceChange) {
    const next = transition(invoice.state, change.event) ?? refuse('ERR_INVOICE_NOT_OPEN');
    const has = (effect: InvoiceEffect) => next.effects.includes(effect);
    if (has('hold')) return { state: next.to, isHeld: true };

    const isPaid = has('extend');
    await invoiceStore.setState(tx, invoice.id, {
      state: next.to,
      at: clock.now(),
      ...(isPaid && { paidAt: change.at, paidWith: change.paidWith ?? 'manual' }),
      reason: change.reason ?? null,
    });
    if (isPaid) await applyPayment(tx, invoice, change);
    if (has('reverse')) await reverse(tx, invoice, change);
    if (has('cancel-charges')) await payments.cancelCharges(tx, invoice.id);
    await audit(tx, {
      userId: change.userId ?? null,
      action: 'invoice.changed',
      subject: `invoice ${invoice.id}`,
      data: { number: invoice.number, event: change.event, state: next.to },
    });
    return { state: next.to, isHeld: false };
  }

  /** Months, plan and limits of the invoice; an overdue company works again. */
  async function applyPayment(tx: Tx, invoice: InvoiceRow, change: InvoiceChange) {
    const company = (await companies.lock(tx)) ?? refuse('ERR_NO_COMPANY_FOUND');
    await companies.change(tx, planChange(company, invoice));
    // Asaas names only the day of a payment, and held money may be older than a due day set since: before the invoice it
    // would count for a period that is over, and buy nothing. After this moment it would count again on a day that is set
    // in the meantime.
    const now = clock.now();
    const latest = change.at > now ? now : change.at;
    const at = latest < invoice.createdAt ? invoice.createdAt : latest;
    const { day } = await companies.subscriptionEntries.add(tx, {
      kind: 'payment',
      months: invoice.months,
      at,
      invoiceId: invoice.id,
      userId: change.userId ?? null,
      reason: change.reason ?? null,
    });
    if (invoice.cents > 0)
      await mails.receipt(tx, company, invoice, { paidWith: change.paidWith ?? 'manual', validUntil: day });
    if (invoice.kind === 'renewal') await voidUpgrades(tx);
    // Another plan was paid: what is open for the former one no longer fits. Its charges are cancelled first.
    if (invoice.kind === 'upgrade' || company.planId !== invoice.planId)
      await tx.enqueue('invoice.renew', { companyId: tx.companyId });
    tx.emit({ type: 'invoice.paid', invoiceId: invoice.id });
  }

  /** The price of an upgrade was for the days left before the renewal; after it the larger plan costs more. */
  async function voidUpgrades(tx: Tx) {
    for (const open of await invoiceStore.open(tx))
      if (open.kind === 'upgrade') await applyInvoiceEvent(tx, open, { event: 'replaced', at: clock.now() });
  }

  async function reverse(tx: Tx, invoice: InvoiceRow, change: InvoiceChange) {
    const entries = await companies.subscriptionEntries.all(tx);
    const payment = entries.find(({ kind, invoiceId }) => kind === 'payment' && invoiceId === invoice.id);
    if (payment) {
      await companies.subscriptionEntries.add(tx, {
        kind: 'reversal',
        ofEntry: payment.id,
        at: change.at,
        invoiceId: invoice.id,
        userId: change.userId ?? null,
        reason: change.reason ?? null,
      });
    }
    await mails.refund(tx, (await companies.inTx.get(tx)).company, invoice);
  }

  return {
    async lockInvoice(tx, invoiceId) {
      await companies.lock(tx);
      return invoiceStore.lock(tx, invoiceId);
    },
    applyInvoiceEvent,
  };
}

/** Plan, limits, recurrence and remaining discounts of a company whose invoice was paid. */
function planChange(company: CompanyRow, invoice: InvoiceRow): Parameters<Companies['change']>[1] {
  // Limits that a super user agreed on stay while the plan does.
  const losesLimits = company.isCustomSize || company.planId !== invoice.planId;
  const limits = invoice.isCustomSize
    ? { usersLimit: invoice.users, connectionsLimit: invoice.connections, isCustomSize: true }
    : losesLimits && { usersLimit: null, connectionsLimit: null, isCustomSize: false };
  const isRenewal = invoice.kind === 'renewal';
  const hasLastDiscount = invoice.discountCents > 0 && company.discountInvoices <= 1;
  const recurrence = recurrenceOfMonths(invoice.months);
  return {
    planId: invoice.planId,
    ...limits,
    ...(isRenewal && { nextPlanId: null, ...(recurrence && { recurrence }) }),
    ...(isRenewal && invoice.discountCents > 0 && { discountInvoices: Math.max(0, company.discountInvoices - 1) }),
    ...(isRenewal && hasLastDiscount && { discountKind: null, discountValue: null }),
    ...(company.isDeactivatedAsOverdue && { ...reactivation(company), isDeactivatedAsOverdue: false }),
  };
}

/** A payment does not restore a deleted company: it is active when it is restored. */
const reactivation = ({ deleteAt }: CompanyRow): Partial<CompanyRow> =>
  deleteAt === null ? { isActive: true } : { wasActive: true };
