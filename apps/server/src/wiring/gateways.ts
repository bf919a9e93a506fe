import { randomBytes } from 'node:crypto';
import { createAsaas } from '../gateways/payments/asaas.ts';
import { createEfi } from '../gateways/payments/efi.ts';
import { createMercadoPago } from '../gateways/payments/mercado-pago.ts';
import {
  providerNames,
  type PaymentGateway,
  type PaymentProvider,
  type ProviderKeys,
  type ProviderName,
  type SimulatedBank,
  type SimulatedPayments,
} from '../gateways/payments/port.ts';
import { createStripe } from '../gateways/payments/stripe.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Config } from '../infrastructure/config.ts';
import { isLoopbackAddress } from '../infrastructure/safe-fetch/address.ts';
import { createSafeFetch } from '../infrastructure/safe-fetch/safe-fetch.ts';

export interface OpenPayments {
  gateway: PaymentGateway;
  /** Reports the server's port once it is known: the simulated providers send their webhooks there. */
  onListening(port: number): void;
  close(): Promise<void>;
}
type Environment = 'production' | 'test';
/** Stripe and Mercado Pago have one host; there the key decides. */
const HOSTS: Record<ProviderName, Record<Environment, string>> = {
  efi: { production: 'https://pix.api.efipay.com.br', test: 'https://pix-h.api.efipay.com.br' },
  stripe: { production: 'https://api.stripe.com', test: 'https://api.stripe.com' },
  mercadopago: { production: 'https://api.mercadopago.com', test: 'https://api.mercadopago.com' },
  asaas: { production: 'https://api.asaas.com/v3', test: 'https://api-sandbox.asaas.com/v3' },
};
/** Hosts of the payment pages that customers are sent to. */
const PAGE_HOSTS = {
  stripe: ['checkout.stripe.com'],
  mercadopago: ['mercadopago.com.br', 'mercadopago.com'],
  asaas: ['asaas.com'],
};

/** Opens the payment providers. No other file knows which adapter implements the port. */
export function openPayments(config: Config, clock: Clock, isBlocked: () => boolean = () => false): OpenPayments {
  let port = config.port;
  let simulator: Promise<SimulatedPayments & { stop(): Promise<void> }> | undefined;
  const gateway: PaymentGateway = {
    build: (name, keys, environment) => build(config, { clock, isBlocked }, name, keys, environment),
    // Several servers would each simulate a bank of their own.
    ...(config.sandbox &&
      config.role === 'all' && {
        simulated: () => (simulator ??= startSimulator(clock, () => port)),
      }),
  };
  return {
    gateway,
    onListening: (listeningPort) => void (port = listeningPort),
    close: async () => (await simulator?.catch(() => undefined))?.stop(),
  };
}

function build(
  { paymentUrls }: Config,
  { clock, isBlocked }: { clock: Clock; isBlocked: () => boolean },
  name: ProviderName,
  keys: ProviderKeys,
  environment: Environment,
): PaymentProvider {
  const baseUrl = paymentUrls[name] ?? HOSTS[name][environment];
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  const isLocal = isLoopbackAddress(host) || host === 'localhost';
  const safeFetch = createSafeFetch({ allowLoopback: isLocal, isBlocked });
  const value = (key: string): string => keys.get(key)?.reveal() ?? '';
  const pageHosts = (provider: keyof typeof PAGE_HOSTS) => (isLocal ? ['127.0.0.1'] : PAGE_HOSTS[provider]);
  const builders: Record<ProviderName, () => PaymentProvider> = {
    efi: () =>
      createEfi(safeFetch, clock, {
        baseUrl,
        clientId: value('eficlientid'),
        clientSecret: value('eficlientsecret'),
        chave: value('efichavepix'),
        certificate: { pfx: Buffer.from(value('eficertificate'), 'base64'), passphrase: value('efipassphrase') },
        urlSecret: value('efiwebhooksecret'),
      }),
    stripe: () =>
      createStripe(safeFetch, clock, {
        baseUrl,
        privateKey: value('stripeprivatekey'),
        webhookSecret: value('stripewebhooksecret'),
        pageHosts: pageHosts('stripe'),
      }),
    mercadopago: () =>
      createMercadoPago(safeFetch, {
        baseUrl,
        accessToken: value('mpaccesstoken'),
        webhookSecret: value('mpwebhooksecret'),
        pageHosts: pageHosts('mercadopago'),
      }),
    asaas: () =>
      createAsaas(safeFetch, {
        baseUrl,
        accessToken: value('asaastoken'),
        webhookToken: value('asaaswebhooktoken'),
        pageHosts: pageHosts('asaas'),
      }),
  };
  return builders[name]();
}

/** Starts the four simulated providers with random keys, and enters our webhook at each of them. */
async function startSimulator(clock: Clock, port: () => number) {
  const { authority, clientCertificate, startPaymentsSimulator } = await import('@balcao/payments-simulator/simulator');
  const secret = () => randomBytes(24).toString('hex');
  const keys = {
    efi: { clientId: secret(), clientSecret: secret(), chave: 'pix@example.com' },
    stripe: { key: secret() },
    mercadopago: { token: secret() },
    asaas: { token: secret() },
  };
  const simulator = await startPaymentsSimulator({ ...keys, controlToken: secret() });
  const webhookKey = secret();
  const secrets = Object.fromEntries(providerNames.map((name) => [name, secret()])) as Record<ProviderName, string>;
  const safeFetch = createSafeFetch({ allowLoopback: true });
  const pageHosts = ['127.0.0.1'];
  const certificate = { pfx: clientCertificate(), passphrase: '', ca: authority() };
  const urls = simulator.urls;
  const providers: Record<ProviderName, PaymentProvider> = {
    efi: createEfi(safeFetch, clock, { ...keys.efi, baseUrl: urls.efi, certificate, urlSecret: webhookKey }),
    stripe: createStripe(safeFetch, clock, {
      baseUrl: urls.stripe,
      privateKey: keys.stripe.key,
      webhookSecret: secrets.stripe,
      pageHosts,
    }),
    mercadopago: createMercadoPago(safeFetch, {
      baseUrl: urls.mercadopago,
      accessToken: keys.mercadopago.token,
      webhookSecret: secrets.mercadopago,
      pageHosts,
    }),
    asaas: createAsaas(safeFetch, {
      baseUrl: urls.asaas,
      accessToken: keys.asaas.token,
      webhookToken: secrets.asaas,
      pageHosts,
    }),
  };
  const enterWebhooks = () => {
    for (const name of providerNames)
      simulator.setWebhook(name, `http://127.0.0.1:${port()}/webhooks/payments/${name}/${webhookKey}`, secrets[name]);
  };
  enterWebhooks();
  const bank = {
    ...simulator.control,
    async reset() {
      await simulator.control.reset();
      enterWebhooks();
    },
  } as SimulatedBank;
  return {
    providers: Object.fromEntries(
      providerNames.map((name) => [name, withPageHere(providers[name])]),
    ) as typeof providers,
    webhookKey,
    bank,
    stop: simulator.stop,
  };
}

/** The simulated providers have no pages of their own: the simulated bank is a page of this server. */
const withPageHere = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  async create(order) {
    const charge = await provider.create(order);
    if (order.method === 'pix') return charge;
    const page = new URL('/sandbox/banco', order.returnUrl);
    page.searchParams.set('codigo', charge.providerId);
    return { ...charge, code: page.href };
  },
});
