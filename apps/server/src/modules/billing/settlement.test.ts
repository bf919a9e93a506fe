import type { Faults } from '@balcao/payments-simulator/control';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { providerNames, type ProviderName } from '../../gateways/payments/port.ts';
import { PAID, providerUrls, startPayments, type PaymentTest } from './payments.fixture.ts';

let test: PaymentTest;
beforeAll(async () => {
  test = await startPayments();
});
afterAll(() => test.stop());
beforeEach(() => test.reset());

const UNPAID = { state: 'open', extensions: 0, reversals: 0, ledger: [] };

describe.each(providerNames)('a payment at %s', (provider: ProviderName) => {
  it('extends the subscription once, and cancels nothing that was paid', async () => {
    const { admin, invoice, providerId } = await test.createCharge(provider);
    await test.simulator.control.pay(providerId);
    await test.processWebhooks();
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
    const { rows } = await test.server.asOwner.query('select state from charges where company_id = $1', [
      admin.companyId,
    ]);
    expect(rows).toEqual([{ state: 'paid' }]);
  });

  it('with another amount is held', async () => {
    const { admin, invoice, providerId } = await test.createCharge(provider);
    await test.simulator.control.pay(providerId, { cents: 1 });
    await test.processWebhooks();
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual({ ...UNPAID, ledger: ['held'] });
    const { held } = (await test.owner.request('GET', '/payments/to-check')).json();
    expect(held.filter(({ company }: { company: { id: number } }) => company?.id === admin.companyId)).toMatchObject([
      { provider, cents: 1, state: 'held', holdReason: 'amount', invoiceNumber: invoice.number },
    ]);
  });

  it('for a void, paid or refunded invoice is held', async () => {
    for (const state of ['void', 'paid', 'refunded']) {
      const { admin, invoice, providerId } = await test.createCharge(provider);
      await test.server.asOwner.query('update invoices set state = $2 where company_id = $1', [admin.companyId, state]);
      await test.simulator.control.pay(providerId);
      await test.processWebhooks();
      expect(await test.outcome(admin.companyId, invoice.id), state).toEqual({ ...UNPAID, state, ledger: ['held'] });
    }
  });

  it('that is not confirmed yet changes nothing', async () => {
    const { admin, invoice, providerId } = await test.createCharge(provider);
    await test.simulator.control.pay(providerId, { isPending: true });
    await test.processWebhooks();
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(UNPAID);
  });

  it('that is returned in part stays paid, and in full takes the months back once', async () => {
    const { admin, invoice, providerId } = await test.createCharge(provider);
    const { paymentId } = await test.simulator.control.pay(providerId);
    await test.processWebhooks();
    await test.simulator.control.refund(paymentId, 990);
    await test.processWebhooks();
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
    await test.simulator.control.refund(paymentId, 9000);
    await test.processWebhooks();
    await test.simulator.control.resend(provider, 3);
    await test.processWebhooks();
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual({ ...PAID, state: 'refunded', reversals: 1 });
  });
});

it('is held when the same invoice is paid at a second provider', async () => {
  const admin = await test.server.createAdmin();
  const invoice = await test.openInvoice(admin);
  await test.server.modules.paymentServices.charges.payments.createCharges(test.actorOf(admin), invoice);
  const charges = await test.simulator.control.charges();
  expect(charges.length).toBe(4);
  for (const { id } of charges) await test.simulator.control.pay(id);
  await test.processWebhooks();
  expect(await test.outcome(admin.companyId, invoice.id)).toEqual({
    ...PAID,
    ledger: ['applied', 'held', 'held', 'held'],
  });
});

it('is held when the same charge is paid twice', async () => {
  const { admin, invoice, providerId } = await test.createCharge('efi');
  await test.simulator.control.pay(providerId);
  await test.simulator.control.pay(providerId);
  await test.processWebhooks();
  expect(await test.outcome(admin.companyId, invoice.id)).toEqual({ ...PAID, ledger: ['applied', 'held'] });
});

it('a payment that names another charge is not counted for this one', async () => {
  const [paid, other] = [await test.createCharge('stripe'), await test.createCharge('stripe')];
  await test.server.asOwner.query('update charges set provider_id = $2 where company_id = $1', [
    other.admin.companyId,
    paid.providerId,
  ]);
  await test.simulator.control.pay(paid.providerId);
  await test.server.modules.paymentServices.charges.payments.checkNow(other.admin.companyId, other.invoice.id);
  expect(await test.outcome(other.admin.companyId, other.invoice.id)).toEqual(UNPAID);
  await test.processWebhooks();
  expect(await test.outcome(paid.admin.companyId, paid.invoice.id)).toEqual(PAID);
});

it.each([
  ['stripe', 'won', 'paid', 0],
  ['stripe', 'lost', 'refunded', 1],
  ['mercadopago', 'won', 'paid', 0],
  ['mercadopago', 'lost', 'refunded', 1],
] as const)('a dispute at %s that is %s leaves the invoice %s', async (provider, dispute, state, reversals) => {
  const { admin, invoice, providerId } = await test.createCharge(provider);
  const { paymentId } = await test.simulator.control.pay(providerId);
  await test.processWebhooks();
  await test.simulator.control.dispute(paymentId, 'open');
  await test.processWebhooks();
  expect(await test.outcome(admin.companyId, invoice.id)).toMatchObject({ state: 'disputed', reversals: 0 });
  const { disputes } = (await test.owner.request('GET', '/payments/to-check')).json();
  expect(disputes).toMatchObject([{ paymentId, dispute: 'open', company: { id: admin.companyId } }]);
  await test.simulator.control.dispute(paymentId, dispute);
  await test.processWebhooks();
  expect(await test.outcome(admin.companyId, invoice.id)).toEqual({ ...PAID, state, reversals });
});

it.each(['stripe', 'mercadopago'] as const)(
  'a lost dispute at %s that is won after all holds the money, which then pays another invoice',
  async (provider) => {
    const { admin, invoice, providerId } = await test.createCharge(provider);
    const { paymentId } = await test.simulator.control.pay(providerId);
    for (const dispute of ['open', 'lost', 'open', 'won'] as const) {
      await test.processWebhooks();
      await test.simulator.control.dispute(paymentId, dispute);
    }
    await test.processWebhooks();
    const refunded = { ...PAID, state: 'refunded', reversals: 1, ledger: ['held'] };
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(refunded);
    const { held } = (await test.owner.request('GET', '/payments/to-check')).json();
    expect(held).toContainEqual(expect.objectContaining({ paymentId, holdReason: 'not-open', dispute: 'won' }));
    const next = await test.openInvoice(admin);
    const url = `/companies/${admin.companyId}/payments/${provider}/${paymentId}/apply`;
    const body = { invoiceId: next.id, reason: 'A disputa foi ganha no recurso' };
    expect((await test.owner.request('POST', url, body)).json()).toMatchObject({ state: 'applied' });
    expect((await test.outcome(admin.companyId, next.id)).state).toBe('paid');
  },
);

describe('one payment, one extension', () => {
  it('with 100 copies of a webhook at two servers, status checks and «Já paguei» at the same time [PY-02]', async () => {
    const second = await startTestServer({
      ownerUrl: test.server.ownerUrl,
      open: true,
      env: { ROLE: 'api', ...providerUrls(test.simulator) },
    });
    await second.work();
    try {
      const { admin, invoice, providerId } = await test.createCharge('efi');
      await test.simulator.control.faults('efi', { webhooks: { copies: 100 } });
      await test.simulator.control.pay(providerId);
      await test.simulator.control.idle();
      const [sent] = await test.simulator.control.webhooks('efi');
      const copy = (n: number) =>
        // Other bytes with the same meaning: the digest does not recognize them.
        fetch(sent!.url.replace(test.server.url!, n % 2 ? second.url! : test.server.url!), {
          method: 'POST',
          body: sent!.body + ' '.repeat(n),
        });
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => copy(n)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      await test.makeDue(admin.companyId);
      const services = [test.server, second].map(({ modules }) => modules.paymentServices);
      await Promise.all(
        services.flatMap(({ inbox, reconciliation, charges }) => [
          inbox.sweep(),
          inbox.sweep(),
          reconciliation.checkDue(),
          charges.payments.checkNow(admin.companyId, invoice.id),
          charges.payments.checkNow(admin.companyId, invoice.id),
          reconciliation.fetchStatements(),
        ]),
      );
      expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
    } finally {
      await second.stop();
    }
  });

  it('when the webhook comes again after 30 days', async () => {
    const { admin, invoice, providerId } = await test.createCharge('mercadopago');
    await test.simulator.control.pay(providerId);
    await test.processWebhooks();
    await test.server.asOwner.query('delete from payment_inbox');
    test.server.clock.pass(30 * 86_400_000);
    await test.simulator.control.resend('mercadopago', 1);
    await test.processWebhooks();
    test.server.clock.set(new Date());
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
  });
});

/** Efí signs nothing: the key of its address is its secret. Only Stripe limits the age of a signature. */
const signed: readonly ProviderName[] = ['stripe', 'mercadopago', 'asaas'];
const faults: [name: string, Faults['webhooks'], providers: readonly ProviderName[]][] = [
  ['late', { delayMs: 50 }, providerNames],
  ['duplicated', { copies: 5 }, providerNames],
  ['byte by byte', { isSlow: true }, providerNames],
  ['lost', { isLost: true }, providerNames],
  ['unsigned', { signature: 'missing' }, signed],
  ['with a wrong signature', { signature: 'wrong' }, signed],
  ['with an old signature', { signature: 'stale' }, ['stripe']],
  ['invalid', { isGarbage: true }, providerNames],
  ['of another account', { isForeign: true }, providerNames],
];
const arriving = new Set(['late', 'duplicated', 'byte by byte']);

describe.each(providerNames)('faults of webhooks of %s', (provider) => {
  const own = faults.filter(([, , providers]) => providers.includes(provider));
  it.each(own)('%s: nothing twice, and the status check finds what is missing', async (name, webhooks) => {
    const { admin, invoice, providerId } = await test.createCharge(provider);
    await test.simulator.control.faults(provider, { webhooks });
    await test.simulator.control.pay(providerId);
    await test.processWebhooks();
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(arriving.has(name) ? PAID : UNPAID);
    await test.server.modules.paymentServices.charges.payments.checkNow(admin.companyId, invoice.id);
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual(PAID);
  });

  it('out of order: a refund before its payment', async () => {
    const { admin, invoice, providerId } = await test.createCharge(provider);
    await test.simulator.control.faults(provider, { webhooks: { isReordered: true } });
    const { paymentId } = await test.simulator.control.pay(providerId);
    await test.simulator.control.refund(paymentId);
    await test.processWebhooks();
    expect(await test.outcome(admin.companyId, invoice.id)).toEqual({ ...PAID, state: 'refunded', reversals: 1 });
  });
});
