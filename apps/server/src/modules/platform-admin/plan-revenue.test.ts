import { DEFAULT_CUSTOM_PRICES } from '@balcao/domain/billing/price';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactory } from '../../../test/fixtures/factory.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
let owner: Caller;
beforeAll(async () => {
  server = await startTestServer({ open: true });
  owner = await server.createSuperUser();
});
afterAll(() => server.stop());

interface Revenue {
  plans: { planId: number; monthlyCents: number }[];
  custom: { companies: number; monthlyCents: number; min: number; base: number };
}
const revenue = async () => (await owner.request('GET', '/platform/plan-revenue')).json<Revenue>();
const ofPlan = ({ plans }: Revenue, planId: number) => plans.find((row) => row.planId === planId)?.monthlyCents;
const planIdOf = async ({ companyId }: Caller) =>
  (await server.db.readCompany(companyId, (tx) => server.modules.companies.planOf(tx))).id;
/** A paid renewal, by default of R$ 99.00 for a month. */
async function pay({ companyId }: Caller, { cents = 9_900, months = 1 } = {}) {
  const id = await createFactory(server, companyId).invoice();
  await server.asOwner.query(
    `update invoices set kind = 'renewal', cents = $2, months = $3, state = 'paid', paid_at = now()
      where company_id = $4 and id = $1`,
    [id, cents, months, companyId],
  );
  await server.asOwner.query(
    "insert into subscription_entries (company_id, kind, months, invoice_id) values ($1, 'payment', $2, $3)",
    [companyId, months, id],
  );
}
const setLimits = (caller: Caller, usersLimit: number | null, connectionsLimit: number | null) =>
  owner.request('PUT', `/companies/${caller.companyId}/limits`, { usersLimit, connectionsLimit });

describe('the revenue of the plans [M-022]', () => {
  it('is what paying companies of a plan bring a month; companies with own limits are apart', async () => {
    const [monthly, yearly, trial, custom] = [
      await server.createAdmin({ plan: { users: 77 } }),
      await server.createAdmin({ plan: { users: 77 } }),
      await server.createAdmin({ plan: { users: 77 } }),
      await server.createAdmin({ plan: { users: 77 } }),
    ];
    const planId = await planIdOf(monthly);
    await server.asOwner.query('update companies set plan_id = $1 where company_id = any ($2)', [
      planId,
      [yearly, trial, custom].map(({ companyId }) => companyId),
    ]);
    const before = await revenue();
    expect(ofPlan(before, planId)).toBe(0);
    await pay(monthly);
    await pay(yearly, { cents: 120_000, months: 12 });
    await pay(custom, { cents: 5_000 });
    expect(ofPlan(await revenue(), planId)).toBe(9_900 + 10_000 + 5_000);

    expect((await setLimits(custom, 7, null)).statusCode).toBe(200);
    const after = await revenue();
    expect(ofPlan(after, planId)).toBe(9_900 + 10_000);
    expect(after.custom).toEqual({
      ...DEFAULT_CUSTOM_PRICES,
      min: 3,
      companies: before.custom.companies + 1,
      monthlyCents: before.custom.monthlyCents + 5_000,
    });

    await server.db.inCompany(yearly.companyId, (tx) => server.modules.companies.change(tx, { isActive: false }));
    const now = await revenue();
    expect(ofPlan(now, planId)).toBe(9_900);
    const { monthlyCents } = (await owner.request('GET', '/platform/numbers')).json<{ monthlyCents: number }>();
    expect(now.plans.reduce((sum, row) => sum + row.monthlyCents, now.custom.monthlyCents)).toBe(monthlyCents);
  });

  it('is for super users only', async () => {
    const admin = await server.createAdmin();
    expect((await admin.request('GET', '/platform/plan-revenue')).statusCode).toBe(403);
  });
});
