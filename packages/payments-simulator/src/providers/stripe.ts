import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { hex, isPaid, refundedCents, type BankEvent, type Charge, type Payment } from '../bank.ts';
import { answer, text, type Call, type Result, type ProviderContext, type SimulatedProvider } from '../provider.ts';

export interface StripeAccount {
  key: string;
}
type Form = Record<string, string>;
const STALE_SECONDS = 3600;
const MIN_LIFE_MS = 30 * 60_000;
const MAX_LIFE_MS = 24 * 3_600_000;

interface StripeState {
  endpoint: { url: string; secret: string } | undefined;
  /** First answers by idempotency key. */
  replies: Map<string, { params: string; body: unknown }>;
}

function createCalls({ bank, pageUrl }: ProviderContext, state: StripeState) {
  const problem = (status: number, code: string, message: string, type = 'invalid_request_error') => ({
    status,
    body: { error: { type, code, message } },
  });
  const seconds = (date: Date) => Math.floor(+date / 1000);

  const sessionOf = (charge: Charge, expand: boolean) => {
    const [payment] = bank.shown(charge);
    return {
      id: charge.id,
      object: 'checkout.session',
      mode: 'payment',
      url: charge.code,
      client_reference_id: charge.reference,
      amount_total: payment?.cents ?? charge.cents,
      currency: (payment?.currency ?? 'BRL').toLowerCase(),
      created: seconds(charge.createdAt),
      expires_at: seconds(charge.expiresAt),
      status: payment ? 'complete' : charge.isCancelled || charge.expiresAt < bank.now() ? 'expired' : 'open',
      payment_status: payment && !payment.isPending ? 'paid' : 'unpaid',
      payment_intent: payment ? (expand ? intentOf(payment) : payment.id) : null,
      livemode: false,
    };
  };
  const intentOf = (payment: Payment) => ({
    id: payment.id,
    object: 'payment_intent',
    amount: payment.cents,
    currency: payment.currency.toLowerCase(),
    created: seconds(payment.at),
    status: payment.isPending ? 'processing' : 'succeeded',
    latest_charge: chargeOf(payment),
  });
  const chargeOf = (payment: Payment) => ({
    id: `ch_${payment.id.slice(3)}`,
    object: 'charge',
    amount: payment.cents,
    amount_refunded: refundedCents(payment),
    refunded: refundedCents(payment) === payment.cents,
    currency: payment.currency.toLowerCase(),
    created: seconds(payment.at),
    payment_intent: payment.id,
    paid: !payment.isPending,
    status: payment.isPending ? 'pending' : 'succeeded',
    disputed: payment.dispute !== null,
  });
  const disputeOf = (payment: Payment) => ({
    id: `dp_${payment.id.slice(3)}`,
    object: 'dispute',
    amount: payment.cents,
    charge: `ch_${payment.id.slice(3)}`,
    payment_intent: payment.id,
    status: payment.dispute === 'open' ? 'needs_response' : payment.dispute,
  });

  function create(form: Form) {
    const amount = Number(form['line_items[0][price_data][unit_amount]']);
    if (form['mode'] !== 'payment') return problem(400, 'parameter_missing', 'Missing required param: mode.');
    if (form['line_items[0][price_data][currency]'] !== 'brl')
      return problem(400, 'invalid_currency', 'Invalid currency.');
    if (!Number.isInteger(amount) || amount < 50)
      return problem(400, 'amount_too_small', 'Amount must be at least R$0.50.');
    const expiresAt = form['expires_at']
      ? new Date(Number(form['expires_at']) * 1000)
      : new Date(+bank.now() + MAX_LIFE_MS);
    const life = +expiresAt - +bank.now();
    if (life < MIN_LIFE_MS - 60_000 || life > MAX_LIFE_MS + 60_000)
      return problem(
        400,
        'parameter_invalid',
        'The expires_at timestamp must be between 30 minutes and 24 hours from now.',
      );
    const id = `cs_test_${hex(40)}`;
    const charge = bank.add({
      provider: 'stripe',
      id,
      reference: form['client_reference_id'] ?? '',
      method: 'page',
      cents: amount,
      code: pageUrl(id),
      expiresAt,
      details: { successUrl: form['success_url'], cancelUrl: form['cancel_url'] },
    });
    return { status: 200, body: sessionOf(charge, false) };
  }

  function refund(form: Form) {
    const payment = bank.findPayment(form['payment_intent'] ?? '');
    if (!payment) return problem(404, 'resource_missing', 'No such payment_intent.');
    const amount = form['amount'] === undefined ? payment.cents - refundedCents(payment) : Number(form['amount']);
    if (amount <= 0 || refundedCents(payment) + amount > payment.cents)
      return problem(400, 'charge_already_refunded', 'Refund amount is greater than the unrefunded amount.');
    const id = `re_${hex(24)}`;
    bank.refund(payment, amount, id);
    return { status: 200, body: { id, object: 'refund', amount, payment_intent: payment.id, status: 'succeeded' } };
  }

  function listCharges(query: Form) {
    const from = new Date(Number(query['created[gte]'] ?? 0) * 1000);
    const to = query['created[lte]'] ? new Date(Number(query['created[lte]']) * 1000) : new Date(+bank.now() + 1000);
    const charges = bank.received('stripe', from, to).map(chargeOf);
    const wanted = query['payment_intent'];
    return page(wanted === undefined ? charges : charges.filter((charge) => charge.payment_intent === wanted), query);
  }
  function listDisputes(query: Form) {
    const payment = bank.findPayment(`pi_${(query['charge'] ?? '').slice(3)}`);
    return page(payment?.dispute ? [disputeOf(payment)] : [], query);
  }
  function page<T extends { id: string }>(all: T[], query: Form) {
    const limit = Number(query['limit'] ?? 10);
    const start = query['starting_after'] ? all.findIndex(({ id }) => id === query['starting_after']) + 1 : 0;
    const data = all.slice(start, start + limit);
    return { status: 200, body: { object: 'list', data, has_more: start + limit < all.length } };
  }

  /** The same key returns the first answer again, or an error if the request differs. */
  function idempotent(call: Call, handle: () => Result) {
    const key = call.headers['idempotency-key'];
    if (typeof key !== 'string') return handle();
    const params = `${call.url} ${JSON.stringify(call.body)}`;
    const earlier = state.replies.get(key);
    if (earlier)
      return earlier.params === params
        ? { status: 200, body: earlier.body }
        : problem(
            400,
            'idempotency_key_in_use',
            'Keys for idempotent requests can only be used with the same parameters.',
            'idempotency_error',
          );
    const result = handle();
    if (result.status === 200) state.replies.set(key, { params, body: result.body });
    return result;
  }

  return {
    problem,
    seconds,
    sessionOf,
    chargeOf,
    disputeOf,
    create,
    refund,
    listCharges,
    listDisputes,
    page,
    idempotent,
  };
}

/** Stripe: checkout sessions, paid by card or boleto on Stripe's page. Requests are form-encoded. */
export function createStripe(context: ProviderContext, account: StripeAccount): SimulatedProvider {
  const { bank, deliveries } = context;
  const state: StripeState = { endpoint: undefined, replies: new Map() };
  const calls = createCalls(context, state);
  const { problem, seconds, sessionOf, chargeOf, create, refund, listCharges, page, idempotent } = calls;

  /** Name and object of the webhook for an event. */
  function objectOf(event: BankEvent): [string, unknown] {
    const charge = event.type === 'expired' ? event.charge : event.payment.charge;
    const own = sessionOf(charge, false);
    const session = deliveries.isForeign('stripe') ? { ...own, client_reference_id: 'of-another-account' } : own;
    if (event.type === 'expired') return ['checkout.session.expired', session];
    if (event.type === 'paid') return ['checkout.session.completed', session];
    if (event.type === 'confirmed') return ['checkout.session.async_payment_succeeded', session];
    if (event.type === 'refunded') return ['charge.refunded', chargeOf(event.payment)];
    const isOpen = event.payment.dispute === 'open';
    return [isOpen ? 'charge.dispute.created' : 'charge.dispute.closed', calls.disputeOf(event.payment)];
  }

  function notify(event: BankEvent): void {
    if (state.endpoint === undefined) return;
    const charge = event.type === 'expired' ? event.charge : event.payment.charge;
    if (charge.provider !== 'stripe') return;
    const { url, secret } = state.endpoint;
    const [type, object] = objectOf(event);
    const body = JSON.stringify({
      id: `evt_${hex(24)}`,
      object: 'event',
      type,
      created: seconds(bank.now()),
      livemode: false,
      data: { object },
    });
    deliveries.enqueue({
      provider: 'stripe',
      url,
      body,
      headers(signature): Record<string, string> {
        if (signature === 'missing') return {};
        const t = seconds(bank.now()) - (signature === 'stale' ? STALE_SECONDS : 0);
        const key = signature === 'wrong' ? 'whsec_other' : secret;
        return { 'stripe-signature': `t=${t},v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}` };
      },
    });
  }

  return {
    name: 'stripe',
    routes(app: FastifyInstance) {
      app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
        done(null, Object.fromEntries(new URLSearchParams(String(text)))),
      );
      const guarded = (handle: (call: Call) => Result) =>
        function (request: unknown, reply: Parameters<typeof answer>[0]) {
          const call = request as Call;
          if (call.headers.authorization !== `Bearer ${account.key}`)
            return answer(reply, 401, problem(401, 'api_key_invalid', 'Invalid API Key provided.').body);
          const { status, body } = handle(call);
          return answer(reply, status, body);
        };
      const onSession = (handle: (charge: Charge, call: Call) => Result) =>
        guarded((call) => {
          const charge = bank.withId('stripe', call.params['id']!);
          return charge ? handle(charge, call) : problem(404, 'resource_missing', 'No such checkout.session.');
        });
      app.post(
        '/v1/checkout/sessions',
        guarded((call) => idempotent(call, () => create(call.body as Form))),
      );
      app.get(
        '/v1/checkout/sessions',
        guarded(({ query }) => {
          const sessions = bank
            .of('stripe')
            .filter(
              ({ payments }) =>
                query['payment_intent'] === undefined || payments.some(({ id }) => id === query['payment_intent']),
            );
          return page(
            sessions.map((charge) => sessionOf(charge, false)),
            query,
          );
        }),
      );
      app.get(
        '/v1/checkout/sessions/:id',
        onSession((charge, { query }) => ({
          status: 200,
          body: sessionOf(
            charge,
            Object.keys(query).some((name) => name.startsWith('expand')),
          ),
        })),
      );
      app.post(
        '/v1/checkout/sessions/:id/expire',
        onSession((charge) => {
          if (isPaid(charge) || charge.payments.length > 0 || charge.isCancelled || charge.expiresAt < bank.now())
            return problem(400, 'session_not_open', 'Only Checkout Sessions with a status in ["open"] can be expired.');
          charge.isCancelled = true;
          return { status: 200, body: sessionOf(charge, false) };
        }),
      );
      app.get(
        '/v1/charges',
        guarded(({ query }) => listCharges(query)),
      );
      app.get(
        '/v1/disputes',
        guarded(({ query }) => calls.listDisputes(query)),
      );
      app.post(
        '/v1/refunds',
        guarded((call) => idempotent(call, () => refund(call.body as Form))),
      );
      app.get(
        '/v1/balance',
        guarded(() => ({ status: 200, body: { object: 'balance', livemode: false, available: [] } })),
      );
      app.post(
        '/v1/webhook_endpoints',
        guarded(({ body }) => {
          const secret = `whsec_${hex(32)}`;
          state.endpoint = { url: text(body['url']), secret };
          return {
            status: 200,
            body: {
              id: `we_${hex(24)}`,
              object: 'webhook_endpoint',
              url: state.endpoint.url,
              secret,
              status: 'enabled',
            },
          };
        }),
      );
    },
    notify,
    webhookUrl: () => state.endpoint?.url,
    setWebhook: (url, secret = `whsec_${hex(32)}`) => void (state.endpoint = { url, secret }),
    error: (status) => ({
      error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message: `Error ${status}` },
    }),
    reset() {
      state.endpoint = undefined;
      state.replies = new Map();
    },
  };
}
