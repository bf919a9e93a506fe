/** Companies with open charges at simulated payment providers, for chaos runs and benchmarks. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type pg from 'pg';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import type { InvoiceRow } from '../apps/server/src/infrastructure/db/schema/billing.ts';
import { createLog } from '../apps/server/src/infrastructure/log/log.ts';
import { buildServer } from '../apps/server/src/wiring/server.ts';
import { createSettingVault } from '../apps/server/src/wiring/shared-services.ts';
import { authority, clientCertificate, startPaymentsSimulator } from '../packages/payments-simulator/src/simulator.ts';
import { inParallel } from './chaos/wait.ts';

type Pool = Pick<pg.Pool, 'query'>;
export const providers = ['efi', 'stripe', 'mercadopago', 'asaas'] as const;
const keys = {
  efi: { clientId: 'client-of-a-play', clientSecret: 'secret-of-a-play', chave: 'pix@example.com' },
  stripe: { key: 'sk_test_of_a_play' },
  mercadopago: { token: 'TEST-of-a-play' },
  asaas: { token: 'aact_of_a_play' },
};
const WEBHOOK_KEY = 'address-of-the-webhooks-of-a-play';
const WEBHOOK_SECRET = 'signs-the-webhooks-of-a-play';
const CA = fileURLToPath(new URL('../packages/payments-simulator/certificates/ca.pem', import.meta.url));
const ATONCE = 8;
const CENTS = 9990;

/** The simulator, and the environment variables that point servers to it. */
export async function startProviders(scale: number) {
  const simulator = await startPaymentsSimulator({ ...keys, controlToken: 'control-of-a-play', scale });
  const { urls } = simulator;
  setDefaultCACertificates([...getCACertificates('default'), authority()]);
  return {
    ...simulator,
    env: {
      EFI_URL: urls.efi,
      STRIPE_URL: urls.stripe,
      MERCADOPAGO_URL: urls.mercadopago,
      ASAAS_URL: urls.asaas,
      NODE_EXTRA_CA_CERTS: CA,
    },
    /** The provider sends its webhooks to this server. */
    sendWebhooksTo(provider: (typeof providers)[number], serverUrl: string) {
      const key = provider === 'efi' ? WEBHOOK_SECRET : WEBHOOK_KEY;
      simulator.setWebhook(provider, `${serverUrl}/webhooks/payments/${provider}/${key}`, WEBHOOK_SECRET);
    },
  };
}

/** Stores the keys of the four providers as the settings screen does. */
export async function configureProviders(owner: Pool, secret: string): Promise<void> {
  const vault = createSettingVault({ current: secret });
  const values = {
    eficlientid: keys.efi.clientId,
    eficlientsecret: keys.efi.clientSecret,
    efichavepix: keys.efi.chave,
    eficertificate: clientCertificate().toString('base64'),
    efiwebhooksecret: WEBHOOK_SECRET,
    stripeprivatekey: keys.stripe.key,
    stripewebhooksecret: WEBHOOK_SECRET,
    mpaccesstoken: keys.mercadopago.token,
    mpwebhooksecret: WEBHOOK_SECRET,
    asaastoken: keys.asaas.token,
    asaaswebhooktoken: WEBHOOK_SECRET,
    'payment-webhooks': WEBHOOK_KEY,
  };
  for (const [key, value] of Object.entries(values))
    await owner.query(
      `insert into platform_settings (key, value, is_sealed) values ($1, $2, true)
       on conflict (key) do update set value = excluded.value`,
      [key, vault.seal(value, key)],
    );
}

/** Issues invoices and creates a charge for each, as the checkout does; returns the ids at the providers. */
export async function createCharges({
  owner,
  appUrl,
  env,
  dir,
  companyIds,
  count,
}: {
  owner: Pool;
  appUrl: string;
  env: Record<string, string>;
  dir: string;
  companyIds: number[];
  count: number;
}): Promise<string[]> {
  const dataDir = join(dir, 'charge-setup');
  mkdirSync(dataDir, { recursive: true });
  const config = readConfig({ ...env, DATA_DIR: dataDir });
  const server = await buildServer({ config, appUrl, log: createLog({ level: 'error' }) });
  try {
    const { rows } = await owner.query<InvoiceRow>(
      `insert into invoices (company_id, number, kind, due_day, cents, plan_id, plan_name, users, connections, queues, months,
                             buyer)
       select c.company_id, '2025-' || lpad(n::text, 6, '0'), 'upgrade', current_date + 1, $2, c.plan_id, 'Plano', 5, 5, 5, 1,
              '{"name":"Ana Prado","document":"52998224725","email":"ana@example.com"}'
         from generate_series(1, $3) n
         join companies c on c.company_id = ($1::int[])[1 + n % cardinality($1::int[])]
       returning *, company_id as "companyId", due_day as "dueDay"`,
      [companyIds, CENTS, count],
    );
    const { access, paymentServices } = server.modules;
    await inParallel([...rows.entries()], ATONCE, async ([n, invoice]) => {
      const actor = access.authenticator.asAdmin(invoice.companyId, 0);
      const provider = providers[n % providers.length]!;
      await paymentServices.charges.payments.createCharges(actor, invoice, provider === 'efi' ? 'pix' : provider);
    });
    const created = await owner.query<{ id: string }>(
      `select provider_id as id from charges where company_id = any($1) and state = 'pending'`,
      [companyIds],
    );
    return created.rows.map(({ id }) => id);
  } finally {
    await server.close();
  }
}

export interface Settled {
  paid: number;
  extensions: number;
  applied: number;
  held: number;
  waiting: number;
}
/** What the payments of these companies became. */
export async function countSettled(owner: Pool, companyIds: number[]): Promise<Settled> {
  const { rows } = await owner.query<Settled>(
    `select (select count(*)::int from invoices where company_id = any($1) and state = 'paid') as paid,
            (select count(*)::int from subscription_entries where company_id = any($1) and kind = 'payment') as extensions,
            (select count(*)::int from payment_ledger where company_id = any($1) and state = 'applied') as applied,
            (select count(*)::int from payment_ledger where state = 'held') as held,
            (select count(*)::int from payment_inbox where state <> 'done') as waiting`,
    [companyIds],
  );
  return rows[0]!;
}
