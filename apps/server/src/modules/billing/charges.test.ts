import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { providerNames } from '../../gateways/payments/port.ts';
import { startPayments, type PaymentTest } from './payments.fixture.ts';

let test: PaymentTest;
beforeAll(async () => {
  test = await startPayments();
});
afterAll(() => test.stop());
beforeEach(() => test.reset());

const faultAll = async (calls: { hangs?: boolean; status?: 503; losesResponse?: boolean }) => {
  for (const name of providerNames) await test.simulator.control.faults(name, { calls });
};
const payments = () => test.server.modules.paymentServices.charges.payments;
const create = async (companyId?: number) => {
  const admin = await test.server.createAdmin();
  const invoice = await test.openInvoice(admin);
  const pay = (method?: 'pix' | 'stripe' | 'asaas' | 'mercadopago') =>
    payments().createCharges(test.actorOf(admin), invoice, method);
  return { admin, invoice, pay, companyId: companyId ?? admin.companyId };
};
const rowsOf = async (companyId: number) =>
  (
    await test.server.asOwner.query(
      `select provider, method, state, error, next_check_at is not null as "isChecked" from charges
        where company_id = $1 order by id`,
      [companyId],
    )
  ).rows;

describe('charges of an invoice', () => {
  it('are one code and a page of each provider, and the same ones when they are asked for again [M-303]', async () => {
    const { pay } = await create();
    const first = await pay();
    expect(first.map(({ method, state }) => [method, state])).toEqual([
      ['pix', 'pending'],
      ['stripe', 'pending'],
      ['asaas', 'pending'],
      ['mercadopago', 'pending'],
    ]);
    expect(first[0]!.code).toMatch(/^000201.*6304[0-9A-F]{4}$/);
    for (const { code } of first.slice(1)) expect(code).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    expect(await pay()).toEqual(first);
    expect(await test.simulator.control.charges()).toHaveLength(4);
  });

  it('carry the price of the invoice and a reference of ours, never a card', async () => {
    const { invoice, pay } = await create();
    await pay('pix');
    const [charge] = await test.simulator.control.charges();
    expect(charge).toMatchObject({ cents: invoice.cents, reference: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it('are made by the next PIX provider in the chosen order when the first is down', async () => {
    await test.owner.request('PUT', '/settings/pixproviderorder', { value: 'asaas,efi' });
    try {
      await test.simulator.control.faults('asaas', { calls: { status: 503 } });
      const { pay, companyId } = await create();
      expect(await pay('pix')).toMatchObject([{ method: 'pix', state: 'pending' }]);
      expect((await rowsOf(companyId)).map(({ provider, state }) => [provider, state])).toEqual([
        ['asaas', 'creating'],
        ['efi', 'pending'],
      ]);
    } finally {
      await test.owner.request('PUT', '/settings/pixproviderorder', { value: 'efi,mercadopago,asaas' });
    }
  });

  it('fail with the words of the provider, which only super users see', async () => {
    await test.simulator.control.faults('stripe', { calls: { status: 400 } });
    const { pay, companyId } = await create();
    expect(await pay('stripe')).toMatchObject([{ method: 'stripe', state: 'failed', code: null }]);
    expect(await rowsOf(companyId)).toMatchObject([{ state: 'failed', error: 'Error 400', isChecked: false }]);
    const { providers } = (await test.owner.request('GET', '/payments/providers')).json();
    expect(providers.find(({ name }: { name: string }) => name === 'stripe')).toMatchObject({
      state: 'failing',
      lastError: { message: 'Error 400' },
    });
    await test.simulator.control.faults('stripe', {});
    expect(await pay('stripe')).toMatchObject([{ state: 'pending' }]);
  });

  it.each([
    ['efi', 'pix', '/v2/cob'],
    ['stripe', 'stripe', '/v1/checkout'],
    ['mercadopago', 'mercadopago', '/checkout'],
    ['asaas', 'asaas', '/payments'],
  ] as const)('at %s are found again after a lost answer, never made twice [PY-02]', async (provider, method, path) => {
    for (const other of providerNames)
      if (other !== provider) await test.simulator.control.faults(other, { calls: { status: 400 } });
    const { pay, companyId } = await create();
    // Efí has forgotten its tokens: the fault is for the next call.
    await test.owner.request('POST', '/payments/providers/efi/test');
    // Asaas is searched before it creates: the first call is lost, and nothing was made.
    await test.simulator.control.faults(provider, { calls: { losesResponse: true, times: 1, path } });
    expect(await pay(method)).toMatchObject([{ state: 'failed' }]);
    const [row] = (await rowsOf(companyId)).filter((charge) => charge.provider === provider);
    expect(row).toMatchObject({ state: 'creating', isChecked: true });
    await test.simulator.control.faults(provider, {});
    const again = await pay(method);
    expect(again, JSON.stringify(await rowsOf(companyId))).toMatchObject([
      { state: provider === 'asaas' ? 'failed' : 'pending' },
    ]);
    expect(await pay(method)).toMatchObject([{ state: 'pending' }]);
    const charges = await test.simulator.control.charges();
    // A second preference of Mercado Pago is harmless: payments are found by the reference.
    if (provider !== 'mercadopago') expect(charges).toHaveLength(1);
    expect(new Set(charges.map(({ reference }) => reference)).size).toBe(1);
  });

  it('asked for twice at the same time are made once, and both requests get the code', async () => {
    await test.simulator.control.faults('efi', { calls: { delayMs: 700, path: '/v2/cob' } });
    const { pay, companyId } = await create();
    const [one, other] = await Promise.all([pay('pix'), pay('pix')]);
    expect([one, other]).toMatchObject([[{ state: 'pending' }], [{ state: 'pending' }]]);
    expect(other).toEqual(one);
    expect(await rowsOf(companyId)).toMatchObject([{ provider: 'efi', state: 'pending' }]);
    expect(await test.simulator.control.charges()).toHaveLength(1);
  });

  it('whose creation was never confirmed are given up within ten minutes', async () => {
    const { pay, companyId } = await create();
    await test.simulator.control.faults('stripe', { calls: { losesResponse: true } });
    await pay('stripe');
    await test.makeDue(companyId);
    await test.server.modules.paymentServices.reconciliation.checkDue();
    expect(await rowsOf(companyId)).toMatchObject([{ state: 'failed', isChecked: true }]);
  });

  it('of an invoice that is no longer open are not made', async () => {
    const { admin, pay, companyId } = await create();
    await test.server.asOwner.query(`update invoices set state = 'void' where company_id = $1`, [admin.companyId]);
    expect(await pay()).toEqual([]);
    expect(await rowsOf(companyId)).toEqual([]);
  });

  it('are offered within 15 s while every provider hangs, and payable later [PY-10]', { timeout: 40_000 }, async () => {
    await faultAll({ hangs: true });
    const { pay, companyId } = await create();
    const startedAt = performance.now();
    const charges = await pay();
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(new Set(charges.map(({ state }) => state))).toEqual(new Set(['failed']));
    const states = (await rowsOf(companyId)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['creating']));
  });
});

describe('charges that are no longer needed', () => {
  it('are cancelled at their providers before an invoice is replaced', async () => {
    const { admin, invoice, pay, companyId } = await create();
    await pay();
    expect(await payments().closeCharges(admin.companyId, invoice.id)).toBe('closed');
    expect(new Set((await rowsOf(companyId)).map(({ state }) => state))).toEqual(new Set(['cancelled']));
    const states = (await test.simulator.control.charges()).map(({ state }) => state);
    expect(states.filter((state) => state === 'open')).toEqual([]);
  });

  it('win when one of them turns out to be paid', async () => {
    const { admin, invoice, pay } = await create();
    await pay();
    await test.simulator.control.faults('efi', { webhooks: { isLost: true } });
    const [charge] = (await test.simulator.control.charges()).filter(({ provider }) => provider === 'efi');
    await test.simulator.control.pay(charge!.id);
    expect(await payments().closeCharges(admin.companyId, invoice.id)).toBe('paid');
    expect(await test.outcome(admin.companyId, invoice.id)).toMatchObject({ state: 'paid', extensions: 1 });
  });

  it('do not keep a customer from another plan while their provider is down', async () => {
    const { admin, invoice, pay, companyId } = await create();
    await pay('stripe');
    await test.simulator.control.faults('stripe', { calls: { status: 503 } });
    expect(await payments().closeCharges(admin.companyId, invoice.id)).toBe('closed');
    expect(await rowsOf(companyId)).toMatchObject([{ state: 'cancelled', isChecked: true }]);
  });
});
