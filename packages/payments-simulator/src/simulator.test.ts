import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectControl } from './client.ts';
import { account, call, callEfi, CONTROL_TOKEN, listen, start } from './simulator.fixture.ts';
import type { PaymentsSimulator } from './simulator.ts';

let simulator: PaymentsSimulator;
let hook: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  simulator = await start();
  hook = await listen();
});
afterAll(async () => {
  await simulator.stop();
  await hook.stop();
});
beforeEach(async () => {
  await simulator.control.reset();
  hook.received.length = 0;
});
const reference = () => randomBytes(16).toString('hex');
const body = () => JSON.parse(hook.received.at(-1)!.body);

describe('Efí', () => {
  const efi = async (method: string, path: string, content?: unknown) => {
    const basic = Buffer.from(`${account.efi.clientId}:${account.efi.clientSecret}`).toString('base64');
    const token = await callEfi(
      'POST',
      `${simulator.urls.efi}/oauth/token`,
      { authorization: `Basic ${basic}` },
      { grant_type: 'client_credentials' },
    );
    return callEfi(
      method,
      simulator.urls.efi + path,
      { authorization: `Bearer ${token.json.access_token}`, 'x-skip-mtls-checking': 'true' },
      content,
    );
  };
  const order = {
    calendario: { expiracao: 3600 },
    valor: { original: '99.90' },
    chave: account.efi.chave,
    solicitacaoPagador: 'Fatura',
  };

  it('refuses a caller without its certificate or with a wrong secret', async () => {
    await expect(callEfi('POST', `${simulator.urls.efi}/oauth/token`, {}, {}, false)).rejects.toThrow();
    expect((await callEfi('POST', `${simulator.urls.efi}/oauth/token`, { authorization: 'Basic x' }, {})).status).toBe(
      401,
    );
    expect((await callEfi('GET', `${simulator.urls.efi}/v2/cob/x`, {})).status).toBe(401);
  });

  it('creates a charge once, is paid, notified and refunded', async () => {
    const txid = reference();
    expect((await efi('PUT', `/v2/webhook/${account.efi.chave}`, { webhookUrl: `${hook.url}?ignorar=` })).status).toBe(
      200,
    );
    const created = await efi('PUT', `/v2/cob/${txid}`, order);
    expect(created).toMatchObject({ status: 201, json: { status: 'ATIVA', txid, valor: { original: '99.90' } } });
    expect(await efi('PUT', `/v2/cob/${txid}`, order)).toMatchObject({ status: 409, json: { nome: 'txid_duplicado' } });
    const { paymentId } = await simulator.control.pay(created.json.pixCopiaECola);
    await simulator.control.idle();
    expect(hook.received.at(-1)!.url).toBe('/hook?ignorar=/pix');
    expect(body()).toMatchObject({ pix: [{ txid, endToEndId: paymentId, valor: '99.90', chave: account.efi.chave }] });
    expect((await efi('GET', `/v2/cob/${txid}`)).json).toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ endToEndId: paymentId }],
    });
    expect((await efi('PATCH', `/v2/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })).status).toBe(400);
    const refund = `/v2/pix/${paymentId}/devolucao/d1`;
    expect((await efi('PUT', refund, { valor: '9.90' })).status).toBe(201);
    expect((await efi('PUT', refund, { valor: '9.90' })).status).toBe(201);
    expect((await efi('PUT', `/v2/pix/${paymentId}/devolucao/d2`, { valor: '90.01' })).status).toBe(400);
    expect((await simulator.control.charges())[0]).toMatchObject({ state: 'paid', payments: [{ refundedCents: 990 }] });
  });

  it.each([
    ['a short txid', 'curto', {}, 400],
    ['an amount as a number', undefined, { valor: { original: 99.9 } }, 400],
    ['the key of another account', undefined, { chave: 'outra@example.com' }, 404],
  ])('refuses %s', async (_, txid, changed, status) => {
    expect((await efi('PUT', `/v2/cob/${txid ?? reference()}`, { ...order, ...changed })).status).toBe(status);
  });

  it('accepts a webhook only at an address that answers 200', async () => {
    hook.answers.push(404);
    const registered = await efi('PUT', `/v2/webhook/${account.efi.chave}`, { webhookUrl: hook.url });
    expect(registered).toMatchObject({ status: 400, json: { nome: 'webhook_invalido' } });
  });
});

describe('Stripe', () => {
  const headers = { authorization: `Bearer ${account.stripe.key}` };
  const order = (id: string, amount = 9990) =>
    new URLSearchParams({
      mode: 'payment',
      'line_items[0][price_data][currency]': 'brl',
      'line_items[0][price_data][unit_amount]': String(amount),
      client_reference_id: id,
    });
  const create = (id: string, amount?: number) =>
    call(
      'POST',
      `${simulator.urls.stripe}/v1/checkout/sessions`,
      { ...headers, 'idempotency-key': id },
      order(id, amount),
    );

  it('repeats its answer for the same key, and refuses another request with it', async () => {
    const id = reference();
    const [first, second] = [await create(id), await create(id)];
    expect(second.json.id).toBe(first.json.id);
    expect(await create(id, 100)).toMatchObject({ status: 400, json: { error: { type: 'idempotency_error' } } });
    expect(await simulator.control.charges()).toHaveLength(1);
  });

  it('signs its webhooks, shows refunds and disputes, and lists charges', async () => {
    const registered = await call(
      'POST',
      `${simulator.urls.stripe}/v1/webhook_endpoints`,
      headers,
      new URLSearchParams({ url: hook.url }),
    );
    const session = (await create(reference())).json;
    const { paymentId } = await simulator.control.pay(session.url);
    await simulator.control.idle();
    const sent = hook.received.at(-1)!;
    const [, t, v1] = /t=(\d+),v1=(\w+)/.exec(sent.headers['stripe-signature']!)!;
    expect(v1).toBe(createHmac('sha256', registered.json.secret).update(`${t}.${sent.body}`).digest('hex'));
    expect(body()).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { payment_status: 'paid', payment_intent: paymentId } },
    });
    await simulator.control.refund(paymentId, 100);
    await simulator.control.dispute(paymentId, 'open');
    await simulator.control.idle();
    const shown = await call(
      'GET',
      `${simulator.urls.stripe}/v1/checkout/sessions/${session.id}?expand[]=payment_intent.latest_charge`,
      headers,
    );
    expect(shown.json.payment_intent.latest_charge).toMatchObject({
      amount_refunded: 100,
      disputed: true,
    });
    const { id: chargeId } = shown.json.payment_intent.latest_charge;
    const disputes = await call('GET', `${simulator.urls.stripe}/v1/disputes?charge=${chargeId}`, headers);
    expect(disputes.json.data).toMatchObject([{ charge: chargeId, status: 'needs_response' }]);
    const listed = await call('GET', `${simulator.urls.stripe}/v1/charges?created[gte]=0&limit=100`, headers);
    expect(listed.json).toMatchObject({ has_more: false, data: [{ payment_intent: paymentId }] });
  });

  it('completes a boleto before it is paid', async () => {
    const session = (await create(reference())).json;
    await simulator.control.pay(session.url, { isPending: true });
    const shown = await call('GET', `${simulator.urls.stripe}/v1/checkout/sessions/${session.id}`, headers);
    expect(shown.json).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
  });
});

describe('Mercado Pago', () => {
  const headers = { authorization: `Bearer ${account.mercadopago.token}` };
  const order = (id: string) => ({
    transaction_amount: 99.9,
    payment_method_id: 'pix',
    external_reference: id,
    payer: { email: 'ana@example.com' },
  });
  const create = (id: string) =>
    call('POST', `${simulator.urls.mercadopago}/v1/payments`, { ...headers, 'x-idempotency-key': id }, order(id));

  it('signs the payment id of its address, and finds a payment by reference', async () => {
    simulator.setWebhook('mercadopago', hook.url, 'mp_secret');
    const id = reference();
    const [created, again] = [await create(id), await create(id)];
    expect(again.json.id).toBe(created.json.id);
    await simulator.control.pay(id);
    await simulator.control.idle();
    const sent = hook.received.at(-1)!;
    const [, ts, v1] = /ts=(\d+),v1=(\w+)/.exec(sent.headers['x-signature']!)!;
    const manifest = `id:${created.json.id};request-id:${sent.headers['x-request-id']};ts:${ts};`;
    expect(v1).toBe(createHmac('sha256', 'mp_secret').update(manifest).digest('hex'));
    expect(sent.url).toBe(`/hook?data.id=${created.json.id}&type=payment`);
    const found = await call(
      'GET',
      `${simulator.urls.mercadopago}/v1/payments/search?external_reference=${id}`,
      headers,
    );
    expect(found.json).toMatchObject({
      paging: { total: 1 },
      results: [{ id: created.json.id, status: 'approved', transaction_amount: 99.9 }],
    });
  });

  it('gives the payment of a preference its own id', async () => {
    const id = reference();
    const preference = await call('POST', `${simulator.urls.mercadopago}/checkout/preferences`, headers, {
      items: [{ unit_price: 50, quantity: 1 }],
      external_reference: id,
    });
    const { paymentId } = await simulator.control.pay(preference.json.init_point);
    const shown = await call('GET', `${simulator.urls.mercadopago}/v1/payments/${paymentId}`, headers);
    expect(shown.json).toMatchObject({ id: Number(paymentId), external_reference: id, status: 'approved' });
  });

  it('requires an idempotency key', async () => {
    expect((await call('POST', `${simulator.urls.mercadopago}/v1/payments`, headers, order('x'))).status).toBe(400);
  });
});

describe('Asaas', () => {
  const headers = { access_token: account.asaas.token, 'user-agent': 'Balcao' };
  const asaas = (method: string, path: string, content?: unknown) =>
    call(method, simulator.urls.asaas + path, headers, content);
  async function create(id: string, billingType = 'PIX') {
    const customer = await asaas('POST', '/customers', {
      name: 'Ana',
      cpfCnpj: '52998224725',
      notificationDisabled: true,
    });
    return asaas('POST', '/payments', {
      customer: customer.json.id,
      billingType,
      value: 99.9,
      dueDate: '2030-01-31',
      externalReference: id,
    });
  }

  it('creates the same charge twice, because it has no idempotency', async () => {
    const id = reference();
    await create(id);
    await create(id);
    expect((await asaas('GET', `/payments?externalReference=${id}`)).json).toMatchObject({ totalCount: 2 });
  });

  it('notifies with its token until the answer is exactly 200', async () => {
    const token = randomBytes(20).toString('hex');
    await asaas('POST', '/webhooks', {
      url: hook.url,
      authToken: token,
      sendType: 'SEQUENTIALLY',
      events: ['PAYMENT_RECEIVED'],
    });
    const created = await create(reference());
    hook.answers.push(201, 500);
    await simulator.control.pay(created.json.id);
    await simulator.control.idle();
    expect(hook.received.map(({ headers: sent }) => sent['asaas-access-token'])).toEqual([token, token, token]);
    const [sent] = await simulator.control.webhooks('asaas');
    expect(sent).toMatchObject({ answers: [201, 500, 200], isDone: true });
    expect(sent!.answerMs.filter((duration) => duration > 0)).toHaveLength(3);
    expect(body()).toMatchObject({
      event: 'PAYMENT_RECEIVED',
      payment: { id: created.json.id, status: 'RECEIVED', value: 99.9 },
    });
    const code = await asaas('GET', `/payments/${created.json.id}/pixQrCode`);
    expect(await simulator.control.findCharge(code.json.payload)).toMatchObject({ id: created.json.id, state: 'paid' });
  });
});

describe('faults', () => {
  const headers = { access_token: account.asaas.token, 'user-agent': 'Balcao' };
  const balance = () => call('GET', `${simulator.urls.asaas}/finance/balance`, headers);

  it('answer with a status for a number of calls', async () => {
    await simulator.control.faults('asaas', { calls: { status: 429, times: 2 } });
    expect([(await balance()).status, (await balance()).status, (await balance()).status]).toEqual([429, 429, 200]);
  });

  it('execute a call and lose its response', async () => {
    await simulator.control.faults('asaas', { calls: { losesResponse: true, path: '/customers' } });
    const customer = { name: 'Ana', cpfCnpj: '52998224725' };
    await expect(call('POST', `${simulator.urls.asaas}/customers`, headers, customer)).rejects.toThrow();
    await simulator.control.faults('asaas', {});
    expect((await call('GET', `${simulator.urls.asaas}/customers?cpfCnpj=52998224725`, headers)).json.totalCount).toBe(
      1,
    );
  });

  it('duplicate, reorder and lose webhooks', async () => {
    simulator.setWebhook('mercadopago', hook.url, 's');
    const pay = async () => {
      const created = await call(
        'POST',
        `${simulator.urls.mercadopago}/checkout/preferences`,
        { authorization: `Bearer ${account.mercadopago.token}` },
        { items: [{ unit_price: 10 }], external_reference: reference() },
      );
      return (await simulator.control.pay(created.json.id)).paymentId;
    };
    await simulator.control.faults('mercadopago', { webhooks: { copies: 3 } });
    await pay();
    await simulator.control.idle();
    expect(hook.received).toHaveLength(3);
    await simulator.control.faults('mercadopago', { webhooks: { isLost: true } });
    await pay();
    await simulator.control.idle();
    expect(hook.received).toHaveLength(3);
    await simulator.control.faults('mercadopago', { webhooks: { isReordered: true } });
    const first = await pay();
    expect(hook.received).toHaveLength(3);
    await pay();
    await simulator.control.idle();
    expect(hook.received).toHaveLength(5);
    expect(hook.received.map(({ url }) => url).join(' ')).toContain(first);
  });

  it('show a payment only in the statement', async () => {
    const created = await call(
      'POST',
      `${simulator.urls.mercadopago}/v1/payments`,
      { authorization: `Bearer ${account.mercadopago.token}`, 'x-idempotency-key': 'k' },
      { transaction_amount: 10, payment_method_id: 'pix', payer: { email: 'a@example.com' }, external_reference: 'r' },
    );
    await simulator.control.pay(String(created.json.id), { onlyInStatement: true });
    const get = (path: string) =>
      call('GET', simulator.urls.mercadopago + path, { authorization: `Bearer ${account.mercadopago.token}` });
    expect((await get(`/v1/payments/${created.json.id}`)).json.status).toBe('pending');
    const today = `begin_date=2020-01-01T00:00:00Z&end_date=2100-01-01T00:00:00Z`;
    expect((await get(`/v1/payments/search?${today}`)).json.results).toHaveLength(1);
  });

  it('are set from another process too', async () => {
    const remote = connectControl(simulator.url, CONTROL_TOKEN);
    await remote.faults('asaas', { calls: { status: 503, times: 1 } });
    expect((await balance()).status).toBe(503);
    expect(await remote.received('asaas')).toMatchObject([{ status: 503, path: '/v3/finance/balance' }]);
    await expect(connectControl(simulator.url, 'wrong').charges()).rejects.toThrow('unauthorized');
    await expect(remote.pay('nothing')).rejects.toThrow('no charge nothing');
  });
});
