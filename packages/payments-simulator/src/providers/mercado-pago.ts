import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { cents, hex, inAMonth, pixCode, refundedCents, type Charge, type Payment } from '../bank.ts';
import { answer, text, type Call, type Result, type ProviderContext, type SimulatedProvider } from '../provider.ts';

export interface MercadoPagoAccount {
  token: string;
}
const PAGE = 30;
const OTHER_PAYMENT_ID = '999999999';
/** A chargeback has an id of its own. */
const CHARGEBACK = '2330';

interface MercadoPagoState {
  webhook: { url: string; secret: string } | undefined;
  /** First answers by address and idempotency key. */
  replies: Map<string, unknown>;
}

const DISPUTES = {
  open: { status: 'in_mediation', status_detail: 'pending' },
  won: { status: 'approved', status_detail: 'accredited' },
  lost: { status: 'charged_back', status_detail: 'settled' },
} as const;
/** The money of a chargeback came back. */
const REVERSED_LOSS = { status: 'charged_back', status_detail: 'reimbursed' } as const;

function createCalls({ bank, pageUrl }: ProviderContext) {
  const problem = (status: number, message: string) => ({
    status,
    body: { message, error: 'bad_request', status, cause: [] },
  });

  function statusOf(payment: Payment) {
    if (payment.dispute === 'won' && payment.hasLostDispute) return REVERSED_LOSS;
    if (payment.dispute) return DISPUTES[payment.dispute];
    if (payment.isPending) return { status: 'in_process', status_detail: 'pending_review_manual' };
    if (refundedCents(payment) === payment.cents) return { status: 'refunded', status_detail: 'refunded' };
    const detail = refundedCents(payment) > 0 ? 'partially_refunded' : 'accredited';
    return { status: 'approved', status_detail: detail };
  }
  const paymentOf = (payment: Payment) => ({
    id: Number(payment.id),
    external_reference: payment.charge.reference,
    transaction_amount: payment.cents / 100,
    transaction_amount_refunded: refundedCents(payment) / 100,
    currency_id: payment.currency,
    date_created: payment.charge.createdAt.toISOString(),
    date_approved: payment.at.toISOString(),
    ...statusOf(payment),
  });
  /** A PIX payment exists before it is paid. */
  const pixOf = (charge: Charge) => {
    const [paid] = bank.shown(charge);
    if (paid) return { ...paymentOf(paid), point_of_interaction: interactionOf(charge) };
    return {
      id: Number(charge.id),
      external_reference: charge.reference,
      transaction_amount: charge.cents / 100,
      transaction_amount_refunded: 0,
      currency_id: 'BRL',
      date_created: charge.createdAt.toISOString(),
      date_of_expiration: charge.expiresAt.toISOString(),
      date_approved: null,
      status: charge.isCancelled || charge.expiresAt < bank.now() ? 'cancelled' : 'pending',
      status_detail: charge.isCancelled
        ? 'by_collector'
        : charge.expiresAt < bank.now()
          ? 'expired'
          : 'pending_waiting_transfer',
      point_of_interaction: interactionOf(charge),
    };
  };
  const interactionOf = (charge: Charge) => ({
    type: 'PIX',
    transaction_data: { qr_code: charge.code, qr_code_base64: '', ticket_url: pageUrl(charge.id) },
  });

  function createPix({ body }: Call) {
    const amount = cents(body['transaction_amount']);
    const payer = body['payer'] as { email?: string } | undefined;
    if (!amount || typeof body['transaction_amount'] !== 'number')
      return problem(400, 'transaction_amount must be a number');
    if (body['payment_method_id'] !== 'pix') return problem(400, 'payment_method_id attribute is invalid');
    if (!payer?.email) return problem(400, 'payer.email must be a valid email');
    const id = String(10 ** 10 + Math.floor(Math.random() * 10 ** 9));
    const expiration = body['date_of_expiration'];
    const charge = bank.add({
      provider: 'mercadopago',
      id,
      reference: text(body['external_reference']),
      method: 'pix',
      cents: amount,
      code: pixCode(id, amount),
      expiresAt: typeof expiration === 'string' ? new Date(expiration) : new Date(+bank.now() + 86_400_000),
      details: {},
    });
    return { status: 201, body: pixOf(charge) };
  }

  function createPreference({ body }: Call) {
    const items = body['items'] as { unit_price?: number; quantity?: number }[] | undefined;
    const amount = cents(items?.[0]?.unit_price);
    if (!amount || items?.length !== 1) return problem(400, 'items needed');
    const id = `${hex(8)}-${randomUUID()}`;
    const expiration = body['expiration_date_to'];
    bank.add({
      provider: 'mercadopago',
      id,
      reference: text(body['external_reference']),
      method: 'page',
      cents: amount,
      code: pageUrl(id),
      expiresAt: typeof expiration === 'string' ? new Date(expiration) : inAMonth(bank.now()),
      details: {},
    });
    return {
      status: 201,
      body: {
        id,
        init_point: pageUrl(id),
        sandbox_init_point: pageUrl(id),
        external_reference: body['external_reference'],
      },
    };
  }

  const chargeOf = (id: string) => bank.withId('mercadopago', id);
  const paymentsFor = (reference: string): { external_reference: string }[] =>
    bank
      .withReference('mercadopago', reference)
      .flatMap((charge): { external_reference: string }[] =>
        charge.method === 'pix' ? [pixOf(charge)] : bank.shown(charge).map(paymentOf),
      );
  function find(id: string): object | undefined {
    const payment = bank.findPayment(id);
    if (payment && !payment.onlyInStatement)
      return payment.charge.method === 'pix' && payment.id === payment.charge.id
        ? pixOf(payment.charge)
        : paymentOf(payment);
    const charge = chargeOf(id);
    return charge?.method === 'pix' ? pixOf(charge) : undefined;
  }

  function search({ query }: Call) {
    const offset = Number(query['offset'] ?? 0);
    const limit = Number(query['limit'] ?? PAGE);
    const isStatement = query['begin_date'] !== undefined;
    const all: { external_reference: string }[] = isStatement
      ? bank.received('mercadopago', new Date(query['begin_date']!), new Date(query['end_date']!)).map(paymentOf)
      : paymentsFor(query['external_reference'] ?? '');
    return {
      status: 200,
      body: { paging: { total: all.length, limit, offset }, results: all.slice(offset, offset + limit) },
    };
  }

  function refund({ params, body }: Call) {
    const payment = bank.findPayment(params['id']!);
    if (payment?.charge.provider !== 'mercadopago') return problem(404, 'Payment not found');
    const rest = payment.cents - refundedCents(payment);
    const amount = body?.['amount'] === undefined ? rest : cents(body['amount']);
    if (!amount || amount > rest) return problem(400, 'Amount for refund greater than payment amount');
    const id = String(10 ** 9 + Math.floor(Math.random() * 10 ** 8));
    bank.refund(payment, amount, id);
    return {
      status: 201,
      body: { id: Number(id), payment_id: Number(payment.id), amount: amount / 100, status: 'approved' },
    };
  }

  return { problem, chargeOf, pixOf, createPix, createPreference, find, search, refund };
}

/** Mercado Pago: PIX payments, and preferences that are paid on its page. The webhook is set by hand in its panel. */
export function createMercadoPago(context: ProviderContext, account: MercadoPagoAccount): SimulatedProvider {
  const { bank, deliveries } = context;
  const state: MercadoPagoState = { webhook: undefined, replies: new Map() };
  const { problem, chargeOf, pixOf, createPix, createPreference, find, search, refund } = createCalls(context);
  return {
    name: 'mercadopago',
    routes(app: FastifyInstance) {
      const guarded = (handle: (call: Call) => Result, needsKey = false) =>
        function (request: unknown, reply: Parameters<typeof answer>[0]) {
          const call = request as Call;
          if (call.headers.authorization !== `Bearer ${account.token}`)
            return answer(reply, 401, { message: 'invalid access token', error: 'unauthorized', status: 401 });
          const key = call.headers['x-idempotency-key'];
          if (!needsKey) {
            const { status, body } = handle(call);
            return answer(reply, status, body);
          }
          if (typeof key !== 'string' || key === '')
            return answer(reply, 400, problem(400, 'X-Idempotency-Key is required').body);
          const stored = state.replies.get(`${call.url} ${key}`);
          if (stored) return answer(reply, 200, stored);
          const { status, body } = handle(call);
          if (status === 201) state.replies.set(`${call.url} ${key}`, body);
          return answer(reply, status, body);
        };
      app.post('/v1/payments', guarded(createPix, true));
      app.post('/checkout/preferences', guarded(createPreference));
      app.put(
        '/checkout/preferences/:id',
        guarded(({ params, body }) => {
          const charge = chargeOf(params['id']!);
          if (!charge) return problem(404, 'preference not found');
          if (typeof body['expiration_date_to'] === 'string') charge.expiresAt = new Date(body['expiration_date_to']);
          if (charge.expiresAt <= bank.now()) charge.isCancelled = true;
          return { status: 200, body: { id: charge.id, external_reference: charge.reference } };
        }),
      );
      app.get('/v1/payments/search', guarded(search));
      app.get(
        '/v1/payments/:id',
        guarded(({ params }) => {
          const found = find(params['id']!);
          return found ? { status: 200, body: found } : problem(404, 'Payment not found');
        }),
      );
      app.put(
        '/v1/payments/:id',
        guarded(({ params, body }) => {
          const charge = chargeOf(params['id']!);
          if (charge?.method !== 'pix') return problem(404, 'Payment not found');
          if (body['status'] !== 'cancelled' || bank.shown(charge).length > 0)
            return problem(400, 'Invalid status transition');
          charge.isCancelled = true;
          return { status: 200, body: pixOf(charge) };
        }),
      );
      app.post('/v1/payments/:id/refunds', guarded(refund, true));
      app.get(
        '/users/me',
        guarded(() => ({ status: 200, body: { id: 1, site_id: 'MLB' } })),
      );
    },
    notify(event) {
      if (event.type === 'expired' || event.payment.charge.provider !== 'mercadopago' || state.webhook === undefined)
        return;
      const { url, secret } = state.webhook;
      const paymentId = deliveries.isForeign('mercadopago') ? OTHER_PAYMENT_ID : event.payment.id;
      const isChargeback = event.type === 'disputed';
      const id = isChargeback ? `${CHARGEBACK}${paymentId}` : paymentId;
      const type = isChargeback ? 'topic_chargebacks_wh' : 'payment';
      const requestId = randomUUID();
      const body = JSON.stringify({
        id: Number(hex(8).replaceAll(/\D/g, '1')),
        type,
        action: event.type === 'paid' ? 'payment.created' : 'payment.updated',
        api_version: 'v1',
        live_mode: false,
        date_created: bank.now().toISOString(),
        user_id: '1',
        data: isChargeback ? { id, payment_id: Number(paymentId) } : { id },
      });
      deliveries.enqueue({
        provider: 'mercadopago',
        url: `${url}${url.includes('?') ? '&' : '?'}data.id=${id}&type=${type}`,
        body,
        headers(signature): Record<string, string> {
          if (signature === 'missing') return { 'x-request-id': requestId };
          const ts = String(+bank.now());
          const key = signature === 'wrong' ? 'other' : secret;
          const v1 = createHmac('sha256', key).update(`id:${id};request-id:${requestId};ts:${ts};`).digest('hex');
          return { 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` };
        },
      });
    },
    webhookUrl: () => state.webhook?.url,
    setWebhook: (url, secret = hex(32)) => void (state.webhook = { url, secret }),
    error: (status) => ({ message: `Error ${status}`, error: 'internal_error', status }),
    reset() {
      state.webhook = undefined;
      state.replies = new Map();
    },
  };
}
