import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertMaxDuration, caseCounts, figure } from '../../../test/case-counts.ts';
import type { TestServer } from '../../../test/server.ts';
import { billing, startBillingServer } from './billing.fixture.ts';

/** The full run issues invoices for this many companies within a minute. */
const COMPANIES = 10_000;
const LIMIT_MS = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startBillingServer();
  await billing(server);
});
afterAll(() => server.stop());

/** Companies that are due in four days, written directly. */
async function insertCompanies(count: number) {
  const { id: planId } = await server.modules.companies.findOrCreatePlan({
    name: 'Muitas',
    users: 3,
    connections: 3,
    queues: 3,
    amountCents: 9900,
  });
  await server.asOwner.query(
    `with made as (
       insert into companies (company_id, name, email, plan_id, due_date)
       select nextval('company_ids'), 'Empresa ' || n, 'cobranca' || n || '@example.com', $2,
              ((now() at time zone 'America/Sao_Paulo')::date + 5)::timestamp at time zone 'America/Sao_Paulo' - interval '1 ms'
         from generate_series(1, $1::int) n returning company_id, due_date)
     insert into subscription_entries (company_id, kind, day)
     select company_id, 'start', (due_date at time zone 'America/Sao_Paulo')::date from made`,
    [count, planId],
  );
}

describe('issuing invoices for the whole platform', () => {
  it(
    'takes less than a minute for ten thousand companies; a second run writes nothing',
    async () => {
      const count = caseCounts(COMPANIES);
      await insertCompanies(count);
      const { issueAll } = server.modules.billing.issuing;
      const startedAt = performance.now();
      expect(await issueAll()).toBe(count);
      assertMaxDuration(`invoice.issue for ${count} companies`, (LIMIT_MS * count) / COMPANIES, startedAt);
      const secondAt = performance.now();
      expect(await issueAll()).toBe(0);
      figure('invoice.issue again', `${(performance.now() - secondAt).toFixed(0)} ms, 0 written`);
      const { rows } = await server.asOwner.query<{ n: number; last: number }>(
        'select count(*)::int as n, (select last_number from invoice_counters) as last from invoices',
      );
      expect(rows[0]).toEqual({ n: count, last: count });
    },
    5 * LIMIT_MS,
  );
});
