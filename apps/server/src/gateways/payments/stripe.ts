import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../infrastructure/clock.ts';
import type { SafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { isSameSecret } from '../../infrastructure/secrets/same-secret.ts';
import { ProviderError, type ChargeKey, type ChargeStatus, type Payment, type PaymentProvider } from './port.ts';
import {
  createProviderRequest,
  errorOf,
  headerOf,
  jsonOf,
  pageUrl,
  read,
  type ProviderCall,
} from './provider-request.ts';

export interface StripeKeys {
  baseUrl: string;
  privateKey: string;
  /** Signs webhooks; known since the webhook was registered. */
  webhookSecret: string;
  pageHosts: readonly string[];
}
const VERSION = '2026-10-28.endive';
const MAX_SIGNATURE_AGE_SECONDS = 300;
const MIN_LIFE_MS = 31 * 60_000;
const MAX_LIFE_MS = 24 * 3_600_000;
const PAGE = 100;
const INTENT = 'pi_';
const EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
];

const chargeSchema = z.object({
  id: z.string(),
  amount: z.number().int(),
  amount_refunded: z.number().int(),
  currency: z.string(),
  created: z.number(),
  paid: z.boolean(),
  /** None for a charge that another program of the account made without an intent. */
  payment_intent: z.string().nullable(),
  /** Also after the dispute has ended. */
  disputed: z.boolean(),
});
const disputeSchema = z.object({ status: z.string() });
const sessionSchema = z.object({
  id: z.string(),
  url: z.string().nullable(),
  status: z.string().nullable(),
  payment_status: z.string(),
  client_reference_id: z.string().nullable(),
  payment_intent: z.union([z.string(), z.object({ latest_charge: chargeSchema.nullable() })]).nullable(),
});
const listOf = <T extends z.ZodType>(schema: T) => z.object({ data: z.array(schema), has_more: z.boolean() });
const messageOf = (body: unknown): string | undefined =>
  z.object({ error: z.object({ message: z.string() }) }).safeParse(body).data?.error.message;

/** Stripe: one checkout session per charge. Renewals are our own invoices, not Stripe Billing. */
export function createStripe(safeFetch: SafeFetch, clock: Clock, keys: StripeKeys): PaymentProvider {
  const send = createProviderRequest(safeFetch, { baseUrl: keys.baseUrl, messageOf });
  const request = (call: ProviderCall) =>
    send({
      ...call,
      headers: { ...call.headers, authorization: `Bearer ${keys.privateKey}`, 'stripe-version': VERSION },
    });

  async function disputeOf(chargeId: string): Promise<Payment['dispute']> {
    const answer = await request({ path: `/v1/disputes?charge=${encodeURIComponent(chargeId)}&limit=1` });
    const [newest] = read(listOf(disputeSchema), answer, messageOf).data;
    return newest && outcomeOf(newest.status);
  }
  async function paymentOf(charge: z.infer<typeof chargeSchema>, reference: string): Promise<Payment> {
    const dispute = charge.disputed ? await disputeOf(charge.id) : undefined;
    return {
      paymentId: charge.payment_intent ?? charge.id,
      reference,
      cents: charge.amount,
      currency: charge.currency.toUpperCase(),
      at: new Date(charge.created * 1000),
      refundedCents: charge.amount_refunded,
      ...(dispute && { dispute }),
    };
  }

  async function getSession(id: string) {
    const expand = 'expand[]=payment_intent.latest_charge';
    return request({ path: `/v1/checkout/sessions/${encodeURIComponent(id)}?${expand}` });
  }
  async function getStatus({ providerId, reference }: ChargeKey): Promise<ChargeStatus> {
    // Sessions cannot be found by our reference; creating again with the same key returns the session.
    if (providerId === null) return { state: 'open', payments: [] };
    const answer = await getSession(providerId);
    if (answer.status === 404) return { state: 'gone', payments: [] };
    const session = read(sessionSchema, answer, messageOf);
    const charge = typeof session.payment_intent === 'object' ? session.payment_intent?.latest_charge : undefined;
    // A boleto completes the session a day before the money arrives.
    if (charge?.paid && session.payment_status === 'paid')
      return { state: 'paid', payments: [await paymentOf(charge, session.client_reference_id ?? reference)] };
    return { state: session.status === 'expired' ? 'gone' : 'open', payments: [] };
  }
  async function referenceOf(paymentIntent: string): Promise<string> {
    const answer = await request({
      path: `/v1/checkout/sessions?payment_intent=${encodeURIComponent(paymentIntent)}&limit=1`,
    });
    return read(listOf(sessionSchema), answer, messageOf).data[0]?.client_reference_id ?? '';
  }

  return {
    name: 'stripe',
    methods: ['page'],
    async create({ reference, cents, description, expiresAt, buyer, returnUrl }) {
      const now = +clock.now();
      const expiry = Math.min(Math.max(+expiresAt, now + MIN_LIFE_MS), now + MAX_LIFE_MS);
      const answer = await request({
        method: 'POST',
        path: '/v1/checkout/sessions',
        headers: { 'idempotency-key': reference },
        form: {
          mode: 'payment',
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'brl',
          'line_items[0][price_data][unit_amount]': String(cents),
          'line_items[0][price_data][product_data][name]': description,
          client_reference_id: reference,
          customer_email: buyer.email,
          success_url: returnUrl,
          cancel_url: returnUrl,
          // Whole minutes: a repeated call must carry the same parameters as the first.
          expires_at: String(Math.floor(expiry / 60_000) * 60),
        },
      });
      const session = read(sessionSchema, answer, messageOf);
      return { providerId: session.id, code: pageUrl(session.url ?? '', keys.pageHosts) };
    },
    getStatus,
    async cancel(charge) {
      if (charge.providerId === null) return 'gone';
      const path = `/v1/checkout/sessions/${encodeURIComponent(charge.providerId)}/expire`;
      if ((await request({ method: 'POST', path, form: {} })).status < 300) return 'cancelled';
      return (await getStatus(charge)).state === 'paid' ? 'paid' : 'gone';
    },
    async refund({ paymentId }, cents, key) {
      const answer = await request({
        method: 'POST',
        path: '/v1/refunds',
        headers: { 'idempotency-key': key },
        form: { [paymentId.startsWith(INTENT) ? 'payment_intent' : 'charge']: paymentId, amount: String(cents) },
      });
      const { status } = read(z.object({ status: z.string() }), answer, messageOf);
      if (status === 'failed' || status === 'canceled') throw new ProviderError('refused', `the refund is ${status}`);
      return status === 'succeeded' ? 'done' : 'pending';
    },
    ...createWebhooks(clock, keys),
    async findPayment(paymentId) {
      const reference = await referenceOf(paymentId);
      if (reference === '') return undefined;
      const answer = await request({
        path: `/v1/charges?payment_intent=${encodeURIComponent(paymentId)}&limit=1`,
      });
      const [charge] = read(listOf(chargeSchema), answer, messageOf).data.filter(
        ({ payment_intent: id }) => id === paymentId,
      );
      return charge && paymentOf(charge, reference);
    },
    async *listReceived(from, to) {
      for (let after: string | undefined; ;) {
        const query = new URLSearchParams({
          limit: String(PAGE),
          'created[gte]': String(Math.floor(+from / 1000)),
          'created[lte]': String(Math.ceil(+to / 1000)),
          ...(after !== undefined && { starting_after: after }),
        });
        const list = read(listOf(chargeSchema), await request({ path: `/v1/charges?${query.toString()}` }), messageOf);
        for (const charge of list.data)
          if (charge.paid)
            yield await paymentOf(
              charge,
              charge.payment_intent === null ? '' : await referenceOf(charge.payment_intent),
            );
        after = list.data.at(-1)?.id;
        if (!list.has_more || after === undefined) return;
      }
    },
    async registerWebhook(url) {
      const events = Object.fromEntries(EVENTS.map((event, n) => [`enabled_events[${n}]`, event]));
      const answer = await request({ method: 'POST', path: '/v1/webhook_endpoints', form: { url, ...events } });
      return { secret: read(z.object({ secret: z.string() }), answer, messageOf).secret };
    },
    checkConfiguration: () =>
      errorOf(async () => read(z.object({}), await request({ path: '/v1/balance' }), messageOf)),
  };
}

/** An inquiry that was closed, and a dispute that was prevented, take no money. */
const WON = new Set(['won', 'warning_closed', 'prevented']);
const outcomeOf = (status: string): 'open' | 'won' | 'lost' =>
  WON.has(status) ? 'won' : status === 'lost' ? 'lost' : 'open';

const createWebhooks = (
  clock: Clock,
  keys: Pick<StripeKeys, 'webhookSecret'>,
): Pick<PaymentProvider, 'isAuthentic' | 'parse'> => ({
  isAuthentic({ headers, body }) {
    const parts = headerOf(headers, 'stripe-signature').split(',');
    const valuesOf = (name: string) =>
      parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []));
    const [time = ''] = valuesOf('t');
    const age = +clock.now() / 1000 - Number(time);
    if (!/^\d+$/.test(time) || Math.abs(age) > MAX_SIGNATURE_AGE_SECONDS || keys.webhookSecret === '') return false;
    const expected = createHmac('sha256', keys.webhookSecret).update(`${time}.`).update(body).digest('hex');
    return valuesOf('v1').some((given) => isSameSecret(given, expected));
  },
  parse({ body }) {
    const schema = z.object({
      type: z.string(),
      data: z.object({
        object: z.object({
          id: z.string(),
          client_reference_id: z.string().nullish(),
          payment_intent: z.string().nullish(),
        }),
      }),
    });
    const event = schema.safeParse(jsonOf(body)).data;
    if (!event || !EVENTS.includes(event.type)) return [];
    const { client_reference_id: reference, payment_intent: paymentId } = event.data.object;
    return reference ? [{ reference }] : paymentId ? [{ paymentId }] : [];
  },
});
