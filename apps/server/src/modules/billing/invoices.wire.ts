import type { Invoice, InvoiceDetails, Price, Subscription } from '@balcao/contract/endpoints/invoices';
import { endOfDay } from '@balcao/domain/billing/due-date';
import { reaisOf } from '@balcao/domain/billing/money';
import { exceeded, recurrenceOfMonths, type InvoiceTerms, type Quantity } from '@balcao/domain/billing/terms';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { Buyer, CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import type { ChargeView } from './billing-interfaces.ts';

// Maps domain names to the names of the wire; amounts are in reais there.

export interface InvoiceView {
  invoice: InvoiceRow;
  timeZone: string;
  /** Today in the time zone of the company. */
  today: string;
  isBeingPaid: boolean;
}
export const presentInvoice = ({ invoice, timeZone, today, isBeingPaid }: InvoiceView): Invoice => ({
  id: invoice.id,
  companyId: invoice.companyId,
  number: invoice.number,
  kind: invoice.kind,
  detail: invoice.planName,
  status: invoice.state === 'open' || invoice.state === 'void' ? 'open' : 'paid',
  state: invoice.state,
  value: reaisOf(invoice.cents),
  discount: reaisOf(invoice.discountCents),
  users: invoice.users,
  connections: invoice.connections,
  queues: invoice.queues,
  months: invoice.months,
  isCustomSize: invoice.isCustomSize,
  planId: invoice.planId,
  dueDate: endOfDay(invoice.dueDay, timeZone).toISOString(),
  dueDay: invoice.dueDay,
  isOverdue: invoice.state === 'open' && invoice.dueDay < today,
  isBeingPaid,
  paidAt: invoice.paidAt?.toISOString() ?? null,
  paidWith: invoice.paidWith,
  linkInvoice: '',
  createdAt: invoice.createdAt.toISOString(),
  updatedAt: invoice.stateAt.toISOString(),
});

export const presentCharge = (charge: ChargeView) => ({ ...charge, expiresAt: charge.expiresAt.toISOString() });

export const presentBuyer = (buyer: Buyer): InvoiceDetails['buyer'] => ({
  firstName: buyer.name ?? '',
  zipcode: buyer.document ?? '',
  email: buyer.email ?? '',
  address2: buyer.address ?? '',
  city: buyer.city ?? '',
  state: buyer.state ?? '',
});

export interface PaymentPage {
  charges: ChargeView[];
  methods: InvoiceDetails['methods'];
}
export const presentDetails = (view: InvoiceView, { charges, methods }: PaymentPage): InvoiceDetails => ({
  ...presentInvoice(view),
  buyer: presentBuyer(view.invoice.buyer),
  charges: charges.map(presentCharge),
  methods,
});

export interface PricedTerms {
  terms: InvoiceTerms;
  used: Record<Quantity, number>;
  validUntil: string;
  replaces: boolean;
}
export const presentPrice = ({ terms, used, validUntil, replaces }: PricedTerms): Price => ({
  planId: terms.planId,
  detail: terms.planName,
  users: terms.users,
  connections: terms.connections,
  queues: terms.queues,
  months: terms.months,
  recurrence: recurrenceOfMonths(terms.months) ?? 'MENSAL',
  isCustomSize: terms.isCustomSize,
  monthly: terms.months === 0 ? 0 : reaisOf(Math.round((terms.cents + terms.discountCents) / terms.months)),
  discount: reaisOf(terms.discountCents),
  value: reaisOf(terms.cents),
  validUntil,
  tooSmallFor: exceeded(used, terms),
  replaces,
});

export const presentDiscount = (company: CompanyRow): Subscription['discount'] => {
  const { discountKind: kind, discountValue: value, discountInvoices: invoices } = company;
  if (kind === null || value === null || invoices === 0) return null;
  return {
    kind: kind === 'percent' ? 'percent' : 'value',
    value: kind === 'percent' ? value : reaisOf(value),
    invoices,
  };
};
