import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { providerUrls, settingValues, startSimulator } from './payments.fixture.ts';

let server: TestServer;
let owner: Caller;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
/** Stands before the server, so that its public address is known before it starts. */
const front = createServer(async (request, response) => {
  const payload = Buffer.concat(await request.toArray());
  const answer = await server.app.inject({
    method: request.method as 'POST',
    url: request.url!,
    headers: request.headers as Record<string, string>,
    payload,
  });
  response.writeHead(answer.statusCode).end(answer.body);
});
beforeAll(async () => {
  simulator = await startSimulator();
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  server = await startTestServer({ env: { ...providerUrls(simulator), PUBLIC_URL: publicUrl } });
  owner = await server.createSuperUser();
  await server.modules.paymentServices.providers.start();
});
afterAll(async () => {
  await server.stop();
  await simulator.stop();
  front.close();
});

interface View {
  name: string;
  state: string;
  missing: string[];
  webhookUrl: string | null;
  webhookBy: string;
  lastError: { message: string } | null;
  keys: { key: string; isSet: boolean; last4: string }[];
}
const overview = async () => (await owner.request('GET', '/payments/providers')).json();
const viewOf = async (name: string): Promise<View> =>
  (await overview()).providers.find((provider: View) => provider.name === name);
const save = (key: string, value: string) => owner.request('PUT', `/settings/${key}`, { key, value });
const act = async (name: string, what: 'webhook' | 'test') =>
  (await owner.request('POST', `/payments/providers/${name}/${what}`)).json();

describe('a payment provider [M-305]', () => {
  it('is off without keys, and incomplete while one is missing, which it names', async () => {
    expect((await overview()).isSimulated).toBe(false);
    for (const name of ['efi', 'stripe', 'mercadopago', 'asaas'])
      expect(await viewOf(name)).toMatchObject({ state: 'off', missing: [] });
    const values = settingValues();
    await save('eficlientid', values['eficlientid']!);
    expect(await viewOf('efi')).toMatchObject({
      state: 'incomplete',
      missing: ['eficlientsecret', 'efichavepix', 'eficertificate', 'efiwebhooksecret'],
    });
    for (const key of ['eficlientsecret', 'efichavepix', 'eficertificate']) await save(key, values[key]!);
    for (const key of ['stripeprivatekey', 'asaastoken', 'mpaccesstoken']) await save(key, values[key]!);
    expect((await viewOf('efi')).missing).toEqual(['efiwebhooksecret']);
    expect((await viewOf('stripe')).missing).toEqual(['stripewebhooksecret']);
    expect((await viewOf('asaas')).missing).toEqual(['asaaswebhooktoken']);
    expect((await viewOf('mercadopago')).missing).toEqual(['mpwebhooksecret']);
    expect(await server.modules.paymentServices.charges.payments.methods()).toEqual([]);
  });

  it('is ready once its webhook is registered here', async () => {
    for (const name of ['efi', 'stripe', 'asaas']) {
      expect(await act(name, 'webhook'), name).toMatchObject({
        isWorking: true,
        problem: null,
        provider: { name, state: 'ready', missing: [], webhookBy: 'server' },
      });
      const { webhookUrl } = await viewOf(name);
      expect(webhookUrl).toMatch(new RegExp(`/webhooks/payments/${name}/[\\w-]{32}$`));
    }
    expect(await server.modules.paymentServices.charges.payments.methods()).toEqual(['pix', 'stripe', 'asaas']);
  });

  it('is entered by a person at Mercado Pago, with the address shown here', async () => {
    expect(await act('mercadopago', 'webhook')).toMatchObject({ error: 'ERR_WEBHOOK_BY_HAND' });
    const { webhookUrl, webhookBy } = await viewOf('mercadopago');
    expect([webhookBy, webhookUrl]).toEqual(['person', expect.stringMatching(/\/webhooks\/payments\/mercadopago\//)]);
    await save('mpwebhooksecret', settingValues()['mpwebhooksecret']!);
    expect(await viewOf('mercadopago')).toMatchObject({ state: 'ready' });
  });

  it('is tested with its keys; an error is shown until it works again', async () => {
    for (const name of ['efi', 'stripe', 'mercadopago', 'asaas'])
      expect(await act(name, 'test'), name).toMatchObject({ isWorking: true, problem: null });
    await save('eficlientsecret', 'wrong-client-secret');
    expect(await act('efi', 'test')).toMatchObject({
      isWorking: false,
      problem: { kind: 'configuration', message: 'Invalid or inactive credentials' },
      provider: { state: 'failing', lastError: { message: 'Invalid or inactive credentials' } },
    });
    await save('eficlientsecret', settingValues()['eficlientsecret']!);
    expect(await act('efi', 'test')).toMatchObject({ isWorking: true, provider: { state: 'ready' } });
  });

  it('with a certificate that cannot be read fails its test, and nothing else', async () => {
    const values = settingValues();
    await save('eficertificate', Buffer.from('no certificate').toString('base64'));
    expect(await act('efi', 'test')).toMatchObject({ isWorking: false, provider: { state: 'failing' } });
    expect(await viewOf('stripe')).toMatchObject({ state: 'ready' });
    await save('eficertificate', values['eficertificate']!);
    expect(await act('efi', 'test')).toMatchObject({ isWorking: true });
  });

  it('shows of its keys only whether they are set, and their last characters [SE-01]', async () => {
    const answer = await owner.request('GET', '/payments/providers');
    for (const [key, value] of Object.entries(settingValues()))
      if (key !== 'efiwebhooksecret') expect(answer.body, key).not.toContain(value);
    const certificate = (await viewOf('efi')).keys.find(({ key }) => key === 'eficertificate');
    expect(certificate).toEqual({ key: 'eficertificate', isSet: true, last4: '' });
  });

  it('for PIX is chosen by an order that names known providers once', async () => {
    expect((await overview()).pixOrder).toEqual(['efi', 'mercadopago', 'asaas']);
    expect((await save('pixproviderorder', 'asaas,efi')).statusCode).toBe(200);
    expect((await overview()).pixOrder).toEqual(['asaas', 'efi', 'mercadopago']);
    for (const wrong of ['stripe', 'efi,efi', 'efi;asaas', ''])
      expect((await save('pixproviderorder', wrong)).statusCode, wrong).toBe(400);
    expect((await save('paymentsenvironment', 'test')).statusCode).toBe(200);
    expect((await save('paymentsenvironment', 'staging')).statusCode).toBe(400);
    expect((await overview()).environment).toBe('test');
  });
});
