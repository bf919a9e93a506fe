import type { FastifyInstance } from 'fastify';
import { cents, decimal, isPaid, pixCode, refundedCents, hex, type Charge, type Payment } from '../bank.ts';
import { answer, text, type Call, type Result, type ProviderContext, type SimulatedProvider } from '../provider.ts';

export interface EfiAccount {
  clientId: string;
  clientSecret: string;
  /** The PIX key that receives the money. */
  chave: string;
}
const TXID = /^[a-zA-Z0-9]{26,35}$/;
const TOKEN_SECONDS = 3600;
const PAGE = 100;

interface EfiState {
  /** Access tokens and when they expire. */
  tokens: Map<string, number>;
  webhookUrl: string | undefined;
}

function createCalls({ bank, deliveries }: ProviderContext, account: EfiAccount, state: EfiState) {
  const problem = (status: number, nome: string, mensagem: string) => ({ status, body: { nome, mensagem } });

  function isAuthorized({ headers }: Call): boolean {
    const expiresAt = state.tokens.get(String(headers.authorization).replace('Bearer ', ''));
    return expiresAt !== undefined && expiresAt > +bank.now();
  }

  function cobOf(charge: Charge) {
    const payments = bank.shown(charge).filter(({ isPending }) => !isPending);
    return {
      calendario: {
        criacao: charge.createdAt.toISOString(),
        expiracao: Math.round((+charge.expiresAt - +charge.createdAt) / 1000),
      },
      txid: charge.id,
      revisao: 0,
      loc: { id: charge.details['locId'], location: `pix.example.com/qr/v2/${charge.id}`, tipoCob: 'cob' },
      location: `pix.example.com/qr/v2/${charge.id}`,
      // A charge stays active after its expiry.
      status: isPaid(charge) ? 'CONCLUIDA' : charge.isCancelled ? 'REMOVIDA_PELO_USUARIO_RECEBEDOR' : 'ATIVA',
      ...(charge.details['devedor'] ? { devedor: charge.details['devedor'] } : {}),
      valor: { original: decimal(charge.cents) },
      chave: account.chave,
      solicitacaoPagador: charge.details['solicitacaoPagador'],
      pixCopiaECola: charge.code,
      ...(payments.length > 0 ? { pix: payments.map(pixOf) } : {}),
    };
  }
  const pixOf = (payment: Payment) => ({
    endToEndId: payment.id,
    txid: payment.charge.id,
    chave: account.chave,
    valor: decimal(payment.cents),
    horario: payment.at.toISOString(),
    infoPagador: '',
    ...(payment.refunds.length > 0
      ? {
          devolucoes: payment.refunds.map((refund) => ({
            id: refund.id,
            rtrId: `D${hex(31)}`,
            valor: decimal(refund.cents),
            horario: { solicitacao: refund.at.toISOString(), liquidacao: refund.at.toISOString() },
            status: 'DEVOLVIDO',
            ...(payment.dispute ? { natureza: 'MED_FRAUDE' } : {}),
          })),
        }
      : {}),
  });

  function create({ params, body }: Call) {
    const txid = params['txid']!;
    const { calendario, valor, chave, solicitacaoPagador, devedor } = body as {
      calendario?: { expiracao?: number };
      valor?: { original?: string };
      chave?: string;
      solicitacaoPagador?: string;
      devedor?: unknown;
    };
    if (!TXID.test(txid)) return problem(400, 'txid_invalido', 'O txid deve ter de 26 a 35 letras e números.');
    if (bank.withId('efi', txid))
      return problem(409, 'txid_duplicado', 'O campo txid informado já foi utilizado em outra cobrança.');
    const amount = /^\d{1,10}\.\d{2}$/.test(String(valor?.original)) ? cents(valor?.original) : undefined;
    if (!amount) return problem(400, 'valor_invalido', 'O campo valor.original deve respeitar o schema.');
    if (chave !== account.chave) return problem(404, 'chave_invalida', 'A chave informada não pertence à conta.');
    const charge = bank.add({
      provider: 'efi',
      id: txid,
      reference: txid,
      method: 'pix',
      cents: amount,
      code: pixCode(txid, amount),
      expiresAt: new Date(+bank.now() + (calendario?.expiracao ?? TOKEN_SECONDS) * 1000),
      details: { devedor, solicitacaoPagador, locId: bank.list().length + 1 },
    });
    return { status: 201, body: cobOf(charge) };
  }

  function refund({ params, body }: Call) {
    const payment = bank.findPayment(params['e2eid']!);
    if (payment?.charge.provider !== 'efi') return problem(404, 'pix_nao_encontrado', 'Pix não encontrado.');
    const amount = cents(body['valor']);
    const id = params['id']!;
    const isRepeat = payment.refunds.some((earlier) => earlier.id === id);
    if (!amount || (!isRepeat && refundedCents(payment) + amount > payment.cents))
      return problem(400, 'valor_devolucao_invalido', 'O valor da devolução é maior que o saldo do pix.');
    bank.refund(payment, amount, id);
    const solicitacao = bank.now().toISOString();
    return {
      status: 201,
      body: { id, rtrId: `D${hex(31)}`, valor: decimal(amount), horario: { solicitacao }, status: 'DEVOLVIDO' },
    };
  }

  async function register({ params, body, headers }: Call) {
    if (params['chave'] !== account.chave) return problem(404, 'chave_invalida', 'Chave não encontrada.');
    const url = text(body['webhookUrl']);
    if (!/^https?:/.test(url)) return problem(400, 'webhook_invalido', 'A URL do webhook deve ser https.');
    if (headers['x-skip-mtls-checking'] !== 'true' && url.startsWith('http:'))
      return problem(400, 'webhook_invalido', 'A URL não respondeu com mTLS.');
    // The bank tries the address before it accepts it.
    if ((await deliveries.post(url, '', {})) !== 200)
      return problem(400, 'webhook_invalido', 'A URL informada não respondeu com o status 200.');
    state.webhookUrl = url;
    return { status: 200, body: { webhookUrl: url } };
  }

  function statement({ query }: Call) {
    const [from, to] = [new Date(query['inicio']!), new Date(query['fim']!)];
    const page = Number(query['paginacao.paginaAtual'] ?? 0);
    const all = bank.received('efi', from, to);
    const paginacao = {
      paginaAtual: page,
      itensPorPagina: PAGE,
      quantidadeDePaginas: Math.ceil(all.length / PAGE),
      quantidadeTotalDeItens: all.length,
    };
    const pix = all.slice(page * PAGE, (page + 1) * PAGE).map(pixOf);
    return { status: 200, body: { parametros: { inicio: query['inicio'], fim: query['fim'], paginacao }, pix } };
  }

  return { isAuthorized, problem, cobOf, pixOf, create, refund, register, statement };
}

/** Efí: PIX charges (API Pix of the Brazilian central bank). Calls need a client certificate, which the listener checks. */
export function createEfi(context: ProviderContext, account: EfiAccount): SimulatedProvider {
  const { bank, deliveries } = context;
  const state: EfiState = { tokens: new Map(), webhookUrl: undefined };
  const { isAuthorized, problem, cobOf, pixOf, create, refund, register, statement } = createCalls(
    context,
    account,
    state,
  );
  return {
    name: 'efi',
    routes(app: FastifyInstance) {
      const guarded = (handle: (call: Call) => Result | Promise<Result>) =>
        async function (request: unknown, reply: Parameters<typeof answer>[0]) {
          const call = request as Call;
          if (!isAuthorized(call)) return answer(reply, 401, { nome: 'nao_autorizado', mensagem: 'Token inválido.' });
          const { status, body } = await handle(call);
          return answer(reply, status, body);
        };
      const charged = (handle: (charge: Charge, call: Call) => Result) =>
        guarded((call) => {
          const charge = bank.withId('efi', call.params['txid']!);
          return charge ? handle(charge, call) : problem(404, 'cobranca_nao_encontrada', 'Cobrança não encontrada.');
        });
      app.post('/oauth/token', (request, reply) => {
        const expected = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64');
        if (request.headers.authorization !== `Basic ${expected}`)
          return answer(reply, 401, { error: 'invalid_client', error_description: 'Invalid or inactive credentials' });
        const token = hex(40);
        state.tokens.set(token, +bank.now() + TOKEN_SECONDS * 1000);
        return answer(reply, 200, {
          access_token: token,
          token_type: 'Bearer',
          expires_in: TOKEN_SECONDS,
          scope: 'cob.write cob.read',
        });
      });
      app.put('/v2/cob/:txid', guarded(create));
      app.get(
        '/v2/cob/:txid',
        charged((charge) => ({ status: 200, body: cobOf(charge) })),
      );
      app.patch(
        '/v2/cob/:txid',
        charged((charge, { body }) => {
          if (body['status'] !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR' || isPaid(charge) || charge.isCancelled)
            return problem(400, 'status_cobranca_invalido', 'A cobrança não está ativa.');
          charge.isCancelled = true;
          return { status: 200, body: cobOf(charge) };
        }),
      );
      app.get(
        '/v2/loc/:id/qrcode',
        guarded(({ params }) => {
          const charge = bank.of('efi').find(({ details }) => String(details['locId']) === params['id']);
          return charge
            ? { status: 200, body: { qrcode: charge.code } }
            : problem(404, 'location_nao_encontrada', 'Não encontrada.');
        }),
      );
      app.get('/v2/pix', guarded(statement));
      app.put('/v2/pix/:e2eid/devolucao/:id', guarded(refund));
      app.put('/v2/webhook/:chave', guarded(register));
    },
    notify(event) {
      if (event.type === 'expired' || event.payment.charge.provider !== 'efi' || state.webhookUrl === undefined) return;
      if (event.type === 'disputed' && event.payment.dispute === 'lost') return;
      const chave = deliveries.isForeign('efi') ? 'outra-chave@example.com' : account.chave;
      deliveries.enqueue({
        provider: 'efi',
        // The path is appended to the whole address, behind its query.
        url: `${state.webhookUrl}/pix`,
        body: JSON.stringify({ pix: [{ ...pixOf(event.payment), chave }] }),
        headers: () => ({}),
      });
    },
    webhookUrl: () => state.webhookUrl && `${state.webhookUrl}/pix`,
    setWebhook: (url) => void (state.webhookUrl = url),
    error: (status) => ({ nome: 'erro_interno', mensagem: `Erro ${status}` }),
    reset() {
      state.tokens = new Map();
      state.webhookUrl = undefined;
    },
  };
}
