import { platformSettingNames } from '@balcao/domain/settings/platform-settings';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { companyParams, id, noContent, plainText, requiredText, timestamp, withoutCard } from '../kernel/schemas.ts';
import { messageParams } from './messages.ts';

// Money here is whole cents. Every endpoint is for super users.

export const paymentProviders = ['efi', 'stripe', 'mercadopago', 'asaas'] as const;
export type PaymentProviderName = (typeof paymentProviders)[number];
export const chargeMethods = ['pix', 'page'] as const;
const provider = z.enum(paymentProviders);
const providerParams = z.object({ provider });
const cents = z.int().min(1).max(100_000_000);
const reason = withoutCard(requiredText(3, 500));
/** Chosen by the browser for one click: the same key never returns money twice. */
const idempotencyKey = z.string().regex(/^[a-zA-Z0-9]{26,35}$/);

// Providers --------------------------------------------------------------------------------------------------

/**
 * - `off`: no key is set.
 * - `incomplete`: `missing` names the settings that are not set. No charge is created.
 * - `ready`: charges are created.
 * - `failing`: as `ready`, but the last call failed; `lastError` says how.
 */
export const providerStates = ['off', 'incomplete', 'ready', 'failing'] as const;
/** What to do about an error: repair the keys, read the provider's text, wait, or look at the provider's panel. */
export const providerErrorKinds = ['configuration', 'refused', 'unavailable', 'unknown'] as const;
export const PaymentProvider = z.object({
  name: provider,
  methods: z.array(z.enum(chargeMethods)),
  state: z.enum(providerStates),
  /** Settings of this provider, in the order of a form. They are saved by `PUT /settings/{key}`; an empty value clears. */
  keys: z.array(z.object({ key: z.enum(platformSettingNames), isSet: z.boolean(), last4: z.string() })),
  missing: z.array(z.enum(platformSettingNames)),
  /** Who enters our webhook at the provider: this server (`registerWebhook`), or a person in the provider's panel. */
  webhookBy: z.enum(['server', 'person']),
  /** Address for the provider's panel; null while PUBLIC_URL is not set. It contains a secret key. */
  webhookUrl: z.string().nullable(),
  lastWebhookAt: timestamp.nullable(),
  lastError: z.object({ at: timestamp, message: z.string() }).nullable(),
});
export type PaymentProvider = z.infer<typeof PaymentProvider>;

const ProviderCheck = z.object({
  isWorking: z.boolean(),
  /** Null when it works. `message` is the provider's own text. */
  problem: z.object({ kind: z.enum(providerErrorKinds), message: z.string() }).nullable(),
  provider: PaymentProvider,
});

// Ledger -----------------------------------------------------------------------------------------------------

/** Why money is held. `reason` of the entry holds the words of a super user once one decided. */
export const holdReasons = ['amount', 'currency', 'not-open', 'no-charge'] as const;
export const LedgerEntry = z.object({
  provider: z.enum([...paymentProviders, 'manual']),
  paymentId: z.string(),
  /** Null for money that matches no charge, and for a company that was purged. */
  company: z.object({ id, name: z.string() }).nullable(),
  invoiceNumber: z.string().nullable(),
  reference: z.string().nullable(),
  cents: z.number(),
  refundedCents: z.number(),
  currency: z.string(),
  paidAt: timestamp,
  state: z.enum(['applied', 'held', 'returned']),
  holdReason: z.enum(holdReasons).nullable(),
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
  /** What the super user wrote who applied or returned it. */
  reason: z.string().nullable(),
  decidedAt: timestamp.nullable(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;
const entryParams = z.object({ provider, paymentId: z.string().regex(/^[\w.-]{1,100}$/) });
/** Opaque: the `next` of the page before. */
const cursor = z.string().regex(/^[\w-]{1,400}$/);

/**
 * `pending`: the provider has accepted it; the entry changes when the money has moved. `refused`: nothing happened, and
 * `message` is the provider's own text. `unknown`: the provider did not answer; the same key may be sent again.
 */
const RefundReply = z.object({
  outcome: z.enum(['done', 'pending', 'refused', 'unknown']),
  message: z.string().nullable(),
  entry: LedgerEntry,
});

/** A webhook payload that waits for a decision. */
export const PaymentPayload = z.object({
  id: z.number(),
  provider,
  receivedAt: timestamp,
  attempts: z.number(),
  /** `unknown`: it names a charge that does not exist here. `failed`: the provider could not be asked, 20 times. */
  problem: z.enum(['unknown', 'failed']),
  error: z.string(),
});
export type PaymentPayload = z.infer<typeof PaymentPayload>;

export const payments = {
  providers: get('/payments/providers', {
    reply: z.object({
      environment: z.enum(['production', 'test']),
      /** Providers that create PIX codes, first choice first; saved as the setting `pixproviderorder`. */
      pixOrder: z.array(provider),
      /** SANDBOX: all providers are simulated, no key is needed. */
      isSimulated: z.boolean(),
      providers: z.array(PaymentProvider),
    }),
    access: 'billing.manage',
  }),
  /** Enters our webhook at the provider and stores its secret. Refused for a provider where a person does it. */
  registerWebhook: post('/payments/providers/:provider/webhook', {
    params: providerParams,
    reply: ProviderCheck,
    access: 'billing.manage',
  }),
  /** Calls the provider with the stored keys. */
  testProvider: post('/payments/providers/:provider/test', {
    params: providerParams,
    reply: ProviderCheck,
    access: 'billing.manage',
  }),

  /** Newest first. */
  ledger: get('/payments/ledger', {
    query: z.object({
      before: cursor.optional(),
      provider: z.enum([...paymentProviders, 'manual']).optional(),
      state: z.enum(['applied', 'held', 'returned']).optional(),
      /** The beginning of an invoice number, or a payment id. */
      searchParam: plainText(100).default(''),
    }),
    reply: z.object({ entries: z.array(LedgerEntry), next: z.string().nullable() }),
    access: 'billing.manage',
  }),
  /** Everything that waits for a super user; up to 100 of each, with the true counts up to 1,000. */
  toCheck: get('/payments/to-check', {
    reply: z.object({
      held: z.array(LedgerEntry),
      disputes: z.array(LedgerEntry),
      payloads: z.array(PaymentPayload),
      counts: z.object({ held: z.number(), disputes: z.number(), payloads: z.number() }),
    }),
    access: 'billing.manage',
  }),
  /** Counts held money for an open invoice, whatever its amount: the invoice is then paid. */
  applyHeld: post('/companies/:companyId/payments/:provider/:paymentId/apply', {
    params: entryParams.extend(companyParams.shape),
    body: z.object({ invoiceId: id, reason }),
    reply: LedgerEntry,
    access: 'billing.manage',
  }),
  /** Returns held money to the payer, through the provider. */
  returnHeld: post('/payments/ledger/:provider/:paymentId/return', {
    params: entryParams,
    body: z.object({ reason }),
    reply: RefundReply,
    access: 'billing.manage',
  }),
  /** Returns applied money: all of it (the invoice is then refunded, its months are taken back) or a part. */
  refund: post('/payments/ledger/:provider/:paymentId/refund', {
    params: entryParams,
    body: z.object({ cents: cents.optional(), key: idempotencyKey, reason }),
    reply: RefundReply,
    access: 'billing.manage',
  }),
  /** Processes a payload once more, as if it had just arrived. */
  putBack: post('/payments/payloads/:id/put-back', {
    params: messageParams,
    reply: noContent,
    access: 'billing.manage',
  }),
  discard: del('/payments/payloads/:id', { params: messageParams, reply: noContent, access: 'billing.manage' }),
};

// The simulated bank -----------------------------------------------------------------------------------------

const bankKey = z.string().regex(/^[\w.:/?=&%-]{1,300}$/);
export const BankCharge = z.object({
  provider,
  id: z.string(),
  reference: z.string(),
  method: z.enum(chargeMethods),
  cents: z.number(),
  state: z.enum(['open', 'paid', 'expired', 'cancelled']),
  /** Code to copy, or address of the payment page. */
  code: z.string(),
  expiresAt: timestamp,
  payments: z.array(
    z.object({
      id: z.string(),
      cents: z.number(),
      currency: z.string(),
      at: timestamp,
      refundedCents: z.number(),
      dispute: z.enum(['open', 'won', 'lost']).nullable(),
    }),
  ),
  /** Name of the company that pays; null for a charge that this server does not know. */
  company: z.string().nullable(),
});
export type BankCharge = z.infer<typeof BankCharge>;

/** A webhook that a simulated provider has sent. */
export const BankWebhook = z.object({
  provider,
  at: timestamp,
  path: z.string(),
  body: z.string(),
  /** Statuses of the answers, one for each attempt; 0 for none. */
  answers: z.array(z.number()),
});
export type BankWebhook = z.infer<typeof BankWebhook>;

/** Faults of one simulated provider; what is left out is in order. */
export const BankFaults = z.object({
  webhooks: z
    .object({
      isLost: z.boolean(),
      delayMs: z.int().min(0).max(120_000),
      copies: z.int().min(1).max(100),
      isReordered: z.boolean(),
      signature: z.enum(['missing', 'wrong', 'stale']),
      isForeign: z.boolean(),
      isGarbage: z.boolean(),
      isSlow: z.boolean(),
    })
    .partial()
    .optional(),
  calls: z
    .object({
      status: z.literal([400, 401, 403, 429, 500, 503]),
      losesResponse: z.boolean(),
      hangs: z.boolean(),
      delayMs: z.int().min(0).max(120_000),
      isGarbage: z.boolean(),
      times: z.int().min(1).max(1000),
    })
    .partial()
    .optional(),
});
export type BankFaults = z.infer<typeof BankFaults>;

const FaultsByProvider = z
  .object({ efi: BankFaults, stripe: BankFaults, mercadopago: BankFaults, asaas: BankFaults })
  .partial();

/** Only with SANDBOX; otherwise 404. */
export const bank = {
  /** Newest first: up to 200 charges and 20 webhooks. `faults` holds the providers that have some. */
  overview: get('/sandbox/bank', {
    reply: z.object({ charges: z.array(BankCharge), faults: FaultsByProvider, webhooks: z.array(BankWebhook) }),
    access: 'billing.manage',
  }),
  /** Removes all charges, payments, webhooks and faults of the simulated bank; invoices stay. */
  reset: del('/sandbox/bank', { reply: noContent, access: 'billing.manage' }),
  /** The charge of a pasted PIX code, payment page or reference; 404 if there is none. */
  find: get('/sandbox/bank/charge', {
    query: z.object({ code: plainText(1000) }),
    reply: BankCharge,
    access: 'billing.manage',
  }),
  pay: post('/sandbox/bank/pay', {
    body: z.object({
      chargeId: bankKey,
      /** Another amount. */
      cents: cents.optional(),
      /** 2 pays twice. */
      times: z.int().min(1).max(5).default(1),
      /** Moves the clock of the bank behind the expiry of the charge first. */
      afterExpiry: z.boolean().default(false),
      /** A boleto that is confirmed later: pay again to confirm it. */
      isPending: z.boolean().default(false),
      /** Neither a webhook nor the charge shows it. */
      onlyInStatement: z.boolean().default(false),
    }),
    reply: BankCharge,
    access: 'billing.manage',
  }),
  refund: post('/sandbox/bank/refund', {
    body: z.object({ paymentId: bankKey, cents: cents.optional() }),
    reply: noContent,
    access: 'billing.manage',
  }),
  dispute: post('/sandbox/bank/dispute', {
    body: z.object({ paymentId: bankKey, outcome: z.enum(['open', 'won', 'lost']) }),
    reply: noContent,
    access: 'billing.manage',
  }),
  /** Replaces the faults of a provider; `{}` ends them. */
  faults: put('/sandbox/bank/faults/:provider', {
    params: providerParams,
    body: BankFaults,
    reply: noContent,
    access: 'billing.manage',
  }),
};
