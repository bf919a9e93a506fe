/** Due days and payments of the demo companies. */
import { join } from 'node:path';
import { DAY_MS } from '@balcao/domain/kit/durations';
import pg from 'pg';
import { ownDatabaseUrl } from '../../apps/server/src/infrastructure/db/prepare.ts';
import { JOB_SCHEMA } from '../../apps/server/src/infrastructure/jobs/prepare.store.ts';
import { connectControl } from '../../packages/payments-simulator/src/client.ts';
import { ownServer } from '../../tools/own-server.ts';
import { own } from './channels.ts';
import { test as base } from './journey.ts';
import type { AdminApi } from './users.ts';

/** In the time zone of the demo companies, whose day begins three hours after that of UTC. */
export const dayAfter = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
export const shown = (day: string): string => day.split('-').toReversed().join('/');

async function setDueDay(platform: AdminApi, company: AdminApi, day: string): Promise<void> {
  const { user } = await company.call<{ user: { companyId: number } }>('GET', '/auth/me');
  await platform.call('POST', `/companies/${user.companyId}/due-day`, { day, reason: 'Teste de navegador' });
}

/** The settings that a journey may save to connect a real provider. */
const PROVIDER_KEYS = ['mpaccesstoken', 'mpwebhooksecret'];

interface BillingFixtures {
  /**
   * The subscription of the second demo company ends in some days, and its invoice is open, until the journey ends in
   * whatever way. A paid day can be invoiced again, so a second try may use the same one.
   */
  letItEnd: (days: number) => Promise<void>;
}

export const test = base.extend<BillingFixtures>({
  letItEnd: async ({ platform, mercado }, lend) => {
    let isChanged = false;
    await lend(async (days) => {
      isChanged = true;
      await setDueDay(platform, mercado, dayAfter(days));
    });
    try {
      if (isChanged) await setDueDay(platform, mercado, dayAfter(365));
    } finally {
      // Later, because the new day closes the open charges with these keys. Without them the providers are simulated.
      for (const key of PROVIDER_KEYS) await platform.call('PUT', `/settings/${key}`, { value: '' });
    }
  },
});

/** The account at the simulated providers that the server reaches once their keys are saved. */
export const providerAccount = { token: 'TEST-0123456789' };

/** The bank of the providers whose keys are saved; those of the demo have the page of the simulated bank. */
export const providerBank = () => connectControl(own('PAYMENTS_URL'), own('PAYMENTS_CONTROL'));

/** Lets the server run a scheduled job in the next seconds, not at its hour. */
export async function runJob(name: string): Promise<void> {
  const { url } = await ownServer(join(own('DATA_DIR'), 'postgres'));
  const database = new pg.Client({ connectionString: ownDatabaseUrl(url) });
  await database.connect();
  await database.query(`insert into ${JOB_SCHEMA}.job (name, data) values ($1, '{}')`, [name]);
  // As pg-boss wakes the workers of a queue: they poll scheduled jobs only twice a minute.
  await database.query(`select pg_notify('pgboss_' || left(encode(sha224($1::bytea), 'hex'), 24), $2)`, [
    JOB_SCHEMA,
    name,
  ]);
  await database.end();
}
