import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  authority,
  clientCertificate,
  startPaymentsSimulator,
  type PaymentsSimulator,
} from '@balcao/payments-simulator/simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { createAsaas } from './asaas.ts';
import { createEfi } from './efi.ts';
import { createMercadoPago } from './mercado-pago.ts';
import {
  providerNames,
  type ChargeMethod,
  type Order,
  type PaymentProvider,
  type PaymentWebhook,
  type ProviderName,
} from './port.ts';
import { createStripe } from './stripe.ts';

const keys = {
  efi: { clientId: 'Client_Id', clientSecret: 'Client_Secret', chave: 'pix@example.com' },
  stripe: { key: 'sk_test_1' },
  mercadopago: { token: 'TEST-1' },
  asaas: { token: 'aact_1' },
};
const URL_SECRET = 'in-the-address';
const MP_SECRET = 'mp_secret';
const clock = { now: () => new Date() };
const safeFetch = createSafeFetch({ allowLoopback: true });
const pageHosts = ['127.0.0.1'];

let simulator: PaymentsSimulator;
let hook: { server: Server; url: string; received: PaymentWebhook[] };
/** Secrets that a provider chose when the webhook was registered. */
let secrets: Partial<Record<ProviderName, string>> = {};

beforeAll(async () => {
  simulator = await startPaymentsSimulator({ ...keys, controlToken: 'control', scale: 1 / 100_000 });
  const received: PaymentWebhook[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { pathname, searchParams: query } = new URL(request.url!, 'http://hook');
    received.push({ key: pathname.split('/').at(-1)!, headers: request.headers, query, body });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hook = { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${URL_SECRET}`, received };
});
afterAll(async () => {
  await simulator.stop();
  hook.server.close();
});
beforeEach(async () => {
  await simulator.control.reset();
  hook.received.length = 0;
  secrets = {};
});

type Wrong = { hasWrongKeys?: boolean };
const build: Record<ProviderName, (wrong?: Wrong) => PaymentProvider> = {
  efi: ({ hasWrongKeys = false } = {}) =>
    createEfi(safeFetch, clock, {
      ...keys.efi,
      ...(hasWrongKeys && { clientSecret: 'wrong' }),
      baseUrl: simulator.urls.efi,
      certificate: { pfx: clientCertificate(), passphrase: '', ca: authority() },
      urlSecret: URL_SECRET,
    }),
  stripe: ({ hasWrongKeys = false } = {}) =>
    createStripe(safeFetch, clock, {
      baseUrl: simulator.urls.stripe,
      privateKey: hasWrongKeys ? 'wrong' : keys.stripe.key,
      webhookSecret: secrets.stripe ?? '',
      pageHosts,
    }),
  mercadopago: ({ hasWrongKeys = false } = {}) =>
    createMercadoPago(safeFetch, {
      baseUrl: simulator.urls.mercadopago,
      accessToken: hasWrongKeys ? 'wrong' : keys.mercadopago.token,
      webhookSecret: MP_SECRET,
      pageHosts,
    }),
  asaas: ({ hasWrongKeys = false } = {}) =>
    createAsaas(safeFetch, {
      baseUrl: simulator.urls.asaas,
      accessToken: hasWrongKeys ? 'wrong' : keys.asaas.token,
      webhookToken: secrets.asaas ?? '',
      pageHosts,
    }),
};
async function withWebhook(name: ProviderName): Promise<PaymentProvider> {
  if (name === 'mercadopago') simulator.setWebhook(name, hook.url, MP_SECRET);
  else {
    const { secret } = await build[name]().registerWebhook(hook.url);
    if (secret !== undefined) secrets[name] = secret;
  }
  hook.received.length = 0;
  return build[name]();
}
const orderOf = (method: ChargeMethod, more: Partial<Order> = {}): Order => ({
  reference: randomBytes(16).toString('hex'),
  method,
  cents: 9990,
  description: 'Fatura 2026-000123',
  expiresAt: new Date(Date.now() + 3_600_000),
  buyer: { name: 'Ana Prado', document: '52998224725', email: 'ana@example.com' },
  returnUrl: 'https://atendimento.example.com/financeiro',
  ...more,
});
const MS_OF_NEXT_DAY = 86_400_000;
async function received(provider: PaymentProvider) {
  const payments = [];
  const [from, to] = [new Date(Date.now() - MS_OF_NEXT_DAY), new Date(Date.now() + MS_OF_NEXT_DAY)];
  for await (const payment of provider.listReceived(from, to)) payments.push(payment);
  return payments;
}
const methods: [ProviderName, ChargeMethod][] = [
  ['efi', 'pix'],
  ['stripe', 'page'],
  ['mercadopago', 'pix'],
  ['mercadopago', 'page'],
  ['asaas', 'pix'],
  ['asaas', 'page'],
];

describe.each(methods)('%s by %s', (name, method) => {
  const created = async (provider: PaymentProvider, more: Partial<Order> = {}) => {
    const order = orderOf(method, more);
    const { providerId, code } = await provider.create(order);
    return { order, code, charge: { reference: order.reference, method, providerId } };
  };

  it('creates one charge, however often the same order is sent', async () => {
    const provider = build[name]();
    const { order, code, charge } = await created(provider);
    expect(await provider.getStatus(charge)).toEqual({ state: 'open', payments: [] });
    const again = await provider.create(order);
    expect(again.code.length).toBeGreaterThan(10);
    // A second preference of Mercado Pago is harmless: payments are found by the reference.
    if (!(name === 'mercadopago' && method === 'page')) {
      expect(again).toEqual({ providerId: charge.providerId, code });
      expect(await simulator.control.charges()).toHaveLength(1);
    }
  });

  it('finds its charge again after an answer was lost', async () => {
    const provider = build[name]();
    const order = orderOf(method);
    const path = {
      efi: '/v2/cob',
      stripe: '/v1/checkout',
      mercadopago: method === 'pix' ? '/v1/payments' : '/checkout',
      asaas: '/v3/payments',
    }[name];
    await simulator.control.faults(name, {
      calls: { losesResponse: true, times: 1, path: name === 'asaas' ? '/pixQrCode' : path },
    });
    if (name === 'asaas' && method === 'page') await provider.create(order);
    else await expect(provider.create(order)).rejects.toMatchObject({ name: 'ProviderError' });
    await simulator.control.faults(name, {});
    await provider.create(order);
    const charges = await simulator.control.charges();
    expect(new Set(charges.map(({ reference }) => reference))).toEqual(new Set([order.reference]));
    if (!(name === 'mercadopago' && method === 'page')) expect(charges).toHaveLength(1);
  });

  it('reports a payment once, with the id of the payment [PY-02]', async () => {
    const provider = build[name]();
    const { order, charge } = await created(provider);
    const { paymentId } = await simulator.control.pay(charge.providerId);
    const expected = { paymentId, reference: order.reference, cents: 9990, currency: 'BRL', refundedCents: 0 };
    expect(await provider.getStatus(charge)).toMatchObject({ state: 'paid', payments: [expected] });
    expect(await received(provider)).toMatchObject([expected]);
  });

  it('reports the amount that was really paid [PY-03]', async () => {
    const provider = build[name]();
    const { charge } = await created(provider);
    await simulator.control.pay(charge.providerId, { cents: 1 });
    expect((await provider.getStatus(charge)).payments).toMatchObject([{ cents: 1 }]);
  });

  it('finds a payment in the statement that nothing else shows', async () => {
    const provider = build[name]();
    const { order, charge } = await created(provider);
    await simulator.control.pay(charge.providerId, { onlyInStatement: true });
    expect((await provider.getStatus(charge)).state).toBe('open');
    expect(await received(provider)).toMatchObject([{ reference: order.reference, cents: 9990 }]);
  });

  it('cancels an open charge and never a paid one', async () => {
    const provider = build[name]();
    const { charge } = await created(provider);
    expect(await provider.cancel(charge)).toBe('cancelled');
    const { charge: paid } = await created(provider);
    await simulator.control.pay(paid.providerId);
    expect(await provider.cancel(paid)).toBe('paid');
    expect((await provider.getStatus(paid)).state).toBe('paid');
  });

  it('refunds in part and in full, once per key', async () => {
    const provider = build[name]();
    const { charge } = await created(provider);
    const { paymentId } = await simulator.control.pay(charge.providerId);
    const payment = { paymentId, cents: 9990 };
    const key = randomUUID().replaceAll('-', '');
    expect(await provider.refund(payment, 990, key)).toBe('done');
    expect(await provider.refund(payment, 990, key)).toBe('done');
    expect((await provider.getStatus(charge)).payments).toMatchObject([{ refundedCents: 990 }]);
    expect(await provider.refund(payment, 500, randomUUID().replaceAll('-', ''))).toBe('done');
    expect((await provider.getStatus(charge)).payments).toMatchObject([{ refundedCents: 1490 }]);
    await expect(provider.refund(payment, 99_900, randomUUID().replaceAll('-', ''))).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  it('reports disputes, where the provider shows them', async () => {
    const provider = build[name]();
    const { charge } = await created(provider);
    const { paymentId } = await simulator.control.pay(charge.providerId);
    await simulator.control.dispute(paymentId, 'open');
    const [payment] = (await provider.getStatus(charge)).payments;
    expect(payment?.dispute).toBe(name === 'efi' ? undefined : 'open');
  });

  it('recognizes its webhook, and what it is about', async () => {
    const provider = await withWebhook(name);
    const { order, charge } = await created(provider);
    const { paymentId } = await simulator.control.pay(charge.providerId);
    await simulator.control.idle();
    const webhook = hook.received.at(-1)!;
    expect(provider.isAuthentic(webhook)).toBe(true);
    const [hint] = provider.parse(webhook);
    if (name === 'mercadopago') {
      expect(hint).toEqual({ paymentId });
      expect(await provider.findPayment(paymentId)).toMatchObject({ reference: order.reference, cents: 9990 });
    } else expect(hint).toEqual({ reference: order.reference });
  });
});

describe.each(providerNames)('%s', (name) => {
  const [, method] = methods.find(([provider]) => provider === name)!;
  const chargeWith = async (provider: PaymentProvider) => {
    const order = orderOf(method);
    return { order, ...(await provider.create(order)) };
  };

  it('refuses a webhook without its secret, and ignores what it does not know [PY-01]', async () => {
    const provider = await withWebhook(name);
    const unsigned: PaymentWebhook = { key: '', headers: {}, query: new URLSearchParams(), body: Buffer.from('{}') };
    expect(provider.isAuthentic(unsigned)).toBe(false);
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '{"pix":{}}',
      '{"type":"x","data":{"object":{"id":"1"}}}',
      '{"event":"OTHER","payment":{}}',
    ])
      expect(provider.parse({ ...unsigned, body: Buffer.from(body) }), body).toEqual([]);
    if (name === 'efi') return;
    await simulator.control.faults(name, { webhooks: { signature: 'wrong' } });
    const { providerId } = await chargeWith(provider);
    await simulator.control.pay(providerId);
    await simulator.control.idle();
    expect(hook.received.map(provider.isAuthentic)).toEqual([false]);
  });

  it('gives no hint for another account [PY-03]', async () => {
    const provider = await withWebhook(name);
    await simulator.control.faults(name, { webhooks: { isForeign: true } });
    const { order, providerId } = await chargeWith(provider);
    await simulator.control.pay(providerId);
    await simulator.control.idle();
    expect(JSON.stringify(provider.parse(hook.received.at(-1)!))).not.toContain(order.reference);
  });

  it('checks its keys', async () => {
    expect(await build[name]().checkConfiguration()).toBeUndefined();
    expect(await build[name]({ hasWrongKeys: true }).checkConfiguration()).toMatchObject({
      kind: 'configuration',
      status: 401,
    });
  });

  it('distinguishes an unknown outcome from a provider that is down', async () => {
    const provider = build[name]();
    const { order, providerId } = await chargeWith(provider);
    const charge = { reference: order.reference, method, providerId };
    await simulator.control.faults(name, { calls: { status: 503 } });
    await expect(provider.getStatus(charge)).rejects.toMatchObject({ kind: 'unavailable' });
    await simulator.control.faults(name, { calls: { status: 429 } });
    await expect(provider.create(orderOf(method))).rejects.toMatchObject({ kind: 'unavailable' });
    await simulator.control.faults(name, { calls: { isGarbage: true } });
    await expect(provider.getStatus(charge)).rejects.toMatchObject({ name: 'ProviderError' });
  });
});

describe('Stripe', () => {
  /** Charges and disputes as the API lists them. */
  const listing = (charges: object[], disputes: object[] = []) => {
    const sent: { url: string; body: string }[] = [];
    const provider = createStripe(
      (async (url: string, init: { body?: unknown } = {}) => {
        sent.push({ url, body: String(init.body ?? '') });
        const data = url.includes('/v1/charges') ? charges : url.includes('/v1/disputes') ? disputes : [];
        return Response.json(url.includes('/v1/refunds') ? { status: 'succeeded' } : { data, has_more: false });
      }) as unknown as Parameters<typeof createStripe>[0],
      clock,
      { baseUrl: '', privateKey: '', webhookSecret: '', pageHosts },
    );
    return { provider, sent };
  };
  const charge = {
    id: 'ch_1',
    amount: 9990,
    amount_refunded: 0,
    currency: 'brl',
    created: 1_700_000_000,
    paid: true,
    disputed: false,
    payment_intent: null,
  };

  it('lists a charge without an intent by its own id, and returns it by that', async () => {
    const { provider, sent } = listing([charge]);
    expect(await received(provider)).toMatchObject([{ paymentId: 'ch_1', reference: '', cents: 9990 }]);
    await provider.refund({ paymentId: 'ch_1', cents: 9990 }, 500, 'key');
    expect(sent.at(-1)!.body).toBe('charge=ch_1&amount=500');
  });

  it.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['warning_needs_response', 'open'],
    ['warning_closed', 'won'],
    ['prevented', 'won'],
    ['won', 'won'],
    ['lost', 'lost'],
  ])('reads the dispute %s as %s', async (status, dispute) => {
    const { provider, sent } = listing([{ ...charge, disputed: true }], [{ status }]);
    expect(await received(provider)).toMatchObject([{ dispute }]);
    expect(sent.at(-1)!.url).toContain('/v1/disputes?charge=ch_1');
  });
});

it('Mercado Pago: a notification of a chargeback names the payment beside its own id', async () => {
  const provider = await withWebhook('mercadopago');
  const { providerId } = await provider.create(orderOf('page'));
  const { paymentId } = await simulator.control.pay(providerId);
  await simulator.control.dispute(paymentId, 'open');
  await simulator.control.idle();
  const webhook = hook.received.find(({ query }) => query.get('type') === 'topic_chargebacks_wh')!;
  expect(webhook.query.get('data.id')).not.toBe(paymentId);
  expect([provider.isAuthentic(webhook), provider.parse(webhook)]).toEqual([true, [{ paymentId }]]);
});

describe('client certificate', () => {
  const client = { pfx: clientCertificate(), passphrase: '', ca: authority() };

  it('is shown over https only, and required by Efí', async () => {
    await expect(safeFetch(hook.url, { client })).rejects.toMatchObject({ reason: 'scheme' });
    expect(hook.received).toEqual([]);
    const answer = await safeFetch(`${simulator.urls.efi}/oauth/token`, { method: 'POST', client });
    expect(answer.status).toBe(401);
    await expect(safeFetch(`${simulator.urls.efi}/oauth/token`, { method: 'POST' })).rejects.toThrow();
  });
});

describe('signatures [PY-01]', () => {
  it('Stripe: the example of its library, several signatures, and an age limit', () => {
    const at = (time: number) => ({ now: () => new Date(time * 1000) });
    const provider = (time: number) =>
      createStripe(safeFetch, at(time), { baseUrl: '', privateKey: '', webhookSecret: 'whsec_test_balcao', pageHosts });
    const body = Buffer.from('{"id":"evt_1","object":"event","type":"checkout.session.completed"}');
    const signature = 'bc17ccb04025681148c50bf0b198175eaeb45582063f973fb95623cb74b63752';
    const signed = (header: string): PaymentWebhook => ({
      key: '',
      headers: { 'stripe-signature': header },
      query: new URLSearchParams(),
      body,
    });
    expect(provider(1_700_000_100).isAuthentic(signed(`t=1700000000,v1=${signature}`))).toBe(true);
    expect(provider(1_700_000_100).isAuthentic(signed(`t=1700000000,v1=00,v1=${signature},v0=x`))).toBe(true);
    expect(provider(1_700_000_301).isAuthentic(signed(`t=1700000000,v1=${signature}`))).toBe(false);
    expect(provider(1_700_000_100).isAuthentic(signed(`t=1700000001,v1=${signature}`))).toBe(false);
    expect(provider(1_700_000_100).isAuthentic(signed(`v1=${signature}`))).toBe(false);
  });

  it('Mercado Pago: the example of its library', () => {
    const provider = createMercadoPago(safeFetch, {
      baseUrl: '',
      accessToken: '',
      webhookSecret: 'mp_secret',
      pageHosts,
    });
    const webhook = (v1: string): PaymentWebhook => ({
      key: '',
      headers: { 'x-request-id': 'bb56a2f1-6aae-46ac-982e-9dcd3581d08e', 'x-signature': `ts=1742505638683,v1=${v1}` },
      query: new URLSearchParams('data.id=999999999&type=payment'),
      body: Buffer.from('{}'),
    });
    expect(provider.isAuthentic(webhook('b745451a90b83b72e955256d137f47a10a0b7ac0abc615d5f7fb1613b35ca2f3'))).toBe(
      true,
    );
    expect(provider.isAuthentic(webhook('0'.repeat(64)))).toBe(false);
  });
});
