import type { CompanySubscription, Invoice } from '@balcao/contract/endpoints/invoices';
import { addDays } from '@balcao/domain/billing/due-date';
import { centsOfNumber } from '@balcao/domain/billing/money';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { findUndeliverable } from '../../infrastructure/mail/outgoing-mails.ts';
import type { InvoiceEvents } from './billing-interfaces.ts';
import { invoiceStore } from './invoices.store.ts';
import type { InvoiceDeps, Invoices } from './invoices.ts';
import { ledgerStore, type NewLedgerEntry } from './ledger.store.ts';
import { MAX_TIMELINE, timelineOf } from './timeline.ts';

interface Deps extends InvoiceDeps {
  events: InvoiceEvents;
  invoices: Invoices;
  /** Names of the super users who changed something; they belong to the owner's company. */
  superUserNames(ids: number[]): Promise<ReadonlyMap<number, string>>;
}
interface DiscountInput {
  kind: 'percent' | 'value';
  value: number;
  invoices: number;
}
const MAX_PERCENT = 100;
const OTHER_DAY = { withChoice: true, voidsUpgrades: true };

/** Subscriptions of all companies, for super users: due day, discount, limits, settled and voided invoices. */
export function createSubscriptionManagement(deps: Deps) {
  const { db, clock, companies, renewals, events, invoices, payments, superUserNames } = deps;

  async function show(companyId: number): Promise<CompanySubscription> {
    await assertExists(companyId);
    const subscription = await invoices.subscription(companyId);
    const shown = await db.readCompany(companyId, async (tx) => {
      const { company } = await companies.inTx.get(tx);
      const { usersLimit, connectionsLimit, isActive } = company;
      return {
        companyId,
        usersLimit,
        connectionsLimit,
        isActive,
        emailError: await emailErrorOf(tx, company),
        timeline: timelineOf(
          await companies.subscriptionEntries.all(tx),
          await invoiceStore.all(tx, MAX_TIMELINE),
          company.timeZone,
        ),
      };
    });
    const names = await superUserNames([...new Set(shown.timeline.flatMap(({ user }) => (user ? [user.id] : [])))]);
    for (const { user } of shown.timeline) if (user) user.name = names.get(user.id) ?? '';
    return { ...subscription, ...shown };
  }

  async function assertExists(companyId: number) {
    if (!(await db.readCompany(companyId, companies.exists))) refuse('ERR_NO_COMPANY_FOUND');
  }

  async function presentById(companyId: number, id: number): Promise<Invoice> {
    return db.readCompany(companyId, async (tx) => {
      const invoice = assertFound(await invoiceStore.byId(tx, id), 'ERR_NO_INVOICE_FOUND');
      return (await invoices.present(tx, (await companies.inTx.get(tx)).company, [invoice]))[0]!;
    });
  }
  const findOpen = async (tx: Tx, id: number): Promise<InvoiceRow> => {
    const invoice = assertFound(await events.lockInvoice(tx, id), 'ERR_NO_INVOICE_FOUND');
    return invoice.state === 'open' ? invoice : refuse('ERR_INVOICE_NOT_OPEN');
  };

  return {
    show,
    async list(companyId: number, filter: { search: string; page: number }) {
      await assertExists(companyId);
      const { rows, invoices: shown, count, hasMore } = await invoices.list(companyId, { ...filter, withVoid: true });
      const invoicesWithReason = shown.map((invoice, index) => ({ ...invoice, reason: rows[index]!.reason }));
      return { invoices: invoicesWithReason, count, hasMore };
    },

    /** The open renewal is issued again for the new day; an upgrade that is open was for the days until the former one. */
    async setDueDay(
      actor: Actor,
      companyId: number,
      change: { day?: string | undefined; addDays?: number | undefined; reason: string },
    ) {
      assertBilled(companyId);
      await assertExists(companyId);
      if ((change.day === undefined) === (change.addDays === undefined))
        refuse('ERR_VALIDATION', { field: 'day', rule: 'required' });
      await renewals.reissue(companyId, { ...OTHER_DAY, userId: actor.userId }, async (tx, { company }) => {
        const day = change.day ?? addDays(renewals.dueDayOf(company), change.addDays!);
        const entry = { kind: 'set' as const, day, at: clock.now(), userId: actor.userId, reason: change.reason };
        await companies.subscriptionEntries.add(tx, entry);
        await audit(tx, {
          userId: actor.userId,
          action: 'subscription.day-set',
          subject: `company ${companyId}`,
          data: { day },
        });
      });
      return show(companyId);
    },

    async setDiscount(actor: Actor, companyId: number, discount: DiscountInput | null) {
      assertBilled(companyId);
      await assertExists(companyId);
      const columns = discount === null ? NO_DISCOUNT : discountColumns(discount);
      await renewals.reissue(companyId, { withChoice: true, userId: actor.userId }, async (tx) => {
        await companies.change(tx, columns);
        await audit(tx, {
          userId: actor.userId,
          action: 'company.discount-changed',
          subject: `company ${companyId}`,
          data: columns,
        });
      });
      return show(companyId);
    },

    /** Without a price: what the plan costs, or the custom size, stays as it is on open invoices. */
    async setLimits(
      actor: Actor,
      companyId: number,
      limits: { usersLimit: number | null; connectionsLimit: number | null },
    ) {
      await assertExists(companyId);
      await db.inCompany(companyId, async (tx) => {
        const company = assertFound(await companies.lock(tx), 'ERR_NO_COMPANY_FOUND');
        const isCustomSize = company.isCustomSize && limits.usersLimit !== null && limits.connectionsLimit !== null;
        await companies.change(tx, { ...limits, isCustomSize });
        await audit(tx, {
          userId: actor.userId,
          action: 'company.limits-changed',
          subject: `company ${companyId}`,
          data: limits,
        });
      });
      return show(companyId);
    },

    /** Money that reached the owner in another way. It is in the ledger like that of a provider. */
    async settle(
      actor: Actor,
      companyId: number,
      id: number,
      { reason, reference }: Record<'reason' | 'reference', string>,
    ) {
      await db.inCompany(companyId, async (tx) => {
        const invoice = await findOpen(tx, id);
        const decision = { at: clock.now(), userId: actor.userId, reason };
        if (!(await ledgerStore.insert(tx, manualEntry(invoice, reference, decision))))
          refuse('ERR_PAYMENT_REFERENCE_TAKEN');
        const change = { event: 'settled' as const, paidWith: 'manual', ...decision };
        await events.applyInvoiceEvent(tx, invoice, change);
      });
      return presentById(companyId, id);
    },

    /** Its charges are cancelled first; one that turns out to be paid wins. */
    async voidInvoice(actor: Actor, companyId: number, id: number, reason: string) {
      await db.readCompany(companyId, async (tx) => {
        const invoice = assertFound(await invoiceStore.byId(tx, id), 'ERR_NO_INVOICE_FOUND');
        if (invoice.state !== 'open') refuse('ERR_INVOICE_NOT_OPEN');
      });
      await payments.closeCharges(companyId, id);
      await db.inCompany(companyId, async (tx) => {
        const invoice = await findOpen(tx, id);
        const change = { event: 'voided' as const, at: clock.now(), userId: actor.userId, reason };
        await events.applyInvoiceEvent(tx, invoice, change);
      });
      return presentById(companyId, id);
    },
  };
}
export type SubscriptionManagement = ReturnType<typeof createSubscriptionManagement>;

/** The owner's company has no due date, so nothing about it can be changed. */
function assertBilled(companyId: number) {
  if (companyId === OWNER_COMPANY_ID) refuse('ERR_OWNER_COMPANY');
}

async function emailErrorOf(tx: Tx, { buyer, email }: CompanyRow): Promise<CompanySubscription['emailError']> {
  const address = buyer?.email ?? email;
  const undeliverable = address === null ? undefined : await findUndeliverable(tx, address);
  return undeliverable ? { at: undeliverable.at.toISOString(), message: undeliverable.error } : null;
}

/** A payment by hand is counted by the reference that the super user typed. */
const manualEntry = (
  invoice: InvoiceRow,
  reference: string,
  { at, userId, reason }: { at: Date; userId: number; reason: string },
): NewLedgerEntry => ({
  provider: 'manual',
  paymentId: reference,
  companyId: invoice.companyId,
  invoiceNumber: invoice.number,
  reference: null,
  cents: invoice.cents,
  currency: invoice.currency,
  paidAt: at,
  state: 'applied',
  reason,
  decidedBy: userId,
});

const NO_DISCOUNT = { discountKind: null, discountValue: null, discountInvoices: 0 };
function discountColumns({ kind, value, invoices }: DiscountInput) {
  const discountValue = kind === 'percent' ? value : centsOfNumber(value);
  if (discountValue === undefined || !Number.isInteger(discountValue))
    return refuse('ERR_VALIDATION', { field: 'discount.value', rule: 'invalid' });
  if (kind === 'percent' && discountValue > MAX_PERCENT)
    return refuse('ERR_VALIDATION', { field: 'discount.value', rule: 'tooLarge' });
  return {
    discountKind: kind === 'percent' ? ('percent' as const) : ('cents' as const),
    discountValue,
    discountInvoices: invoices,
  };
}
