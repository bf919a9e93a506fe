import { decimalOf } from '@balcao/domain/billing/money';
import { z } from 'zod';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ClientCertificate, SafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { isSameSecret } from '../../infrastructure/secrets/same-secret.ts';
import { ProviderError, type ChargeKey, type ChargeStatus, type Payment, type PaymentProvider } from './port.ts';
import {
  amountOf,
  createProviderRequest,
  errorOf,
  jsonOf,
  read,
  type ProviderAnswer,
  type ProviderCall,
} from './provider-request.ts';

export interface EfiKeys {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** PIX key that receives the money. */
  chave: string;
  certificate: ClientCertificate;
  /** Last part of our webhook's address: Efí signs nothing. */
  urlSecret: string;
}

const pixSchema = z.object({
  endToEndId: z.string(),
  txid: z.string().optional(),
  chave: z.string().optional(),
  valor: z.string(),
  horario: z.string(),
  devolucoes: z.array(z.object({ valor: z.string(), status: z.string(), natureza: z.string().optional() })).optional(),
});
const cobSchema = z.object({
  txid: z.string(),
  status: z.string(),
  loc: z.object({ id: z.number() }).optional(),
  pixCopiaECola: z.string().optional(),
  pix: z.array(pixSchema).optional(),
});
const statementSchema = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.number() }) }),
  pix: z.array(pixSchema),
});
const TOKEN_MARGIN_MS = 60_000;
const MAX_DESCRIPTION = 140;

const errorText = z.union([
  z.object({ mensagem: z.string() }).transform(({ mensagem }) => mensagem),
  z.object({ error_description: z.string() }).transform(({ error_description: text }) => text),
]);
const messageOf = (body: unknown): string | undefined => errorText.safeParse(body).data;

/** Efí: PIX charges, with a client certificate on every call. */
export function createEfi(safeFetch: SafeFetch, clock: Clock, keys: EfiKeys): PaymentProvider {
  const request = createProviderRequest(safeFetch, { baseUrl: keys.baseUrl, messageOf, client: keys.certificate });
  let token: { value: string; until: number } | undefined;

  async function accessToken(): Promise<string> {
    if (token && token.until > +clock.now()) return token.value;
    const basic = Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString('base64');
    const answer = await request({
      method: 'POST',
      path: '/oauth/token',
      headers: { authorization: `Basic ${basic}` },
      json: { grant_type: 'client_credentials' },
    });
    const schema = z.object({ access_token: z.string(), expires_in: z.number() });
    const { access_token: value, expires_in: seconds } = read(schema, answer, messageOf);
    token = { value, until: +clock.now() + seconds * 1000 - TOKEN_MARGIN_MS };
    return value;
  }
  /** A token that was revoked is replaced once; a call that was refused for it had no effect. */
  async function authorized(call: ProviderCall, isRepeated = false): Promise<ProviderAnswer> {
    const headers = { ...call.headers, authorization: `Bearer ${await accessToken()}` };
    try {
      return await request({ ...call, headers });
    } catch (error) {
      if (!(error instanceof ProviderError) || error.status !== 401) throw error;
      token = undefined;
      if (isRepeated) throw error;
      return authorized(call, true);
    }
  }
  const getCob = async (txid: string) => authorized({ path: `/v2/cob/${txid}` });

  function paymentOf(pix: z.infer<typeof pixSchema>, reference: string): Payment {
    const returned = (pix.devolucoes ?? []).filter(({ status }) => status === 'DEVOLVIDO');
    const isDisputed = returned.some(({ natureza }) => natureza?.startsWith('MED'));
    return {
      paymentId: pix.endToEndId,
      reference,
      cents: amountOf(pix.valor),
      currency: 'BRL',
      at: new Date(pix.horario),
      refundedCents: returned.reduce((sum, { valor }) => sum + amountOf(valor), 0),
      ...(isDisputed && { dispute: 'lost' as const }),
    };
  }

  async function getStatus({ reference }: Pick<ChargeKey, 'reference'>): Promise<ChargeStatus> {
    const answer = await getCob(reference);
    if (answer.status === 404) return { state: 'gone', payments: [] };
    const cob = read(cobSchema, answer, messageOf);
    const payments = (cob.pix ?? []).map((pix) => paymentOf(pix, reference));
    if (payments.length > 0) return { state: 'paid', payments };
    return { state: cob.status === 'ATIVA' ? 'open' : 'gone', payments };
  }

  return {
    name: 'efi',
    methods: ['pix'],
    async create({ reference, cents, description, expiresAt, buyer }) {
      const document = buyer.document.length === 14 ? { cnpj: buyer.document } : { cpf: buyer.document };
      const answer = await authorized({
        method: 'PUT',
        path: `/v2/cob/${reference}`,
        json: {
          calendario: { expiracao: Math.max(60, Math.round((+expiresAt - +clock.now()) / 1000)) },
          devedor: { ...document, nome: buyer.name },
          valor: { original: decimalOf(cents) },
          chave: keys.chave,
          solicitacaoPagador: description.slice(0, MAX_DESCRIPTION),
        },
      });
      // The charge exists since an earlier try whose answer was lost.
      const cob = read(cobSchema, answer.status === 409 ? await getCob(reference) : answer, messageOf);
      return { providerId: cob.txid, code: cob.pixCopiaECola ?? (await codeOf(cob.loc?.id)) };
    },
    getStatus,
    async cancel(charge) {
      const answer = await authorized({
        method: 'PATCH',
        path: `/v2/cob/${charge.reference}`,
        json: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      });
      if (answer.status < 300) return 'cancelled';
      return (await getStatus(charge)).state === 'paid' ? 'paid' : 'gone';
    },
    async refund({ paymentId }, cents, key) {
      const path = `/v2/pix/${paymentId}/devolucao/${key}`;
      const answer = await authorized({ method: 'PUT', path, json: { valor: decimalOf(cents) } });
      const { status } = read(z.object({ status: z.string() }), answer, messageOf);
      if (status === 'NAO_REALIZADO') throw new ProviderError('refused', 'the refund was not carried out');
      return status === 'DEVOLVIDO' ? 'done' : 'pending';
    },
    isAuthentic: ({ key }) => isSameSecret(key, keys.urlSecret),
    parse({ body }) {
      const schema = z.object({ pix: z.array(z.object({ txid: z.string(), chave: z.string() }).partial()) });
      const items = schema.safeParse(jsonOf(body)).data?.pix ?? [];
      // Another customer of the bank can register our address; its items carry its own key.
      return items.flatMap(({ txid, chave }) => (txid && chave === keys.chave ? [{ reference: txid }] : []));
    },
    findPayment: () => Promise.resolve(undefined),
    async *listReceived(from, to) {
      for (let page = 0; ; page++) {
        const query = new URLSearchParams({
          inicio: from.toISOString(),
          fim: to.toISOString(),
          'paginacao.paginaAtual': String(page),
        });
        const answer = await authorized({ path: `/v2/pix?${query.toString()}` });
        const { parametros, pix } = read(statementSchema, answer, messageOf);
        for (const item of pix) yield paymentOf(item, item.txid ?? '');
        if (page + 1 >= parametros.paginacao.quantidadeDePaginas) return;
      }
    },
    async registerWebhook(url) {
      const answer = await authorized({
        method: 'PUT',
        path: `/v2/webhook/${encodeURIComponent(keys.chave)}`,
        headers: { 'x-skip-mtls-checking': 'true' },
        // Efí appends «/pix» to the whole address; this parameter receives it.
        json: { webhookUrl: `${url}?ignorar=` },
      });
      read(z.object({}), answer, messageOf);
      return {};
    },
    checkConfiguration: () =>
      errorOf(() => {
        token = undefined;
        return accessToken();
      }),
  };

  async function codeOf(locationId: number | undefined): Promise<string> {
    if (locationId === undefined) throw new ProviderError('unknown', 'the charge has no code');
    const answer = await authorized({ path: `/v2/loc/${locationId}/qrcode` });
    return read(z.object({ qrcode: z.string() }), answer, messageOf).qrcode;
  }
}
