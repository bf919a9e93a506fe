import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { createBank, viewOf } from './bank.ts';
import { addControlRoutes } from './control-routes.ts';
import { providerNames, type Faults, type PaymentsControl, type ProviderName, type ReceivedCall } from './control.ts';
import { createDeliveries } from './deliveries.ts';
import { isAfterwards, takeFault } from './faults.ts';
import type { ProviderContext, SimulatedProvider } from './provider.ts';
import { createAsaas, type AsaasAccount } from './providers/asaas.ts';
import { createEfi, type EfiAccount } from './providers/efi.ts';
import { createMercadoPago, type MercadoPagoAccount } from './providers/mercado-pago.ts';
import { createStripe, type StripeAccount } from './providers/stripe.ts';

export interface SimulatorOptions {
  efi: EfiAccount;
  stripe: StripeAccount;
  mercadopago: MercadoPagoAccount;
  asaas: AsaasAccount;
  /** Bearer token of `/_control/`. */
  controlToken: string;
  port?: number;
  /** Port of Efí's listener with client certificates. */
  efiPort?: number;
  /** Factor of the waits between repeated webhooks. */
  scale?: number;
  /** A webhook is repeated until it is accepted, however often. */
  isPatient?: boolean;
}
const DEFAULT_SCALE = 1 / 1000;
const certificate = (name: string) => readFileSync(new URL(`../certificates/${name}`, import.meta.url));
/** What a platform owner uploads for Efí, and the authority that signed Efí's own certificate. */
export const clientCertificate = (): Buffer => certificate('client.p12');
export const legacyCertificate = (): Buffer => certificate('legacy.p12');
export const authority = (): string => certificate('ca.pem').toString();

/** Starts the four providers: three on one HTTP listener below their names, Efí on its own with client certificates. */
export async function startPaymentsSimulator(options: SimulatorOptions) {
  let offset = 0;
  const bank = createBank(() => new Date(Date.now() + offset));
  const deliveries = createDeliveries(options.scale ?? DEFAULT_SCALE, options.isPatient);
  const plain = Fastify({ bodyLimit: 1_000_000 });
  const secure = Fastify({
    https: {
      ca: certificate('ca.pem'),
      key: certificate('server.key'),
      cert: certificate('server.pem'),
      requestCert: true,
      rejectUnauthorized: true,
    },
  }) as unknown as FastifyInstance;
  const address = { url: '' };
  const context: ProviderContext = { bank, deliveries, pageUrl: (id) => `${address.url}/pay/${id}` };
  const providers: Record<ProviderName, SimulatedProvider> = {
    efi: createEfi(context, options.efi),
    stripe: createStripe(context, options.stripe),
    mercadopago: createMercadoPago(context, options.mercadopago),
    asaas: createAsaas(context, options.asaas),
  };
  bank.onEvent((event) => {
    for (const name of providerNames) providers[name].notify(event);
  });

  let received: ReceivedCall[] = [];
  const faults = new Map<ProviderName, Faults>();
  function addProvider(app: FastifyInstance, provider: SimulatedProvider) {
    app.addHook('onSend', async (request, reply, payload) => {
      const { method, url, body, headers } = request;
      const path = url.replace(`/${provider.name}`, '');
      received.push({
        provider: provider.name,
        method,
        path,
        body,
        headers: headers as Record<string, string>,
        status: reply.statusCode,
      });
      const fault = takeFault(faults, provider.name, path, isAfterwards);
      if (fault?.losesResponse) request.raw.socket.destroy();
      return fault?.isGarbage ? '<html>garbage' : payload;
    });
    app.addHook('preHandler', async (request, reply) => {
      const fault = takeFault(faults, provider.name, request.url, (planned) => !isAfterwards(planned));
      if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
      if (fault?.hangs) await new Promise((resolve) => request.raw.socket.once('close', resolve));
      if (fault?.status) await reply.code(fault.status).send(provider.error(fault.status));
    });
    provider.routes(app);
  }
  for (const name of ['stripe', 'mercadopago', 'asaas'] as const)
    await plain.register(async (app) => addProvider(app, providers[name]), { prefix: `/${name}` });
  await secure.register(async (app) => addProvider(app, providers.efi));

  const paymentOf = (id: string) => {
    const payment = bank.findPayment(id);
    if (!payment) throw new Error(`no payment ${id}`);
    return payment;
  };
  const control: PaymentsControl = {
    charges: async () => bank.list().map((charge) => viewOf(charge, bank.now())),
    async findCharge(key) {
      const charge = bank.find(key);
      return charge && viewOf(charge, bank.now());
    },
    pay: async (key, how) => ({ paymentId: bank.pay(key, how).id }),
    async refund(id, cents) {
      const payment = paymentOf(id);
      bank.refund(payment, cents ?? payment.cents);
    },
    dispute: async (id, outcome) => bank.dispute(paymentOf(id), outcome),
    async faults(provider, planned) {
      faults.set(provider, structuredClone(planned));
      deliveries.setFaults(provider, planned.webhooks);
    },
    received: async (provider) => received.filter((call) => provider === undefined || call.provider === provider),
    webhooks: async (provider) => deliveries.sent(provider),
    resend: async (provider, last = 1) => deliveries.resend(provider, last),
    async sendRaw(provider, { path = '', headers = {}, body }) {
      const url = providers[provider].webhookUrl();
      if (url === undefined) throw new Error(`${provider} has no webhook`);
      return deliveries.post(url + path, body, headers);
    },
    idle: () => deliveries.idle(),
    advance: async (ms) => void (offset += ms),
    async reset() {
      bank.reset();
      deliveries.reset();
      faults.clear();
      received = [];
      for (const name of providerNames) providers[name].reset();
    },
  };
  addControlRoutes(plain, control, options.controlToken);
  await plain.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  await secure.listen({ port: options.efiPort ?? 0, host: '127.0.0.1' });
  const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port;
  address.url = `http://127.0.0.1:${portOf(plain)}`;

  return {
    control,
    url: address.url,
    /** Base URLs of the providers, as the product's configuration names them. */
    urls: {
      efi: `https://localhost:${portOf(secure)}`,
      stripe: `${address.url}/stripe`,
      mercadopago: `${address.url}/mercadopago`,
      asaas: `${address.url}/asaas/v3`,
    },
    /** Sets a webhook by hand, as in Mercado Pago's panel. */
    setWebhook: (provider: ProviderName, url: string, secret?: string) => providers[provider].setWebhook(url, secret),
    async stop() {
      deliveries.stop();
      plain.server.closeAllConnections();
      secure.server.closeAllConnections();
      await Promise.all([plain.close(), secure.close()]);
    },
  };
}
export type PaymentsSimulator = Awaited<ReturnType<typeof startPaymentsSimulator>>;
