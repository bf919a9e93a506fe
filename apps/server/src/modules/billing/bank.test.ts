import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import type { BankCharge } from '../../gateways/payments/port.ts';
import { startPayments } from './payments.fixture.ts';

let server: TestServer;
let owner: Caller;
beforeAll(async () => {
  server = await startTestServer({ open: true, env: { SANDBOX: 'on' } });
  await server.work();
  owner = await server.createSuperUser();
});
afterAll(() => server.stop());

async function chargesFor(cents = 9990) {
  const admin = await server.createAdmin();
  const { rows } = await server.asOwner.query(
    `insert into invoices (company_id, number, kind, due_day, cents, plan_id, plan_name, users, connections, queues, months,
                           buyer)
     select c.company_id, '2026-8' || lpad(c.company_id::text, 5, '0'), 'renewal', current_date, $2, c.plan_id, 'Plano', 5, 5, 5, 1,
            '{"name":"Ana Prado","document":"52998224725","email":"ana@example.com"}'
       from companies c where c.company_id = $1::int
     returning *, company_id as "companyId", due_day as "dueDay"`,
    [admin.companyId, cents],
  );
  const actor = server.modules.access.authenticator.asAdmin(admin.companyId, admin.user.id);
  const charges = await server.modules.paymentServices.charges.payments.createCharges(actor, rows[0]);
  return { admin, invoice: rows[0] as { id: number }, charges };
}
const find = async (code: string) => owner.request('GET', `/sandbox/bank/charge?code=${encodeURIComponent(code)}`);
const stateOf = async (companyId: number) =>
  (await server.asOwner.query('select state from invoices where company_id = $1', [companyId])).rows[0].state;
async function settled(companyId: number) {
  await expect
    .poll(async () => {
      await server.modules.paymentServices.inbox.sweep();
      return stateOf(companyId);
    })
    .not.toBe('open');
}

describe('the simulated bank', () => {
  it('pays a code that was pasted, without any key being configured', async () => {
    const { admin, charges } = await chargesFor();
    expect((await owner.request('GET', '/payments/providers')).json()).toMatchObject({
      isSimulated: true,
      providers: Array.from({ length: 4 }, () => ({ state: 'ready', missing: [] })),
    });
    const found = (await find(` ${charges[0]!.code}\n`)).json<BankCharge>();
    expect(found).toMatchObject({ provider: 'efi', state: 'open', cents: 9990 });
    const paid = await owner.request('POST', '/sandbox/bank/pay', { chargeId: found.id });
    expect(paid.json()).toMatchObject({ state: 'paid', payments: [{ cents: 9990 }] });
    await settled(admin.companyId);
    expect(await stateOf(admin.companyId)).toBe('paid');
  });

  it('is the page of every provider', async () => {
    const { charges } = await chargesFor();
    for (const { code } of charges.slice(1)) {
      const page = new URL(code!);
      expect(page.pathname).toBe('/sandbox/banco');
      expect((await find(page.searchParams.get('codigo')!)).json()).toMatchObject({ state: 'open', method: 'page' });
    }
    const { charges: listed } = (await owner.request('GET', '/sandbox/bank')).json();
    expect(listed.length).toBeGreaterThanOrEqual(4);
  });

  it('pays another amount, twice and after the expiry; returns and disputes', async () => {
    const { admin, charges } = await chargesFor();
    const { id } = (await find(charges[0]!.code!)).json<BankCharge>();
    const answer = await owner.request('POST', '/sandbox/bank/pay', {
      chargeId: id,
      cents: 5000,
      times: 2,
      afterExpiry: true,
    });
    const { payments } = answer.json<BankCharge>();
    expect(payments.map(({ cents }) => cents)).toEqual([5000, 5000]);
    const paymentId = payments[0]!.id;
    expect((await owner.request('POST', '/sandbox/bank/refund', { paymentId, cents: 100 })).statusCode).toBe(200);
    expect((await owner.request('POST', '/sandbox/bank/refund', { paymentId, cents: 5000 })).statusCode).toBe(400);
    expect((await owner.request('POST', '/sandbox/bank/dispute', { paymentId, outcome: 'open' })).statusCode).toBe(200);
    expect((await find(id)).json()).toMatchObject({ payments: [{ refundedCents: 100, dispute: 'open' }, {}] });
    expect(await stateOf(admin.companyId)).toBe('open');
  });

  it('injects faults, and shows them until they end', async () => {
    const faults = { webhooks: { isLost: true } };
    expect((await owner.request('PUT', '/sandbox/bank/faults/efi', faults)).statusCode).toBe(200);
    expect((await owner.request('GET', '/sandbox/bank')).json().faults).toEqual({ efi: faults });
    const { admin, invoice, charges } = await chargesFor();
    const { id } = (await find(charges[0]!.code!)).json<BankCharge>();
    await owner.request('POST', '/sandbox/bank/pay', { chargeId: id });
    await server.modules.paymentServices.inbox.sweep();
    expect(await stateOf(admin.companyId)).toBe('open');
    await server.modules.paymentServices.charges.payments.checkNow(admin.companyId, invoice.id);
    expect(await stateOf(admin.companyId)).toBe('paid');
    await owner.request('PUT', '/sandbox/bank/faults/efi', {});
    expect((await owner.request('GET', '/sandbox/bank')).json().faults).toEqual({});
  });

  it('shows who pays and what was sent, and starts over', async () => {
    const { admin, charges } = await chargesFor();
    const found = (await find(charges[0]!.code!)).json<BankCharge & { company: string }>();
    const { rows } = await server.asOwner.query('select name from companies where company_id = $1', [admin.companyId]);
    expect(found.company).toBe(rows[0].name);
    await owner.request('POST', '/sandbox/bank/pay', { chargeId: found.id });
    await settled(admin.companyId);
    const { webhooks } = (await owner.request('GET', '/sandbox/bank')).json();
    expect(webhooks[0]).toMatchObject({ provider: 'efi', path: '/webhooks/payments/efi', answers: [200] });
    expect(webhooks[0].body).toContain(found.reference);

    expect((await owner.request('DELETE', '/sandbox/bank')).statusCode).toBe(200);
    expect((await owner.request('GET', '/sandbox/bank')).json()).toEqual({ charges: [], faults: {}, webhooks: [] });
    expect(await stateOf(admin.companyId)).toBe('paid');
    const later = await chargesFor();
    const { id } = (await find(later.charges[0]!.code!)).json<BankCharge>();
    await owner.request('POST', '/sandbox/bank/pay', { chargeId: id });
    await settled(later.admin.companyId);
  });

  it('knows no other codes', async () => {
    expect((await find('00020126')).json()).toMatchObject({ error: 'ERR_NO_CHARGE_FOUND' });
    const unknown = { paymentId: 'pi_unknown' };
    expect((await owner.request('POST', '/sandbox/bank/refund', unknown)).statusCode).toBe(404);
  });
});

it('the simulated bank does not exist without SANDBOX', async () => {
  const test = await startPayments();
  for (const path of ['/sandbox/bank', '/sandbox/bank/charge?code=x'])
    expect((await test.owner.request('GET', path)).statusCode).toBe(404);
  await test.stop();
});
