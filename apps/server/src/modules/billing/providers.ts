import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '@balcao/domain/policy/actor';
import {
  paymentSettings,
  pixOrderOf,
  type PaymentEnvironment,
  type PlatformSettingName,
} from '@balcao/domain/settings/platform-settings';
import {
  ProviderError,
  providerNames,
  type PaymentGateway,
  type PaymentProvider,
  type ProviderKeys,
  type ProviderName,
  type SimulatedPayments,
} from '../../gateways/payments/port.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { last4 } from '../../infrastructure/secrets/secret.ts';
import type { Settings } from '../settings/index.ts';
import { paymentInboxStore } from './payment-inbox.store.ts';
import { providerStore, type ProviderHealth } from './providers.store.ts';

interface Deps {
  db: Db;
  settings: Settings;
  gateway: PaymentGateway;
  /** Where the product is reached; undefined on a single machine. */
  publicUrl: string | undefined;
}
interface Configuration {
  keys: Map<PlatformSettingName, { reveal(): string }>;
  environment: PaymentEnvironment;
  pixOrder: ProviderName[];
  simulated: SimulatedPayments | undefined;
}
/** The secret that `registerWebhook` stores. Mercado Pago's webhook is entered by a person in its panel. */
const REGISTERED_SECRET = {
  efi: 'efiwebhooksecret',
  stripe: 'stripewebhooksecret',
  asaas: 'asaaswebhooktoken',
} as const satisfies Partial<Record<ProviderName, PlatformSettingName>>;
const METHODS: Record<ProviderName, PaymentProvider['methods']> = {
  efi: ['pix'],
  stripe: ['page'],
  mercadopago: ['pix', 'page'],
  asaas: ['pix', 'page'],
};
const settingsOf = (name: ProviderName): readonly PlatformSettingName[] => [
  ...paymentSettings[name].required,
  ...paymentSettings[name].optional,
];
const SETTINGS: readonly PlatformSettingName[] = [
  'paymentsenvironment',
  'pixproviderorder',
  ...providerNames.flatMap(settingsOf),
];
/** Without one of them no provider knows us: then the sandbox simulates all. */
const ACCOUNT_KEYS = ['eficlientid', 'stripeprivatekey', 'mpaccesstoken', 'asaastoken'] as const;
const MAX_ERROR = 300;
const SECRET_BYTES = 24;
const OWN_KEY = 'payment-webhooks';

/** The configured payment providers: which are ready, how they answer to a test, and where their webhooks arrive. */
export function createProviders({ db, settings, gateway, publicUrl }: Deps) {
  /** Adapters by provider, rebuilt when a key changes; Efí's holds an access token. */
  const adapters = new Map<ProviderName, { fingerprint: string; provider: PaymentProvider }>();

  async function load(): Promise<Configuration> {
    const keys = await settings.values(SETTINGS);
    const hasKeys = ACCOUNT_KEYS.some((key) => keys.has(key));
    return {
      keys,
      environment: keys.get('paymentsenvironment')?.reveal() === 'test' ? 'test' : 'production',
      pixOrder: pixOrderOf(keys.get('pixproviderorder')?.reveal() ?? null),
      simulated: hasKeys ? undefined : await gateway.simulated?.(),
    };
  }
  function adapter(name: ProviderName, { keys, environment }: Configuration): PaymentProvider {
    const hash = createHash('sha256').update(environment);
    for (const key of settingsOf(name)) hash.update(`\0${keys.get(key)?.reveal() ?? ''}`);
    const fingerprint = hash.digest('hex');
    const known = adapters.get(name);
    if (known?.fingerprint === fingerprint) return known.provider;
    const provider = gateway.build(name, keys, environment);
    adapters.set(name, { fingerprint, provider });
    return provider;
  }
  function readyIn(name: ProviderName, configuration: Configuration): PaymentProvider | undefined {
    if (configuration.simulated) return configuration.simulated.providers[name];
    return missingOf(name, configuration.keys).length === 0 ? adapter(name, configuration) : undefined;
  }

  /** The last part of the webhook's address. Efí's is a setting, because it is all that protects its webhook. */
  async function webhookKey(name: ProviderName, { keys, simulated }: Configuration): Promise<string | undefined> {
    if (simulated) return simulated.webhookKey;
    if (name === 'efi') return keys.get('efiwebhooksecret')?.reveal();
    return (await settings.storedOwnSecret(OWN_KEY))?.reveal();
  }
  const createWebhookKey = () => settings.ownSecret(OWN_KEY, () => randomBytes(SECRET_BYTES).toString('base64url'));
  const webhookUrl = (name: ProviderName, key: string): string | null =>
    publicUrl === undefined ? null : `${publicUrl}/webhooks/payments/${name}/${key}`;

  async function view(names: readonly ProviderName[]) {
    const configuration = await load();
    const [health, lastWebhooks] = await Promise.all([providerStore.all(db), paymentInboxStore.lastReceived(db)]);
    return Promise.all(
      names.map(async (name) => {
        const key = configuration.simulated ? undefined : await webhookKey(name, configuration);
        return {
          ...viewOf(
            name,
            configuration,
            health.find(({ provider }) => provider === name),
          ),
          webhookUrl: key === undefined ? null : webhookUrl(name, key),
          lastWebhookAt: lastWebhooks.get(name) ?? null,
        };
      }),
    );
  }

  /** Runs a call and remembers how it ended, for the settings screen. */
  async function watched<T>(name: ProviderName, call: () => Promise<T>): Promise<T> {
    try {
      const result = await call();
      await providerStore.recordSuccess(db, name);
      return result;
    } catch (error) {
      if (error instanceof ProviderError) await providerStore.recordError(db, name, error.message.slice(0, MAX_ERROR));
      throw error;
    }
  }
  async function checked(name: ProviderName, call: () => Promise<void>) {
    let problem: ProviderError | undefined;
    try {
      await watched(name, call);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      problem = error;
    }
    const [provider] = await view([name]);
    return {
      isWorking: problem === undefined,
      problem: problem ? { kind: problem.kind, message: problem.message } : null,
      provider: provider!,
    };
  }

  return {
    /** Undefined while a key is missing. */
    async find(name: ProviderName): Promise<PaymentProvider | undefined> {
      return readyIn(name, await load());
    },
    /** Providers that can create charges; those of PIX codes in the chosen order. */
    async ready(): Promise<{ pix: PaymentProvider[]; pages: PaymentProvider[] }> {
      const configuration = await load();
      const can = (names: readonly ProviderName[], method: 'pix' | 'page') =>
        names.flatMap((name) => readyIn(name, configuration) ?? []).filter(({ methods }) => methods.includes(method));
      return { pix: can(configuration.pixOrder, 'pix'), pages: can(['stripe', 'asaas', 'mercadopago'], 'page') };
    },
    /** The provider behind a webhook's address; undefined for a wrong key. */
    async atAddress(name: ProviderName): Promise<{ provider: PaymentProvider; key: string } | undefined> {
      const configuration = await load();
      const provider = readyIn(name, configuration);
      const key = await webhookKey(name, configuration);
      return provider && key !== undefined ? { provider, key } : undefined;
    },
    watched,
    /** Before the addresses of the webhooks are shown: reading them must not write. */
    start: async (): Promise<void> => void (await createWebhookKey()),

    async overview() {
      const { environment, pixOrder, simulated } = await load();
      return { environment, pixOrder, isSimulated: simulated !== undefined, providers: await view(providerNames) };
    },
    test: (name: ProviderName) =>
      checked(name, async () => {
        const configuration = await load();
        const provider = configuration.simulated?.providers[name] ?? adapter(name, configuration);
        const error = await provider.checkConfiguration();
        if (error) throw error;
      }),
    /** Enters our webhook at the provider, and stores the secret by which it is recognized. */
    async registerWebhook(actor: Actor, name: ProviderName) {
      if (name === 'mercadopago') return refuse('ERR_WEBHOOK_BY_HAND');
      const configuration = await load();
      // The simulated providers know our address from the start.
      if (configuration.simulated) return checked(name, async () => {});
      if (publicUrl === undefined) return refuse('ERR_NO_PUBLIC_ADDRESS');
      return checked(name, async () => {
        // Efí calls the address while it is registered, so the key must be known before.
        if (name === 'efi' && !configuration.keys.has('efiwebhooksecret'))
          await settings.savePlatform(actor, 'efiwebhooksecret', randomBytes(SECRET_BYTES).toString('base64url'));
        await createWebhookKey();
        const current = await load();
        const key = (await webhookKey(name, current))!;
        const { secret } = await adapter(name, current).registerWebhook(webhookUrl(name, key)!);
        if (secret !== undefined) await settings.savePlatform(actor, REGISTERED_SECRET[name], secret);
      });
    },
    /** Undefined without SANDBOX, and when a provider has keys. */
    bank: async () => (await load()).simulated?.bank,
  };
}
export type Providers = ReturnType<typeof createProviders>;

const missingOf = (name: ProviderName, keys: ProviderKeys) =>
  paymentSettings[name].required.filter((key) => !keys.has(key));

/** What a super user sees of a provider. */
function viewOf(name: ProviderName, { keys, simulated }: Configuration, health: ProviderHealth | undefined) {
  const missing = simulated ? [] : missingOf(name, keys);
  const isOff = !simulated && settingsOf(name).every((key) => !keys.has(key));
  const { error = null, errorAt = null, workedAt = null } = health ?? {};
  const isFailing = errorAt !== null && (workedAt === null || errorAt > workedAt);
  return {
    name,
    methods: METHODS[name],
    state: isOff
      ? ('off' as const)
      : missing.length > 0
        ? ('incomplete' as const)
        : isFailing
          ? ('failing' as const)
          : ('ready' as const),
    keys: settingsOf(name).map((key) => {
      const value = keys.get(key)?.reveal() ?? '';
      return { key, isSet: value !== '', last4: key === 'eficertificate' ? '' : last4(value) };
    }),
    missing: isOff ? [] : missing,
    webhookBy: name in REGISTERED_SECRET ? ('server' as const) : ('person' as const),
    lastError: errorAt && { at: errorAt, message: error ?? '' },
  };
}
