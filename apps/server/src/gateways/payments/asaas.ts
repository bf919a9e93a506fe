import { reaisOf } from '@balcao/domain/billing/money';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { isSameSecret } from '../../infrastructure/secrets/same-secret.ts';
import type { ChargeKey, ChargeStatus, Payment, PaymentProvider } from './port.ts';
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

export interface AsaasKeys {
  baseUrl: string;
  accessToken: string;
  /** Sent by Asaas with each webhook; chosen when the webhook is registered. */
  webhookToken: string;
  pageHosts: readonly string[];
}
const PAGE = 100;
const EVENTS = [
  'PAYMENT_RECEIVED',
  'PAYMENT_CONFIRMED',
  'PAYMENT_OVERDUE',
  'PAYMENT_DELETED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_CHARGEBACK_REQUESTED',
  'PAYMENT_CHARGEBACK_DISPUTE',
  'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
];
const RECEIVED = new Set([
  'RECEIVED',
  'CONFIRMED',
  'REFUNDED',
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
]);

const paymentSchema = z.object({
  id: z.string(),
  status: z.string(),
  value: z.number(),
  externalReference: z.string().nullish(),
  invoiceUrl: z.string().nullish(),
  paymentDate: z.string().nullish(),
  dateCreated: z.string(),
  deleted: z.boolean().optional(),
  refunds: z.array(z.object({ value: z.number(), status: z.string(), description: z.string().nullish() })).nullish(),
});
const listSchema = z.object({ hasMore: z.boolean(), data: z.array(paymentSchema) });
const messageOf = (body: unknown): string | undefined =>
  z.object({ errors: z.array(z.object({ description: z.string() })).min(1) }).safeParse(body).data?.errors[0]
    ?.description;

/** Asaas: charges of a registered customer. Without idempotency, a charge is always searched before it is created. */
export function createAsaas(safeFetch: SafeFetch, keys: AsaasKeys): PaymentProvider {
  const send = createProviderRequest(safeFetch, { baseUrl: keys.baseUrl, messageOf });
  const request = (call: ProviderCall) =>
    send({ ...call, headers: { ...call.headers, access_token: keys.accessToken } });

  const paymentOf = (payment: z.infer<typeof paymentSchema>): Payment => {
    const dispute = disputeOf(payment.status);
    const returned = (payment.refunds ?? []).filter(({ status }) => status === 'DONE');
    const refunded = returned.reduce((sum, { value }) => sum + amountOf(value), 0);
    return {
      paymentId: payment.id,
      reference: payment.externalReference ?? '',
      cents: amountOf(payment.value),
      currency: 'BRL',
      at: new Date(`${payment.paymentDate ?? payment.dateCreated}T12:00:00-03:00`),
      refundedCents: payment.status === 'REFUNDED' ? amountOf(payment.value) : refunded,
      ...(dispute && { dispute }),
    };
  };
  async function list(filter: Record<string, string>, offset = 0) {
    const query = new URLSearchParams({ ...filter, limit: String(PAGE), offset: String(offset) });
    return read(listSchema, await request({ path: `/payments?${query.toString()}` }), messageOf);
  }
  async function getStatus({ reference }: Pick<ChargeKey, 'reference'>): Promise<ChargeStatus> {
    const { data } = await list({ externalReference: reference });
    const payments = data.filter(({ status }) => RECEIVED.has(status)).map(paymentOf);
    if (payments.length > 0) return { state: 'paid', payments };
    return { state: data.every(({ deleted }) => deleted) ? 'gone' : 'open', payments };
  }

  async function customerId({
    name,
    document,
    email,
  }: {
    name: string;
    document: string;
    email: string;
  }): Promise<string> {
    const found = await request({ path: `/customers?cpfCnpj=${encodeURIComponent(document)}` });
    const [first] = read(z.object({ data: z.array(z.object({ id: z.string() })) }), found, messageOf).data;
    if (first) return first.id;
    const created = await request({
      method: 'POST',
      path: '/customers',
      // Reminders are ours; the payer must not get them twice.
      json: { name, cpfCnpj: document, email, notificationDisabled: true },
    });
    return read(z.object({ id: z.string() }), created, messageOf).id;
  }
  async function codeOf(payment: z.infer<typeof paymentSchema>, method: 'pix' | 'page'): Promise<string> {
    if (method === 'page') return pageUrl(payment.invoiceUrl ?? '', keys.pageHosts);
    const answer = await request({ path: `/payments/${encodeURIComponent(payment.id)}/pixQrCode` });
    return read(z.object({ payload: z.string() }), answer, messageOf).payload;
  }

  return {
    name: 'asaas',
    methods: ['pix', 'page'],
    async create({ reference, method, cents, description, expiresAt, buyer }) {
      const earlier = (await list({ externalReference: reference })).data.find(({ deleted }) => !deleted);
      if (earlier) return { providerId: earlier.id, code: await codeOf(earlier, method) };
      const answer = await request({
        method: 'POST',
        path: '/payments',
        json: {
          customer: await customerId(buyer),
          billingType: method === 'pix' ? 'PIX' : 'UNDEFINED',
          value: reaisOf(cents),
          dueDate: brazilianDay(expiresAt),
          description,
          externalReference: reference,
        },
      });
      const payment = read(paymentSchema, answer, messageOf);
      return { providerId: payment.id, code: await codeOf(payment, method) };
    },
    getStatus,
    async cancel(charge) {
      const { data } = await list({ externalReference: charge.reference });
      if (data.some(({ status }) => RECEIVED.has(status))) return 'paid';
      let isCancelled = false;
      for (const { id, deleted } of data) {
        if (deleted) continue;
        const { status } = await request({ method: 'DELETE', path: `/payments/${encodeURIComponent(id)}` });
        isCancelled ||= status < 300;
      }
      if (isCancelled) return 'cancelled';
      return (await getStatus(charge)).state === 'paid' ? 'paid' : 'gone';
    },
    async refund({ paymentId }, cents, key) {
      const path = `/payments/${encodeURIComponent(paymentId)}`;
      const before = read(paymentSchema, await request({ path }), messageOf);
      // Asaas has no idempotency keys: the key is the description by which an earlier refund is recognized.
      const earlier = before.refunds?.find(({ description }) => description === key);
      if (earlier) return earlier.status === 'DONE' ? 'done' : 'pending';
      const answer = await request({
        method: 'POST',
        path: `${path}/refund`,
        json: { value: reaisOf(cents), description: key },
      });
      const after = read(paymentSchema, answer, messageOf);
      return after.refunds?.some(({ description, status }) => description === key && status === 'DONE')
        ? 'done'
        : 'pending';
    },
    ...createWebhooks(keys),
    async findPayment(paymentId) {
      const answer = await request({ path: `/payments/${encodeURIComponent(paymentId)}` });
      return answer.status === 404 ? undefined : paymentOf(read(paymentSchema, answer, messageOf));
    },
    async *listReceived(from, to) {
      const period = { 'paymentDate[ge]': brazilianDay(from), 'paymentDate[le]': brazilianDay(to) };
      for (let offset = 0; ; offset += PAGE) {
        const { data, hasMore } = await list(period, offset);
        for (const payment of data) if (RECEIVED.has(payment.status)) yield paymentOf(payment);
        if (!hasMore) return;
      }
    },
    async registerWebhook(url) {
      const authToken = randomBytes(24).toString('hex');
      const answer = await request({
        method: 'POST',
        path: '/webhooks',
        json: {
          name: 'Balcão',
          url,
          enabled: true,
          interrupted: false,
          apiVersion: 3,
          authToken,
          sendType: 'SEQUENTIALLY',
          events: EVENTS,
        },
      });
      read(z.object({}), answer, messageOf);
      return { secret: authToken };
    },
    checkConfiguration: () =>
      errorOf(async () => read(z.object({}), await request({ path: '/finance/balance' }), messageOf)),
  };
}

/** Asaas counts days in the time of Brasília. */
const brazilianDay = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(at);

const DISPUTED = new Set(['CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE', 'AWAITING_CHARGEBACK_REVERSAL']);
/** A dispute that was lost shows as a refund. */
const disputeOf = (status: string): 'open' | undefined => (DISPUTED.has(status) ? 'open' : undefined);

const createWebhooks = (keys: Pick<AsaasKeys, 'webhookToken'>): Pick<PaymentProvider, 'isAuthentic' | 'parse'> => ({
  isAuthentic: ({ headers }) => isSameSecret(headerOf(headers, 'asaas-access-token'), keys.webhookToken),
  parse({ body }) {
    const schema = z.object({ event: z.string(), payment: z.object({ externalReference: z.string().nullish() }) });
    const event = schema.safeParse(jsonOf(body)).data;
    const reference = event?.event.startsWith('PAYMENT_') ? event.payment.externalReference : undefined;
    return reference ? [{ reference }] : [];
  },
});
