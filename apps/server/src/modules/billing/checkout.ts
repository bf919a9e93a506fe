import type { endpoints, ParsedRequest } from '@balcao/contract';
import type { Offers, PaymentMethod, Price } from '@balcao/contract/endpoints/invoices';
import { parseDocument } from '@balcao/domain/billing/document';
import { reaisOf } from '@balcao/domain/billing/money';
import {
  isCustomSize,
  MAX_CUSTOM_SIZE,
  MIN_CUSTOM_SIZE,
  type CustomSize,
  type Recurrence,
} from '@balcao/domain/billing/price';
import { exceeded, recurrenceOf, type InvoiceTerms } from '@balcao/domain/billing/terms';
import type { MailLanguage } from '@balcao/domain/mail/letters';
import type { Actor } from '@balcao/domain/policy/actor';
import { refuse } from '../../infrastructure/app-error.ts';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { Buyer } from '../../infrastructure/db/schema/platform.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { presentPlan } from '../companies/index.ts';
import type { InvoiceEvents } from './billing-interfaces.ts';
import { invoiceStore } from './invoices.store.ts';
import { presentCharge, presentPrice } from './invoices.wire.ts';
import type { InvoiceDeps, Invoices } from './invoices.ts';
import type { PlanChange } from './plan-change.ts';
import type { BilledCompany, Choice } from './renewals.ts';

interface Deps extends InvoiceDeps {
  events: InvoiceEvents;
  invoices: Invoices;
  planChange: Pick<PlanChange, 'upgradePrice' | 'offeredPlan'>;
}
type PayBody = ParsedRequest<typeof endpoints.invoices.pay>['body'];
type ChoiceQuery = ParsedRequest<typeof endpoints.invoices.price>['query'];

/** From an open invoice to its charges. The server computes every price. */
export function createCheckout(deps: Deps) {
  const { db, companies, settings, payments, renewals, events, invoices, planChange } = deps;

  /** What was chosen, in place of the terms of this invoice; undefined when it stays as it is. */
  async function choiceOf(tx: Tx, invoice: InvoiceRow, wanted: ChoiceQuery): Promise<Choice | undefined> {
    const present = await renewals.choiceOf(tx, invoice);
    const recurrence = wanted.recurrence ?? present.recurrence;
    const choice: Choice =
      wanted.choice === 'plan'
        ? { plan: await planChange.offeredPlan(tx, wanted.planId ?? 0), size: null, recurrence }
        : wanted.choice === 'custom'
          ? { plan: (await companies.inTx.getWithOwnPlan(tx)).plan, size: sizeOf(wanted), recurrence }
          : { ...present, recurrence };
    if (invoice.kind === 'upgrade') return wanted.choice === undefined ? undefined : refuse('ERR_UPGRADE_NOT_POSSIBLE');
    return isSame(choice, present) ? undefined : choice;
  }

  async function openInvoice(tx: Tx, id: number): Promise<InvoiceRow> {
    const invoice = await invoices.find(tx, id);
    return invoice.state === 'open' ? invoice : refuse('ERR_INVOICE_NOT_OPEN');
  }

  async function priced(
    tx: Tx,
    billed: BilledCompany,
    invoice: InvoiceRow,
    choice: Choice | undefined,
  ): Promise<Price> {
    const terms: InvoiceTerms = choice ? await renewals.termsOf(tx, billed, choice) : invoice;
    return presentPrice({
      terms,
      used: await invoiceStore.used(tx),
      validUntil: await invoices.validAfter(tx, billed.company, terms.months),
      replaces: choice !== undefined,
    });
  }

  /** Stores the buyer on the company and on this invoice, if it is still open. */
  const saveBuyer = (companyId: number, invoiceId: number, buyer: Buyer) =>
    db.inCompany(companyId, async (tx) => {
      const invoice = await events.lockInvoice(tx, invoiceId);
      if (invoice?.state !== 'open') return;
      const { company } = await companies.inTx.get(tx);
      const email = company.buyer?.email ?? company.email;
      const stored = { ...buyer, ...(email && { email }) };
      await companies.change(tx, { buyer: stored });
      await invoiceStore.setBuyer(tx, invoiceId, stored);
    });

  return {
    price: (actor: Actor, id: number, wanted: ChoiceQuery): Promise<Price> =>
      db.readCompany(actor.companyId, async (tx) => {
        const invoice = await openInvoice(tx, id);
        const billed = await companies.inTx.getWithOwnPlan(tx);
        return priced(tx, billed, invoice, await choiceOf(tx, invoice, wanted));
      }),

    offers: (actor: Actor, wanted: Recurrence | undefined): Promise<Offers> =>
      db.readCompany(actor.companyId, async (tx) => {
        const billed = await companies.inTx.getWithOwnPlan(tx);
        const { company, plan: present } = billed;
        const used = await invoiceStore.used(tx);
        const recurrence = wanted ?? recurrenceOf(company.recurrence);
        const offered = await companies.inTx.publicPlans(tx);
        const plans = offered.some(({ id }) => id === present.id) ? offered : [present, ...offered];
        const shown: Offers['plans'] = [];
        for (const plan of plans) {
          const { cents } = await renewals.termsOf(tx, billed, { plan, size: null, recurrence });
          const upgrade = await planChange.upgradePrice(tx, billed, plan);
          shown.push({
            ...presentPlan(plan),
            isCurrent: plan.id === present.id,
            value: reaisOf(cents),
            tooSmallFor: exceeded(used, plan),
            upgradeValue: upgrade === 0 ? null : reaisOf(upgrade),
          });
        }
        const { base, perUser, perConnection } = (await settings.billing(tx)).customPrices;
        return {
          recurrence,
          plans: shown,
          custom: {
            min: MIN_CUSTOM_SIZE,
            max: MAX_CUSTOM_SIZE,
            base: reaisOf(base),
            perUser: reaisOf(perUser),
            perConnection: reaisOf(perConnection),
            users: (company.isCustomSize ? company.usersLimit : null) ?? MIN_CUSTOM_SIZE,
            connections: (company.isCustomSize ? company.connectionsLimit : null) ?? MIN_CUSTOM_SIZE,
          },
        };
      }),

    /** Stores the buyer, replaces the invoice if something else was chosen, and creates the charges. */
    async pay(actor: Actor, body: PayBody, language?: MailLanguage) {
      const { companyId } = actor;
      const buyer = { ...buyerOf(body), ...(language && { language }) };
      const wanted = { ...body, ...choiceOfOlderClient(body) };
      const choice = await db.readCompany(companyId, async (tx) =>
        choiceOf(tx, await openInvoice(tx, body.invoiceId), wanted),
      );
      let id = body.invoiceId;
      if (choice) id = (await renewals.replace(companyId, id, choice, actor.userId)).id;
      await saveBuyer(companyId, id, buyer);
      const invoice = await db.readCompany(companyId, (tx) => invoices.find(tx, id));
      // A choice that costs nothing is paid already.
      const charges = invoice.state === 'open' ? await payments.createCharges(actor, invoice, body.method) : [];
      const code = (method: PaymentMethod) => charges.find((charge) => charge.method === method)?.code ?? undefined;
      const pix = code('pix');
      return {
        invoice: await invoices.details(companyId, id),
        charges: charges.map(presentCharge),
        valorext: reaisOf(invoice.cents),
        ...(pix !== undefined && { pix: { qrcode: { qrcode: pix } }, qrcode: { qrcode: pix } }),
        stripeURL: code('stripe'),
        asaasURL: code('asaas'),
        mercadopagoURL: code('mercadopago'),
      };
    },
  };
}

const isSame = (a: Choice, b: Choice) =>
  a.plan?.id === b.plan?.id &&
  a.recurrence === b.recurrence &&
  a.size?.users === b.size?.users &&
  a.size?.connections === b.size?.connections;

function sizeOf({ users, connections }: ChoiceQuery): CustomSize {
  const size = { users: users ?? MIN_CUSTOM_SIZE, connections: connections ?? MIN_CUSTOM_SIZE };
  if (isCustomSize(size)) return size;
  const field = isCustomSize({ ...size, connections: MIN_CUSTOM_SIZE }) ? 'connections' : 'users';
  return refuse('ERR_VALIDATION', { field, rule: size[field] < MIN_CUSTOM_SIZE ? 'tooSmall' : 'tooLarge' });
}

function buyerOf({ firstName, lastName = '', zipcode, address2, city, state }: PayBody): Buyer {
  const document = parseDocument(zipcode) ?? refuse('ERR_VALIDATION', { field: 'zipcode', rule: 'invalid' });
  return {
    name: `${firstName} ${lastName}`.trim(),
    document,
    ...(address2 && { address: address2 }),
    ...(city && { city }),
    ...(state && { state }),
  };
}

/** Older clients send the chosen plan as JSON text instead of `choice` and `planId`. */
function choiceOfOlderClient({ choice, plan }: PayBody): Pick<ChoiceQuery, 'choice' | 'planId'> {
  if (!plan) return {};
  const { id, planId } = (typeof plan === 'string' ? jsonOf(plan) : plan) as { id?: unknown; planId?: unknown };
  const wanted = Number(planId ?? id);
  if (!Number.isInteger(wanted) || wanted <= 0) refuse('ERR_VALIDATION', { field: 'plan', rule: 'invalid' });
  return choice === undefined ? { choice: 'plan', planId: wanted } : {};
}
function jsonOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return refuse('ERR_VALIDATION', { field: 'plan', rule: 'invalid' });
  }
}
