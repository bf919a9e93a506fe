import { RECURRENCE_MONTHS, type Recurrence } from '@balcao/domain/billing/price';
import { z } from 'zod';
import { get, post, put } from '../kernel/endpoint.ts';
import {
  calendarDay,
  companyParams,
  id,
  idParams,
  optionalId,
  page,
  pageQuery,
  plainText,
  requiredText,
  timestamp,
  withoutCard,
} from '../kernel/schemas.ts';
import { Plan } from './companies.ts';

const recurrence = z.enum(Object.keys(RECURRENCE_MONTHS) as [Recurrence, ...Recurrence[]]);
/** `pix` is a code; the others are payment pages of a provider. */
export const paymentMethods = ['pix', 'stripe', 'asaas', 'mercadopago'] as const;
export const paymentMethod = z.enum(paymentMethods);
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** A way to pay an invoice at a provider. */
export const Charge = z.object({
  id,
  method: paymentMethod,
  state: z.enum(['creating', 'pending', 'paid', 'expired', 'cancelled', 'failed']),
  /** Code to copy (`pix`), or address of the payment page; null while it is being created or when it failed. */
  code: z.string().nullable(),
  expiresAt: timestamp,
});
export type Charge = z.infer<typeof Charge>;

export const Invoice = z.object({
  id,
  companyId: id,
  /** `2026-000123` */
  number: z.string(),
  kind: z.enum(['renewal', 'upgrade']),
  /** Name of the plan. */
  detail: z.string(),
  status: z.enum(['open', 'paid']),
  state: z.enum(['open', 'paid', 'void', 'refunded', 'disputed']),
  /** Amounts are in reais. */
  value: z.number(),
  discount: z.number(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  /** 0: an upgrade within the paid period. */
  months: z.number(),
  isCustomSize: z.boolean(),
  planId: id,
  /** The end of the due day in the company's time zone. */
  dueDate: timestamp,
  dueDay: z.string(),
  /** Unpaid, and the due day is past. */
  isOverdue: z.boolean(),
  /** A payment has been started: «aguardando pagamento». */
  isBeingPaid: z.boolean(),
  paidAt: timestamp.nullable(),
  /** Provider, or `manual`. */
  paidWith: z.string().nullable(),
  linkInvoice: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Invoice = z.infer<typeof Invoice>;

/** Whom invoices are issued to, with the names of the checkout form. `zipcode` is the CPF or CNPJ, digits and letters only. */
export const Buyer = z.object({
  firstName: z.string(),
  zipcode: z.string(),
  email: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
});
export const InvoiceDetails = Invoice.extend({
  buyer: Buyer,
  charges: z.array(Charge),
  /** How this invoice can be paid; empty while no provider is configured. */
  methods: z.array(paymentMethod),
});
export type InvoiceDetails = z.infer<typeof InvoiceDetails>;

const Quantities = z.object({ users: z.number(), connections: z.number(), queues: z.number() });
/** What is more than a plan allows; empty when it is large enough. Nothing is lost, but nothing can be added. */
const tooSmallFor = z.array(z.enum(['users', 'connections', 'queues']));

/** What an open renewal can become. `invoice`: as it is. */
const Choice = z.object({
  choice: z.enum(['invoice', 'plan', 'custom']).optional(),
  /** With `plan`: a public plan. With `custom`: nothing; the features stay those of the present plan. */
  planId: optionalId,
  /** With `custom`: 3 to 200. Ignored otherwise. */
  users: z.coerce.number().optional(),
  connections: z.coerce.number().optional(),
  /** Another period; the present one if it is missing. */
  recurrence: recurrence.optional(),
});
/** The server's price of a choice. Amounts are in reais. */
export const Price = z.object({
  planId: id,
  detail: z.string(),
  ...Quantities.shape,
  months: z.number(),
  recurrence,
  isCustomSize: z.boolean(),
  monthly: z.number(),
  discount: z.number(),
  /** What is to be paid. */
  value: z.number(),
  /** The subscription is paid until this day once the invoice is paid. */
  validUntil: z.string(),
  tooSmallFor,
  /** The open invoice is voided and a new one issued. */
  replaces: z.boolean(),
});
export type Price = z.infer<typeof Price>;

const OfferedPlan = Plan.extend({
  isCurrent: z.boolean(),
  /** Price of one period after the discount, in reais. */
  value: z.number(),
  tooSmallFor,
  /** Price of the rest of the paid period, in reais; null when this plan is not larger, or nothing has been paid. */
  upgradeValue: z.number().nullable(),
});
export const Offers = z.object({
  recurrence,
  plans: z.array(OfferedPlan),
  /** Monthly prices of a custom size, in reais. */
  custom: z.object({
    min: z.number(),
    max: z.number(),
    base: z.number(),
    perUser: z.number(),
    perConnection: z.number(),
    /** The present size, or the smallest. */
    users: z.number(),
    connections: z.number(),
  }),
});
export type Offers = z.infer<typeof Offers>;

const Discount = z.object({
  kind: z.enum(['percent', 'value']),
  /** Percent, or reais per invoice. */
  value: z.number(),
  /** Number of invoices that still get it. */
  invoices: z.number(),
});
export const Subscription = z.object({
  /** `unlimited`: the company of the platform owner. */
  state: z.enum(['trial', 'active', 'endsToday', 'grace', 'overdue', 'unlimited']),
  plan: Plan,
  /** Plan from the next renewal on. */
  nextPlan: z.object({ id, name: z.string() }).nullable(),
  recurrence,
  dueDate: timestamp,
  dueDay: z.string(),
  /** Whole days; 0 on the last day, negative after it. */
  daysLeft: z.number(),
  /** Until when the company can work although it is overdue; equals `dueDate` without grace days. */
  worksUntil: timestamp,
  used: Quantities,
  allowed: Quantities,
  discount: Discount.nullable(),
  /** Billing e-mail. */
  email: z.string().nullable(),
  buyer: Buyer,
  openInvoice: Invoice.nullable(),
  methods: z.array(paymentMethod),
  /** When the next invoice is issued; null when one is open, or none will be. */
  nextInvoiceDay: z.string().nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

/** Cards are typed at the provider only: a filled field is refused. */
const mustBeEmpty = z.string().max(0, { error: 'mustBeEmpty' }).nullable().optional();
const reason = withoutCard(requiredText(3, 500));

export const TimelineEntry = z.object({
  id: z.string(),
  at: timestamp,
  kind: z.enum(['start', 'set', 'payment', 'reversal', 'issued', 'voided']),
  /** Day, months or invoice, as far as the kind has them. */
  day: z.string().nullable(),
  months: z.number().nullable(),
  invoice: z.object({ id, number: z.string(), value: z.number() }).nullable(),
  user: z.object({ id, name: z.string() }).nullable(),
  reason: z.string().nullable(),
  /** Day until which the subscription was paid after this entry; null where it did not change. */
  validUntil: z.string().nullable(),
});
/** A company's subscription as a super user sees it. */
export const CompanySubscription = Subscription.extend({
  companyId: id,
  /** Null: the limit of the plan. */
  usersLimit: z.number().nullable(),
  connectionsLimit: z.number().nullable(),
  isActive: z.boolean(),
  /** The mail server refused the billing e-mail for good: reminders are not sent to it. Null while it takes mails. */
  emailError: z.object({ at: timestamp, message: z.string() }).nullable(),
  timeline: z.array(TimelineEntry),
});
export type CompanySubscription = z.infer<typeof CompanySubscription>;
const invoiceParams = z.object({ companyId: companyParams.shape.companyId, id: idParams.shape.id });

export const invoices = {
  list: get('/invoices/all', {
    query: pageQuery,
    reply: page('invoices', Invoice),
    access: 'invoice.read',
    support: false,
    whenOverdue: true,
  }),
  shown: get('/invoices/:id', {
    params: idParams,
    reply: InvoiceDetails,
    access: 'invoice.read',
    support: false,
    whenOverdue: true,
  }),
  /** What can be chosen in the checkout, and for a plan change. */
  offers: get('/subscription/offers', {
    query: z.object({ recurrence: recurrence.optional() }),
    reply: Offers,
    access: 'invoice.pay',
    support: false,
    whenOverdue: true,
  }),
  price: get('/invoices/:id/price', {
    params: idParams,
    query: Choice,
    reply: Price,
    access: 'invoice.pay',
    support: false,
    whenOverdue: true,
  }),
  subscription: get('/subscription', {
    reply: Subscription,
    access: 'invoice.read',
    support: false,
    whenOverdue: true,
  }),
  /** Checkout: stores the buyer, replaces the invoice if something else was chosen, and creates the charges. */
  pay: post('/subscription', {
    body: Choice.extend({
      invoiceId: id,
      firstName: withoutCard(requiredText(1, 120)),
      lastName: withoutCard(plainText(120)).optional(),
      /** CPF or CNPJ, with or without punctuation. */
      zipcode: requiredText(1, 20),
      address2: withoutCard(plainText(200)).optional(),
      city: withoutCard(plainText(120)).optional(),
      state: withoutCard(plainText(60)).optional(),
      country: withoutCard(plainText(60)).optional(),
      useAddressForPaymentDetails: z.unknown().optional(),
      nameOnCard: mustBeEmpty,
      cardNumber: mustBeEmpty,
      cvv: mustBeEmpty,
      /** The chosen plan as older clients send it: JSON text with its id. `choice` and `planId` come first. */
      plan: z
        .union([plainText(5_000), z.record(z.string(), z.unknown())])
        .nullable()
        .optional(),
      /** Never read: the server computes the price. */
      price: z.unknown().optional(),
      /** Only this method; all configured ones if it is missing. */
      method: paymentMethod.optional(),
    }),
    reply: z.object({
      /** The invoice to be paid: a new one if another plan or size was chosen. */
      invoice: InvoiceDetails,
      charges: z.array(Charge),
      valorext: z.number(),
      pix: z.object({ qrcode: z.object({ qrcode: z.string() }) }).optional(),
      qrcode: z.object({ qrcode: z.string() }).optional(),
      stripeURL: z.string().optional(),
      asaasURL: z.string().optional(),
      mercadopagoURL: z.string().optional(),
    }),
    access: 'invoice.pay',
    whenOverdue: true,
  }),
  /** «Já paguei»: asks the providers now. */
  check: post('/invoices/:id/check', {
    params: idParams,
    reply: InvoiceDetails,
    access: 'invoice.pay',
    whenOverdue: true,
  }),
  /** Another plan: from the next renewal on, or now with an invoice over the rest of the paid period. */
  changePlan: post('/subscription/plan', {
    body: z.object({ planId: id, when: z.enum(['renewal', 'now']) }),
    /** The invoice to pay for `now`; with `renewal` the open renewal on the new plan, if one is open. */
    reply: z.object({ subscription: Subscription, invoice: Invoice.nullable() }),
    access: 'invoice.pay',
    whenOverdue: true,
  }),

  // Super users
  companySubscription: get('/companies/:companyId/subscription', {
    params: companyParams,
    reply: CompanySubscription,
    access: 'billing.manage',
  }),
  companyInvoices: get('/companies/:companyId/invoices', {
    params: companyParams,
    query: pageQuery,
    /** Void invoices are listed here too. */
    reply: page('invoices', Invoice.extend({ reason: z.string().nullable() })),
    access: 'billing.manage',
  }),
  /** Sets the day until which the company may work, or adds days to it. One of both. */
  setDueDay: post('/companies/:companyId/due-day', {
    params: companyParams,
    body: z.object({
      day: calendarDay.optional(),
      addDays: z.number().int().min(-3650).max(3650).optional(),
      reason,
    }),
    reply: CompanySubscription,
    access: 'billing.manage',
  }),
  setDiscount: put('/companies/:companyId/discount', {
    params: companyParams,
    /** Null removes it. */
    body: z.object({
      discount: z
        .object({
          kind: z.enum(['percent', 'value']),
          value: z.number().positive(),
          invoices: z.number().int().min(1).max(120),
        })
        .nullable(),
    }),
    reply: CompanySubscription,
    access: 'billing.manage',
  }),
  setLimits: put('/companies/:companyId/limits', {
    params: companyParams,
    /** Null: the limit of the plan. */
    body: z.object({
      usersLimit: z.number().int().min(1).max(10_000).nullable(),
      connectionsLimit: z.number().int().min(1).max(10_000).nullable(),
    }),
    reply: CompanySubscription,
    access: 'billing.manage',
  }),
  /** Money that reached the platform owner in another way. */
  settle: post('/companies/:companyId/invoices/:id/settle', {
    params: invoiceParams,
    body: z.object({ reason, reference: withoutCard(requiredText(1, 100)) }),
    reply: Invoice,
    access: 'billing.manage',
  }),
  voidInvoice: post('/companies/:companyId/invoices/:id/void', {
    params: invoiceParams,
    body: z.object({ reason }),
    reply: Invoice,
    access: 'billing.manage',
  }),
};
