import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { providerNames, type ProviderName } from '../../gateways/payments/port.ts';
import { startPayments, webhookSecrets, type PaymentTest } from './payments.fixture.ts';

let test: PaymentTest;
const logs: string[] = [];
beforeAll(async () => {
  test = await startPayments({ env: { LOG_LEVEL: 'trace' }, logTo: (line) => void logs.push(line) });
});
afterAll(() => test.stop());
beforeEach(() => test.reset());

async function addressOf(provider: ProviderName): Promise<string> {
  const { key } = (await test.server.modules.paymentServices.providers.atAddress(provider))!;
  return `/webhooks/payments/${provider}/${key}`;
}
const post = (url: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  test.server.app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  });
const stored = async () =>
  (await test.server.asOwner.query('select provider, state, error, attempts from payment_inbox order by id')).rows;
const clear = () => test.server.asOwner.query('delete from payment_inbox');
const stripeSignature = (body: string, time = Math.floor(Date.now() / 1000), secret = webhookSecrets.stripe) =>
  `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;

describe('a webhook of a payment provider', () => {
  beforeEach(clear);

  it('is refused without its address or its authentication, and nothing is stored', async () => {
    const body = '{"id":"evt_1"}';
    const stale = Math.floor(Date.now() / 1000) - 301;
    const [stripe, asaas, mercadopago] = [
      await addressOf('stripe'),
      await addressOf('asaas'),
      await addressOf('mercadopago'),
    ];
    const cases: [string, number, Promise<{ statusCode: number }>][] = [
      ['unknown provider', 404, post(stripe.replace('stripe', 'paypal'), body)],
      ['wrong key', 404, post('/webhooks/payments/stripe/wrong', body)],
      ['no key', 404, post('/webhooks/payments/stripe', body)],
      ['wrong key of Efí', 404, post('/webhooks/payments/efi/wrong/pix', '{"pix":[]}')],
      ['Stripe without signature', 401, post(stripe, body)],
      ['Stripe with a wrong one', 401, post(stripe, body, { 'stripe-signature': stripeSignature('other') })],
      ['Stripe with an old one', 401, post(stripe, body, { 'stripe-signature': stripeSignature(body, stale) })],
      ['Asaas without token', 401, post(asaas, body)],
      ['Asaas with a wrong token', 401, post(asaas, body, { 'asaas-access-token': 'wrong' })],
      ['Mercado Pago without signature', 401, post(`${mercadopago}?data.id=1`, body)],
      ['Mercado Pago as IPN', 401, post(`${mercadopago}?topic=payment&id=1`, body)],
      ['a body that is too large', 413, post(await addressOf('efi'), Buffer.alloc(300_000, 32))],
    ];
    for (const [name, status, answer] of cases) expect((await answer).statusCode, name).toBe(status);
    expect(await stored()).toEqual([]);
  });

  it('is stored once, however often the same bytes arrive, and answered with 200', async () => {
    const body = JSON.stringify({ pix: [] });
    const url = await addressOf('efi');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(url, body)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await stored()).toHaveLength(1);
    await post(`${url}?ignorar=/pix`, body);
    await post(`${url}/pix`, body);
    expect(await stored()).toHaveLength(2);
  });

  it('of Efí without content is the test of the address, and is not stored', async () => {
    expect((await post(await addressOf('efi'), '')).statusCode).toBe(200);
    expect(await stored()).toEqual([]);
  });

  it('without a hint is done; one that names no charge of ours waits for a super user', async () => {
    const url = await addressOf('efi');
    await post(url, '{"pix":[{"txid":');
    await post(url, JSON.stringify({ pix: [{ txid: 'a'.repeat(32), chave: 'outra@example.com' }] }));
    await post(url, JSON.stringify({ pix: [{ txid: 'b'.repeat(32), chave: 'pix@example.com' }] }));
    await test.server.modules.paymentServices.inbox.sweep();
    expect(await stored()).toMatchObject([{ state: 'done' }, { state: 'done' }, { state: 'quarantined' }]);
    const { payloads, counts } = (await test.owner.request('GET', '/payments/to-check')).json();
    expect(payloads).toMatchObject([{ provider: 'efi', problem: 'unknown', error: '' }]);
    expect(counts.payloads).toBe(1);
    const discard = () => test.owner.request('DELETE', `/payments/payloads/${payloads[0].id}`);
    expect((await discard()).statusCode).toBe(200);
    expect((await discard()).json()).toMatchObject({ error: 'ERR_QUARANTINE_NOT_FOUND' });
  });

  it('whose provider cannot be asked is retried, quarantined after 20 attempts, and can be put back [PY-10]', async () => {
    const { admin, invoice, providerId } = await test.createCharge('asaas');
    await test.simulator.control.faults('asaas', { calls: { status: 503 } });
    await test.simulator.control.pay(providerId);
    const { inbox } = test.server.modules.paymentServices;
    const again = () => test.server.asOwner.query('update payment_inbox set next_try_at = now()');
    await test.processWebhooks();
    await inbox.sweep();
    expect(await stored()).toMatchObject([{ state: 'waiting', attempts: 1, error: 'Erro 503' }]);
    await test.server.asOwner.query('update payment_inbox set attempts = 19');
    await again();
    await inbox.sweep();
    expect(await stored()).toMatchObject([{ state: 'quarantined', attempts: 20 }]);
    expect(await test.server.metrics.text()).toMatch(/^quarantined_payments 1$/m);
    const { payloads } = (await test.owner.request('GET', '/payments/to-check')).json();
    expect(payloads).toMatchObject([{ problem: 'failed', error: 'Erro 503', attempts: 20 }]);
    await test.simulator.control.faults('asaas', {});
    expect((await test.owner.request('POST', `/payments/payloads/${payloads[0].id}/put-back`)).statusCode).toBe(200);
    await inbox.sweep();
    expect(await stored()).toMatchObject([{ state: 'done' }]);
    expect(await test.outcome(admin.companyId, invoice.id)).toMatchObject({ state: 'paid', extensions: 1 });
  });

  it.each(['waiting', 'done', 'quarantined'])('that is %s is removed after eight days [LG-08]', async (state) => {
    const url = await addressOf('efi');
    for (const n of [1, 2]) await post(url, JSON.stringify({ pix: [], n }));
    await test.server.asOwner.query(
      `update payment_inbox set state = $1, received_at = now() - make_interval(days => case when id = (select max(id) from payment_inbox)
         then 7 else 9 end)`,
      [state],
    );
    await test.server.modules.paymentServices.inbox.prune();
    expect(await stored()).toMatchObject([{ state }]);
  });
});

it('stores and logs neither keys, signatures nor tokens [SE-01]', async () => {
  for (const provider of providerNames) {
    const { providerId } = await test.createCharge(provider);
    await test.simulator.control.pay(providerId);
  }
  await test.processWebhooks();
  await test.simulator.control.faults('stripe', { calls: { status: 401 } });
  await test.owner.request('POST', '/payments/providers/stripe/test');
  const { key } = (await test.server.modules.paymentServices.providers.atAddress('stripe'))!;
  const { rows } = await test.server.asOwner.query(
    `select p::text as text from payment_inbox p union all select c::text from charges c
     union all select l::text from payment_ledger l union all select s::text from payment_providers s
     union all select a::text from audit_log a union all select e.data::text from event_log e
     union all select s::text from platform_settings s union all select j.data::text from jobs.job j`,
  );
  const dump = rows.map(({ text }: { text: string }) => text).join('\n') + logs.join('\n');
  expect(logs.length).toBeGreaterThan(0);
  for (const secret of [...Object.values(webhookSecrets), key, 'sk_test_0123456789', 'Client_Secret_1'])
    expect(dump, secret).not.toContain(secret);
});
