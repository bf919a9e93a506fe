import { createHmac } from 'node:crypto';
import { reaisOf } from '@balcao/domain/billing/money';
import { z } from 'zod';
import type { SafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { isSameSecret } from '../../infrastructure/secrets/same-secret.ts';
import { ProviderError, type ChargeKey, type ChargeStatus, type Payment, type PaymentProvider } from './port.ts';
import {
  amountOf,
  createProviderRequest,
  errorOf,
  headerOf,
  jsonOf,
  pageUrl,
  read,
  type ProviderCall,
} from './provider-request.ts';

export interface MercadoPagoKeys {
  baseUrl: string;
  accessToken: string;
  /** Shown in its panel, where the webhook is registered by hand. */
  webhookSecret: string;
  pageHosts: readonly string[];
}
const PAGE = 50;

const paymentSchema = z.object({
  id: z.number(),
  external_reference: z.string().nullish(),
  status: z.string(),
  status_detail: z.string().nullish(),
  transaction_amount: z.number(),
  transaction_amount_refunded: z.number().nullish(),
  currency_id: z.string(),
  date_created: z.string(),
  date_approved: z.string().nullish(),
  point_of_interaction: z
    .object({ transaction_data: z.object({ qr_code: z.string().optional() }).optional() })
    .nullish(),
});
const searchSchema = z.object({ paging: z.object({ total: z.number() }), results: z.array(paymentSchema) });
const idSchema = z.union([z.string(), z.number()]).transform(String);
const eventSchema = z.object({
  type: z.string(),
  data: z.object({ id: idSchema, payment_id: idSchema.optional() }),
});
const messageOf = (body: unknown): string | undefined =>
  z.object({ message: z.string() }).safeParse(body).data?.message;
/** States in which money has been received, even if it was returned later. */
const RECEIVED = new Set(['approved', 'refunded', 'charged_back', 'in_mediation']);

/** Mercado Pago: PIX payments, and preferences whose payment page creates payments with our reference. */
export function createMercadoPago(safeFetch: SafeFetch, keys: MercadoPagoKeys): PaymentProvider {
  const send = createProviderRequest(safeFetch, { baseUrl: keys.baseUrl, messageOf });
  const request = (call: ProviderCall) =>
    send({ ...call, headers: { ...call.headers, authorization: `Bearer ${keys.accessToken}` } });

  const paymentOf = (payment: z.infer<typeof paymentSchema>): Payment => {
    const dispute = disputeOf(payment.status, payment.status_detail ?? '');
    return {
      paymentId: String(payment.id),
      reference: payment.external_reference ?? '',
      cents: amountOf(payment.transaction_amount),
      currency: payment.currency_id,
      at: new Date(payment.date_approved ?? payment.date_created),
      refundedCents:
        payment.status === 'refunded'
          ? amountOf(payment.transaction_amount)
          : amountOf(payment.transaction_amount_refunded ?? 0),
      ...(dispute && { dispute }),
    };
  };
  async function search(filter: Record<string, string>, offset: number) {
    const query = new URLSearchParams({
      ...filter,
      sort: 'date_created',
      criteria: 'asc',
      limit: String(PAGE),
      offset: String(offset),
    });
    return read(searchSchema, await request({ path: `/v1/payments/search?${query.toString()}` }), messageOf);
  }
  async function getStatus({ reference, method }: Pick<ChargeKey, 'reference' | 'method'>): Promise<ChargeStatus> {
    const { results } = await search({ external_reference: reference }, 0);
    const payments = results.filter(({ status }) => RECEIVED.has(status)).map(paymentOf);
    if (payments.length > 0) return { state: 'paid', payments };
    // A payment page takes further tries after a declined card.
    const isGone =
      method === 'pix' &&
      results.length > 0 &&
      results.every(({ status }) => status === 'cancelled' || status === 'rejected');
    return { state: isGone ? 'gone' : 'open', payments };
  }

  return {
    name: 'mercadopago',
    methods: ['pix', 'page'],
    async create({ reference, method, cents, description, expiresAt, buyer, returnUrl }) {
      if (method === 'page') {
        const answer = await request({
          method: 'POST',
          path: '/checkout/preferences',
          headers: { 'x-idempotency-key': reference },
          json: {
            items: [{ id: reference, title: description, quantity: 1, currency_id: 'BRL', unit_price: reaisOf(cents) }],
            external_reference: reference,
            payer: { email: buyer.email, name: buyer.name },
            back_urls: { success: returnUrl, pending: returnUrl, failure: returnUrl },
            expires: true,
            expiration_date_to: expiresAt.toISOString(),
          },
        });
        const preference = read(z.object({ id: z.string(), init_point: z.string() }), answer, messageOf);
        return { providerId: preference.id, code: pageUrl(preference.init_point, keys.pageHosts) };
      }
      const answer = await request({
        method: 'POST',
        path: '/v1/payments',
        headers: { 'x-idempotency-key': reference },
        json: {
          transaction_amount: reaisOf(cents),
          payment_method_id: 'pix',
          description,
          external_reference: reference,
          date_of_expiration: expiresAt.toISOString(),
          payer: {
            email: buyer.email,
            identification: { type: buyer.document.length === 14 ? 'CNPJ' : 'CPF', number: buyer.document },
          },
        },
      });
      const payment = read(paymentSchema, answer, messageOf);
      const code = payment.point_of_interaction?.transaction_data?.qr_code;
      if (!code) throw new ProviderError('unknown', 'the charge has no code');
      return { providerId: String(payment.id), code };
    },
    getStatus,
    async cancel(charge) {
      const { state } = await getStatus(charge);
      if (state === 'paid') return 'paid';
      if (charge.providerId === null || state === 'gone') return 'gone';
      const id = encodeURIComponent(charge.providerId);
      const answer =
        charge.method === 'page'
          ? await request({
              method: 'PUT',
              path: `/checkout/preferences/${id}`,
              json: { expires: true, expiration_date_to: new Date(0).toISOString() },
            })
          : await request({ method: 'PUT', path: `/v1/payments/${id}`, json: { status: 'cancelled' } });
      if (answer.status < 300) return 'cancelled';
      return (await getStatus(charge)).state === 'paid' ? 'paid' : 'gone';
    },
    async refund({ paymentId }, cents, key) {
      const answer = await request({
        method: 'POST',
        path: `/v1/payments/${encodeURIComponent(paymentId)}/refunds`,
        headers: { 'x-idempotency-key': key, 'x-render-in-process-refunds': 'true' },
        json: { amount: reaisOf(cents) },
      });
      const { status } = read(z.object({ status: z.string() }), answer, messageOf);
      if (status === 'rejected' || status === 'cancelled')
        throw new ProviderError('refused', `the refund is ${status}`);
      return status === 'approved' ? 'done' : 'pending';
    },
    ...createWebhooks(keys),
    async findPayment(paymentId) {
      const answer = await request({ path: `/v1/payments/${encodeURIComponent(paymentId)}` });
      if (answer.status === 404) return undefined;
      const payment = read(paymentSchema, answer, messageOf);
      return paymentOf(payment);
    },
    async *listReceived(from, to) {
      const period = { range: 'date_created', begin_date: from.toISOString(), end_date: to.toISOString() };
      for (let offset = 0; ; offset += PAGE) {
        const { paging, results } = await search(period, offset);
        for (const payment of results) if (RECEIVED.has(payment.status)) yield paymentOf(payment);
        if (offset + PAGE >= paging.total) return;
      }
    },
    registerWebhook: () =>
      Promise.reject(
        new ProviderError('configuration', 'Mercado Pago: the webhook is registered by hand in its panel'),
      ),
    checkConfiguration: () => errorOf(async () => read(z.object({}), await request({ path: '/users/me' }), messageOf)),
  };
}

function disputeOf(status: string, detail: string): 'open' | 'won' | 'lost' | undefined {
  if (status === 'in_mediation') return 'open';
  if (status !== 'charged_back') return undefined;
  return detail === 'reimbursed' ? 'won' : detail === 'in_process' ? 'open' : 'lost';
}

const createWebhooks = (
  keys: Pick<MercadoPagoKeys, 'webhookSecret'>,
): Pick<PaymentProvider, 'isAuthentic' | 'parse'> => ({
  isAuthentic({ headers, query }) {
    const parts = new Map(
      headerOf(headers, 'x-signature')
        .split(',')
        .map((part) => part.trim().split('=', 2) as [string, string]),
    );
    const id = query.get('data.id');
    const requestId = headerOf(headers, 'x-request-id');
    const time = parts.get('ts') ?? '';
    if (keys.webhookSecret === '' || time === '') return false;
    // Missing parts are left out of the signed text. A replay only triggers a status query, so its age does not matter.
    const signed = `${id ? `id:${id.toLowerCase()};` : ''}${requestId ? `request-id:${requestId};` : ''}ts:${time};`;
    return isSameSecret(parts.get('v1') ?? '', createHmac('sha256', keys.webhookSecret).update(signed).digest('hex'));
  },
  parse({ query, body }) {
    const event = eventSchema.safeParse(jsonOf(body)).data;
    // Only the id of the address is signed.
    if (!event || query.get('data.id') !== event.data.id) return [];
    if (event.type === 'payment') return [{ paymentId: event.data.id }];
    // Here the id is that of the chargeback.
    return event.type === 'topic_chargebacks_wh' ? [{ paymentId: event.data.payment_id ?? event.data.id }] : [];
  },
});
