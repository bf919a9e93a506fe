import type { FastifyInstance } from 'fastify';
import { cents, hex, isPaid, pixCode, refundedCents, type Charge, type Payment } from '../bank.ts';
import { answer, text, type Call, type Result, type ProviderContext, type SimulatedProvider } from '../provider.ts';

export interface AsaasAccount {
  token: string;
}
const MIN_CENTS = 500;
const PAUSED_AFTER = 15;

interface AsaasState {
  customers: Map<string, { id: string; name: string; cpfCnpj: string }>;
  webhook: { url: string; token: string } | undefined;
}

function createCalls({ bank, pageUrl }: ProviderContext, state: AsaasState) {
  const problem = (status: number, code: string, description: string) => ({
    status,
    body: { errors: [{ code, description }] },
  });

  function statusOf(charge: Charge, payment: Payment | undefined): string {
    if (!payment) return charge.expiresAt < bank.now() ? 'OVERDUE' : 'PENDING';
    if (payment.dispute === 'open') return 'CHARGEBACK_REQUESTED';
    if (payment.dispute === 'lost') return 'REFUNDED';
    if (refundedCents(payment) === payment.cents) return 'REFUNDED';
    if (payment.isPending) return 'AWAITING_RISK_ANALYSIS';
    return charge.method === 'pix' ? 'RECEIVED' : 'CONFIRMED';
  }
  const paymentOf = (charge: Charge, payment: Payment | undefined = bank.shown(charge)[0]) => ({
    object: 'payment',
    id: payment?.id ?? charge.id,
    customer: charge.details['customer'],
    billingType: charge.method === 'pix' ? 'PIX' : 'UNDEFINED',
    value: (payment?.cents ?? charge.cents) / 100,
    netValue: (payment?.cents ?? charge.cents) / 100,
    status: statusOf(charge, payment),
    externalReference: charge.reference,
    dueDate: charge.details['dueDate'],
    paymentDate: payment ? payment.at.toISOString().slice(0, 10) : null,
    dateCreated: charge.createdAt.toISOString().slice(0, 10),
    invoiceUrl: pageUrl(charge.id),
    deleted: charge.isCancelled,
    refunds:
      payment?.refunds.map((refund) => ({
        status: 'DONE',
        value: refund.cents / 100,
        dateCreated: refund.at.toISOString(),
        description: refund.description,
      })) ?? null,
  });

  function create({ body }: Call) {
    const amount = cents(body['value']);
    if (!state.customers.has(text(body['customer'])))
      return problem(400, 'invalid_customer', 'Customer inválido ou não informado.');
    if (body['billingType'] !== 'PIX' && body['billingType'] !== 'UNDEFINED')
      return problem(400, 'invalid_billingType', 'O billingType informado é inválido.');
    if (!amount || amount < MIN_CENTS)
      return problem(400, 'invalid_value', 'O valor da cobrança deve ser maior que R$ 5,00.');
    const dueDate = text(body['dueDate']);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(dueDate))
      return problem(400, 'invalid_dueDate', 'O campo dueDate deve ser informado.');
    const id = `pay_${hex(16)}`;
    const isPix = body['billingType'] === 'PIX';
    const charge = bank.add({
      provider: 'asaas',
      id,
      reference: text(body['externalReference']),
      method: isPix ? 'pix' : 'page',
      cents: amount,
      code: isPix ? pixCode(id, amount) : pageUrl(id),
      expiresAt: new Date(`${dueDate}T23:59:59-03:00`),
      details: { customer: body['customer'], dueDate },
    });
    return { status: 200, body: paymentOf(charge) };
  }

  function list({ query }: Call) {
    const offset = Number(query['offset'] ?? 0);
    const limit = Number(query['limit'] ?? 10);
    const from = query['paymentDate[ge]'];
    const data =
      from === undefined
        ? bank
            .withReference('asaas', query['externalReference'] ?? '')
            .filter(({ isCancelled }) => !isCancelled)
            .map((charge) => paymentOf(charge))
        : bank
            .received('asaas', new Date(`${from}T00:00:00-03:00`), new Date(+bank.now() + 86_400_000))
            .map((payment) => paymentOf(payment.charge, payment));
    const page = data.slice(offset, offset + limit);
    return {
      status: 200,
      body: {
        object: 'list',
        hasMore: offset + limit < data.length,
        totalCount: data.length,
        limit,
        offset,
        data: page,
      },
    };
  }

  function refund(charge: Charge, { body }: Call) {
    const [payment] = bank.shown(charge);
    if (!payment) return problem(400, 'invalid_action', 'Somente é possível estornar cobranças recebidas.');
    const rest = payment.cents - refundedCents(payment);
    const amount = body?.['value'] === undefined ? rest : cents(body['value']);
    if (!amount || amount > rest)
      return problem(400, 'invalid_value', 'O valor do estorno é maior que o valor da cobrança.');
    bank.refund(payment, amount, undefined, text(body?.['description']));
    return { status: 200, body: paymentOf(charge) };
  }

  return { problem, paymentOf, create, list, refund };
}

/** Asaas: charges for a registered customer, paid by PIX or on its page. It has no idempotency keys. */
export function createAsaas(context: ProviderContext, account: AsaasAccount): SimulatedProvider {
  const { bank, deliveries } = context;
  const state: AsaasState = { customers: new Map(), webhook: undefined };
  const { problem, paymentOf, create, list, refund } = createCalls(context, state);
  return {
    name: 'asaas',
    routes(app: FastifyInstance) {
      const guarded = (handle: (call: Call) => Result) =>
        function (request: unknown, reply: Parameters<typeof answer>[0]) {
          const call = request as Call;
          if (!call.headers['user-agent'])
            return answer(reply, 400, problem(400, 'invalid_user_agent', 'O cabeçalho User-Agent é obrigatório.').body);
          if (call.headers['access_token'] !== account.token)
            return answer(
              reply,
              401,
              problem(401, 'invalid_access_token', 'A chave de API informada é inválida.').body,
            );
          const { status, body } = handle(call);
          return answer(reply, status, body);
        };
      const onPayment = (handle: (charge: Charge, call: Call) => Result) =>
        guarded((call) => {
          const key = call.params['id']!;
          const payment = bank.findPayment(key);
          const charge = payment?.charge.provider === 'asaas' ? payment.charge : bank.withId('asaas', key);
          return charge ? handle(charge, call) : problem(404, 'not_found', 'Cobrança não encontrada.');
        });
      app.get(
        '/v3/customers',
        guarded(({ query }) => {
          const data = [...state.customers.values()].filter(({ cpfCnpj }) => cpfCnpj === query['cpfCnpj']);
          return { status: 200, body: { object: 'list', hasMore: false, totalCount: data.length, data } };
        }),
      );
      app.post(
        '/v3/customers',
        guarded(({ body }) => {
          const cpfCnpj = text(body['cpfCnpj']).replaceAll(/[^0-9A-Z]/g, '');
          if (cpfCnpj.length !== 11 && cpfCnpj.length !== 14)
            return problem(400, 'invalid_cpfCnpj', 'O CPF/CNPJ informado é inválido.');
          const customer = { id: `cus_${hex(12)}`, name: text(body['name']), cpfCnpj };
          state.customers.set(customer.id, customer);
          return { status: 200, body: customer };
        }),
      );
      app.post('/v3/payments', guarded(create));
      app.get('/v3/payments', guarded(list));
      app.get(
        '/v3/payments/:id',
        onPayment((charge, { params }) => ({
          status: 200,
          body: paymentOf(charge, bank.shown(charge).find(({ id }) => id === params['id']) ?? bank.shown(charge)[0]),
        })),
      );
      app.get(
        '/v3/payments/:id/pixQrCode',
        onPayment((charge) =>
          charge.method === 'pix'
            ? {
                status: 200,
                body: {
                  success: true,
                  encodedImage: '',
                  payload: charge.code,
                  expirationDate: charge.expiresAt.toISOString(),
                },
              }
            : problem(400, 'invalid_action', 'A cobrança não aceita Pix.'),
        ),
      );
      app.delete(
        '/v3/payments/:id',
        onPayment((charge) => {
          if (isPaid(charge)) return problem(400, 'invalid_action', 'Não é possível remover cobranças recebidas.');
          charge.isCancelled = true;
          return { status: 200, body: { deleted: true, id: charge.id } };
        }),
      );
      app.post('/v3/payments/:id/refund', onPayment(refund));
      app.get(
        '/v3/finance/balance',
        guarded(() => ({ status: 200, body: { balance: 0 } })),
      );
      app.post(
        '/v3/webhooks',
        guarded(({ body }) => {
          const token = text(body['authToken']);
          if (token.length < 32)
            return problem(400, 'invalid_authToken', 'O token de autenticação deve ter pelo menos 32 caracteres.');
          state.webhook = { url: text(body['url']), token };
          return { status: 200, body: { id: hex(16), url: state.webhook.url, enabled: true, interrupted: false } };
        }),
      );
    },
    notify(event) {
      const charge = event.type === 'expired' ? event.charge : event.payment.charge;
      if (charge.provider !== 'asaas' || state.webhook === undefined) return;
      const failed = deliveries
        .sent('asaas')
        .filter(({ isDone, answers }) => !isDone && answers.length >= PAUSED_AFTER);
      // After fifteen failures the whole queue of the account is paused until a person resumes it.
      if (failed.length > 0) return;
      const { url, token } = state.webhook;
      const names = {
        paid: charge.method === 'pix' ? 'PAYMENT_RECEIVED' : 'PAYMENT_CONFIRMED',
        confirmed: 'PAYMENT_RECEIVED',
        refunded: 'PAYMENT_REFUNDED',
        disputed: 'PAYMENT_CHARGEBACK_REQUESTED',
        expired: 'PAYMENT_OVERDUE',
      };
      const payment = event.type === 'expired' ? undefined : event.payment;
      const described = paymentOf(charge, payment);
      const body = JSON.stringify({
        id: `evt_${hex(32)}`,
        event: names[event.type],
        dateCreated: bank.now().toISOString(),
        payment: deliveries.isForeign('asaas')
          ? { ...described, id: 'pay_other', externalReference: 'other' }
          : described,
      });
      deliveries.enqueue({
        provider: 'asaas',
        url,
        body,
        headers: (signature): Record<string, string> =>
          signature === 'missing'
            ? {}
            : { 'asaas-access-token': signature === 'right' || signature === 'stale' ? token : 'other' },
      });
    },
    webhookUrl: () => state.webhook?.url,
    setWebhook: (url, token = hex(40)) => void (state.webhook = { url, token }),
    error: (status) => ({ errors: [{ code: 'internal_error', description: `Erro ${status}` }] }),
    reset() {
      state.webhook = undefined;
      state.customers = new Map();
    },
  };
}
