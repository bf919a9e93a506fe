import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '@balcao/bot-simulator/control';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createLimits } from '../../infrastructure/limits/limits.ts';
import {
  createIntegration,
  dialogflow,
  errorOf,
  HEADER,
  startIntegrationServer,
  startReceiver,
  testOf,
  typebot,
  type IntegrationServer,
} from './integrations.fixture.ts';

let service: IntegrationServer;
beforeAll(async () => {
  service = await startIntegrationServer();
});
afterAll(() => service.stop());
beforeEach(() => service.simulator.control.reset());

describe('a test call', () => {
  it('of a Typebot shows what the bot says first', async () => {
    const admin = await service.server.createAdmin();
    const integration = await createIntegration(admin, typebot(service));
    expect(await testOf(admin, integration)).toEqual({
      outcome: 'done',
      reason: null,
      status: null,
      replies: [{ type: 'text', text: 'Olá, *Maria Silva*!\nEscolha um assunto.' }],
      choices: ['Vendas', 'Suporte', 'Sair'],
      ms: expect.any(Number),
    });
  });

  it('of Dialogflow shows its answer; Google sees no number [M-278]', async () => {
    const admin = await service.server.createAdmin();
    await service.simulator.control.script([{ contains: 'horário', reply: 'Das 9h às 18h.' }]);
    const integration = await createIntegration(admin, dialogflow(service));
    const tested = await testOf(admin, integration, 'Qual é o horário?');
    expect(tested).toMatchObject({ outcome: 'done', replies: [{ type: 'text', text: 'Das 9h às 18h.' }] });
    const unsaved = await admin.request('POST', '/queueIntegration/testsession', {
      ...dialogflow(service),
      language: 'pt-BR',
    });
    expect([unsaved.statusCode, unsaved.json()]).toEqual([200, { messages: ['Você escreveu: Olá'] }]);
    expect(JSON.stringify(await service.simulator.control.received('dialogflow'))).not.toContain('5511999990000');
  });

  it('of a flow says whether it can start', async () => {
    const admin = await service.server.createAdmin();
    const flow = (await admin.request('POST', '/flowbuilder', { name: 'Recepção' })).json<{ id: number }>();
    const integration = await createIntegration(admin, { type: 'flowbuilder', flowId: flow.id });
    expect(integration.flow).toEqual({ id: flow.id, name: 'Recepção' });
    expect(await testOf(admin, integration)).toMatchObject({ outcome: 'failed', reason: 'notConfigured' });
    const published = await admin.request('POST', `/flowbuilder/${flow.id}/publish`, { rev: 1, note: '' });
    expect(published.statusCode, published.body).toBe(200);
    expect(await testOf(admin, integration)).toMatchObject({ outcome: 'done', replies: [] });
  });

  it.each<[Fault['type'], string]>([
    ['key', 'key'],
    ['down', 'down'],
    ['html', 'unreadable'],
    ['badJson', 'unreadable'],
    ['large', 'tooLarge'],
  ])('of a bot with the fault «%s» fails with «%s»', async (type, reason) => {
    const admin = await service.server.createAdmin();
    const bots = [
      await createIntegration(admin, typebot(service)),
      await createIntegration(admin, dialogflow(service)),
    ];
    for (const name of ['typebot', 'dialogflow'] as const) await service.simulator.control.fault(name, { type });
    for (const bot of bots) expect(await testOf(admin, bot)).toMatchObject({ outcome: 'failed', reason, replies: [] });
  });

  it('with a service account that Google does not accept names the reason [M-278]', async () => {
    const admin = await service.server.createAdmin();
    await service.simulator.control.fault('token', { type: 'key' });
    const integration = await createIntegration(admin, dialogflow(service));
    expect(await testOf(admin, integration)).toMatchObject({ outcome: 'failed', reason: 'key' });
    const fields = dialogflow(service);
    const refused = await admin.request('POST', '/queueIntegration/testSession', fields);
    expect(errorOf(refused)).toEqual([400, 'ERR_TEST_SESSION_DIALOG']);
    await service.simulator.control.fault('token', null);
    await service.simulator.control.fault('dialogflow', { type: 'down' });
    const silent = await admin.request('POST', '/queueIntegration/testSession', fields);
    expect(errorOf(silent)).toEqual([400, 'ERR_TEST_REPLY_DIALOG']);
  });

  it('is made sixty times by a user in five minutes, not more [SS-10]', async () => {
    const admin = await service.server.createAdmin();
    const integration = await createIntegration(admin, typebot(service));
    await testOf(admin, integration);
    const limits = createLimits({ db: service.server.db });
    const counted = {
      limit: 'calls of services in tests of a user',
      of: `${admin.companyId} ${admin.user.id}`,
    } as const;
    for (let uses = 1; uses < 60; uses += 1) await limits.use(counted);
    const made = async () => (await service.simulator.control.received('typebot')).length;
    const before = await made();
    const tests = [
      [`/queueIntegration/${integration.id}/test`, { text: 'oi' }],
      ['/queueIntegration/testsession', { ...dialogflow(service), language: 'pt-BR' }],
    ] as const;
    for (const [path, body] of tests)
      expect(errorOf(await admin.request('POST', path, body))).toEqual([429, 'ERR_TOO_MANY_TRIES']);
    expect(await made()).toBe(before);
  });

  it('is refused to agents and other companies [SS-10]', async () => {
    const admin = await service.server.createAdmin();
    const agent = await service.server.createAgent(admin.companyId);
    const other = await service.server.createAdmin();
    const { id } = await createIntegration(admin, typebot(service));
    const fields = dialogflow(service);
    expect(errorOf(await agent.request('POST', '/queueIntegration/testSession', fields))[0]).toBe(403);
    expect(errorOf(await agent.request('POST', `/queueIntegration/${id}/test`, {}))[0]).toBe(403);
    expect(errorOf(await other.request('POST', `/queueIntegration/${id}/test`, {}))).toEqual([
      404,
      'ERR_NO_DIALOG_FOUND',
    ]);
    expect(await service.simulator.control.received()).toEqual([]);
  });
});

describe('a webhook', () => {
  it('is signed so that the receiver finds a repetition and a change [IG-03]', async () => {
    const admin = await service.server.createAdmin();
    const hook = await createIntegration(admin, { type: 'webhook', urlN8N: 'https://n8n.example.com/w' });
    const receiver = await startReceiver(hook.signingSecret!);
    try {
      const change = { urlN8N: receiver.urls.webhook, headerName: HEADER.name, headerValue: HEADER.value };
      await admin.request('PUT', `/queueIntegration/${hook.id}`, change);
      expect(await testOf(admin, hook, 'Teste do painel')).toMatchObject({ outcome: 'done', status: 200 });
      const [delivery] = await receiver.control.deliveries();
      expect(delivery).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        result: 'valid',
        body: {
          version: 1,
          event: 'test',
          deliveryId: delivery!.id,
          company: { id: admin.companyId },
          message: { text: 'Teste do painel' },
        },
      });
      const [sent] = await receiver.control.received('webhook');
      const again = (body: string, headers: Record<string, string>) =>
        fetch(receiver.urls.webhook, { method: 'POST', body, headers });
      const headers = Object.fromEntries(
        Object.entries(sent!.headers).filter(([name]) => name.startsWith('x-') || name === 'content-type'),
      );
      const body = String(sent!.body);
      await again(body, headers);
      await again(body.replace('painel', 'palco'), headers);
      const old = Math.floor(Date.now() / 1000) - 600;
      const digest = createHmac('sha256', hook.signingSecret!).update(`${old}.${body}`).digest('hex');
      await again(body, { ...headers, 'x-balcao-signature': `t=${old},v1=${digest}` });
      const results = (await receiver.control.deliveries()).map(({ result }) => result);
      expect(results).toEqual(['valid', 'repeated', 'wrong', 'stale']);

      await admin.request('POST', `/queueIntegration/${hook.id}/secret`);
      expect(await testOf(admin, hook)).toMatchObject({ outcome: 'failed', reason: 'key', status: 401 });
    } finally {
      await receiver.stop();
    }
  });
});

describe('addresses of our own network', () => {
  let guarded: TestServer;
  beforeAll(async () => {
    guarded = await startTestServer({});
  });
  afterAll(() => guarded.stop());

  it.each([
    'http://127.0.0.1:{port}',
    'http://127.1:{port}',
    'http://2130706433:{port}',
    'http://[::1]:{port}',
    'http://[::ffff:127.0.0.1]:{port}',
    'http://localhost:{port}',
    'http://10.0.0.5',
    'http://169.254.169.254',
    'http://100.64.0.1',
    'http://metadata.google.internal',
  ])('%s is not called by a test [SS-01] [SS-12]', async (template) => {
    const admin = await guarded.createAdmin();
    const address = template.replace('{port}', new URL(service.simulator.url).port);
    const bots = [
      await createIntegration(admin, { ...typebot(service), urlN8N: `${address}/typebot` }),
      await createIntegration(admin, { type: 'webhook', urlN8N: `${address}/webhook` }),
    ];
    for (const bot of bots) {
      const tested = await testOf(admin, bot);
      expect(tested.outcome).toBe('failed');
      expect(['address', 'unreachable']).toContain(tested.reason);
    }
    expect(await service.simulator.control.received()).toEqual([]);
  });

  it('answer alike, whether a port is open, closed or returns a body [SS-09]', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const closedPort = (closed.address() as AddressInfo).port;
    closed.close();
    await once(closed, 'close');
    const admin = await guarded.createAdmin();
    const { port } = new URL(service.simulator.url);
    for (const type of ['typebot', 'webhook'] as const) {
      const answers = new Set<string>();
      for (const address of [`127.0.0.1:${port}`, `127.0.0.1:${closedPort}`, '127.0.0.1', '127.0.0.1:22', '10.0.0.5']) {
        const fields = type === 'typebot' ? typebot(service) : { type };
        const bot = await createIntegration(admin, { ...fields, urlN8N: `http://${address}/${type}` });
        const { ms, ...answer } = await testOf(admin, bot);
        expect(ms).toBeLessThan(5_000);
        answers.add(JSON.stringify(answer));
      }
      expect([...answers]).toEqual([expect.stringContaining('"reason":"address"')]);
    }
  });

  it('in a failed call outside show neither the body nor the reason of the network [SS-09]', async () => {
    const answering = createServer((_, response) => response.writeHead(500).end('canario-do-corpo')).listen(
      0,
      '127.0.0.1',
    );
    await once(answering, 'listening');
    try {
      const admin = await service.server.createAdmin();
      const url = `http://127.0.0.1:${(answering.address() as AddressInfo).port}/canario`;
      for (const fields of [
        { ...typebot(service), urlN8N: url },
        { type: 'webhook', urlN8N: url },
      ]) {
        const bot = await createIntegration(admin, fields);
        const tested = await testOf(admin, bot);
        expect(tested).toMatchObject({ outcome: 'failed', reason: 'down', replies: [] });
        expect(JSON.stringify(tested)).not.toMatch(/canario|ECONN|127\.0/);
      }
    } finally {
      answering.close();
    }
  });
});
