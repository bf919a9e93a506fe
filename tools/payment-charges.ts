/** Companies with open charges at simulated payment providers, for chaos runs and benchmarks. */
import { mkdirSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
/** A provider that did not answer in time, as on a busy machine, is asked again. */
const MAX_ROUNDS = 5;
const CENTS = 9990;

/** The simulator, and the environment variables that point servers to it. */
export async function startProviders(scale: number) {
  const simulator = await startPaymentsSimulator({
    ...keys,
    controlToken: 'control-of-a-play',
    scale,
    isPatient: true,
  });
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

/** An open renewal of each company for its due day. */
export async function insertInvoices(owner: Pool, companyIds: number[]): Promise<InvoiceRow[]> {
  const { rows } = await owner.query<InvoiceRow>(
    `insert into invoices (company_id, number, kind, due_day, cents, plan_id, plan_name, users, connections, queues, months,
                           buyer)
     select c.company_id, '2025-' || lpad(c.company_id::text, 6, '0'), 'renewal',
            (c.due_date at time zone c.time_zone)::date, $2, c.plan_id, 'Plano', 5, 5, 5, 1,
            '{"name":"Ana Prado","document":"52998224725","email":"ana@example.com"}'
       from companies c where c.company_id = any($1)
     returning *, company_id as "companyId", due_day as "dueDay"`,
    [companyIds, CENTS],
  );
  return rows;
}

/** Companies with an open renewal, and a charge for each as the checkout creates it. */
export async function createCharges({
  owner,
  appUrl,
  env,
  dir,
  count,
}: {
  owner: Pool;
  appUrl: string;
  env: Record<string, string>;
  dir: string;
  count: number;
}): Promise<{ companyIds: number[]; charges: string[] }> {
  const dataDir = join(dir, 'charge-setup');
  mkdirSync(dataDir, { recursive: true });
  const config = readConfig({ ...env, DATA_DIR: dataDir });
  const server = await buildServer({ config, appUrl, log: createLog({ level: 'error' }) });
  try {
    const plan = { name: 'Plano', users: 5, connections: 5, queues: 5, amountCents: CENTS };
    const { id: planId } = await server.modules.companies.findOrCreatePlan(plan);
    const made = await owner.query<{ id: number }>(
      `with made as (
         insert into companies (company_id, name, plan_id, due_date)
         select nextval('company_ids'), 'Pagante ' || n, $2,
                (current_date + 5)::timestamp at time zone 'America/Sao_Paulo' - interval '1 ms'
           from generate_series(1, $1::int) n returning company_id, due_date)
       insert into subscription_entries (company_id, kind, day)
       select company_id, 'start', (due_date at time zone 'America/Sao_Paulo')::date from made
       returning company_id as id`,
      [count, planId],
    );
    const companyIds = made.rows.map(({ id }) => id);
    const rows = await insertInvoices(owner, companyIds);
    await owner.query('analyze companies, invoices, subscription_entries');
    const { access, paymentServices } = server.modules;
    let missing = [...rows.entries()];
    for (let round = 0; round < MAX_ROUNDS && missing.length > 0; round++) {
      const failed: typeof missing = [];
      await inParallel(missing, ATONCE, async ([n, invoice]) => {
        const actor = access.authenticator.asAdmin(invoice.companyId, 0);
        const provider = providers[n % providers.length]!;
        const method = provider === 'efi' ? 'pix' : provider;
        const offers = await paymentServices.charges.payments.createCharges(actor, invoice, method);
        if (!offers.some(({ state }) => state === 'pending')) failed.push([n, invoice]);
      });
      missing = failed;
    }
    if (missing.length > 0) throw new Error(`${missing.length} charges could not be created`);
    const created = await owner.query<{ id: string }>(
      `select provider_id as id from charges where company_id = any($1) and state = 'pending'`,
      [companyIds],
    );
    return { companyIds, charges: created.rows.map(({ id }) => id) };
  } finally {
    await server.close();
  }
}

/** A load balancer: passes each request to the next server, and answers 502 while that one is down. */
export async function startBalancer(urls: string[]) {
  let n = 0;
  const balancer = createServer((request, response) => {
    const target = urls[n++ % urls.length]!;
    void (async () => {
      const body = Buffer.concat(await request.toArray());
      const { connection: _, host: __, 'content-length': ___, ...headers } = request.headers;
      const status = await fetch(target + request.url, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body,
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => 502,
      );
      response.writeHead(status).end();
    })();
  }).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    stop() {
      balancer.closeAllConnections();
      balancer.close();
    },
  };
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
