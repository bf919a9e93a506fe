import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Integration, SavedIntegration } from '@balcao/contract/endpoints/integrations';
import { countRowsPerTransaction } from '../../../test/fixtures/transaction-sizes.ts';
import { openSocket } from '../../../test/sockets.ts';
import { createConnection } from '../connections/connections.fixture.ts';
import {
  createIntegration,
  dialogflow,
  errorOf,
  HEADER,
  startIntegrationServer,
  typebot,
  type IntegrationServer,
} from './integrations.fixture.ts';

let service: IntegrationServer;
const logLines: string[] = [];
beforeAll(async () => {
  service = await startIntegrationServer({ logTo: (line) => logLines.push(line), env: { LOG_LEVEL: 'debug' } });
});
afterAll(() => service.stop());
const newAdmin = (plan: object = {}) => service.server.createAdmin({ plan });
const HOOK = 'https://n8n.example.com/webhook/1';

describe('integrations', () => {
  it('have the defaults of the specification, and are shown live to everybody by name and type only [M-276] [M-277]', async () => {
    const admin = await newAdmin();
    const agent = await service.server.createAgent(admin.companyId);
    const [screen, plain] = [await openSocket(service.server, admin), await openSocket(service.server, agent)];
    const answer = await admin.request('POST', '/queueIntegration', {
      type: 'typebot',
      name: ' Pré-atendimento ',
      urlN8N: 'https://viewer.example.com',
      typebotSlug: 'pre',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { signingSecret, ...integration } = answer.json<SavedIntegration>();
    expect(signingSecret).toBeNull();
    expect(integration).toEqual({
      id: expect.any(Number),
      name: 'Pré-atendimento',
      type: 'typebot',
      projectName: '',
      serviceAccountEmail: null,
      language: 'pt-BR',
      urlN8N: 'https://viewer.example.com',
      typebotSlug: 'pre',
      typebotDelayMessage: 1000,
      typebotExpires: 1,
      typebotKeywordFinish: '',
      typebotKeywordRestart: '',
      typebotRestartMessage: '',
      typebotUnknownMessage: '',
      flowId: null,
      flow: null,
      headerName: '',
      hasHeaderValue: false,
      signingSecretLast4: null,
      breaker: { isOpen: false, until: null, lastReason: null },
      lastCall: null,
      usedBy: { connections: [], queues: [], options: [], flows: [] },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const brief = { id: integration.id, name: integration.name, type: 'typebot' };
    expect(await screen.waitFor('queueIntegration')).toEqual({ action: 'create', queueIntegration: integration });
    expect(await plain.waitFor('queueIntegration')).toEqual({ action: 'create', queueIntegration: brief });
    const found = await admin.request('GET', '/queueIntegration/?searchParam=pre-');
    expect(found.json()).toEqual({ queueIntegrations: [integration], count: 1, hasMore: false, failingCount: 0 });
    const picked = await agent.request('GET', '/queueIntegration');
    expect(picked.json()).toEqual({ queueIntegrations: [brief], count: 1, hasMore: false, failingCount: 0 });
    expect(errorOf(await agent.request('GET', `/queueIntegration/${integration.id}`))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ]);
  });

  it('are listed the newest first in pages, changed with 201 and removed without a body [M-278]', async () => {
    const admin = await newAdmin();
    const saved: SavedIntegration[] = [];
    for (let n = 0; n < 21; n++) saved.push(await createIntegration(admin, { type: 'flowbuilder' }));
    const pageOf = async (number: number) =>
      (await admin.request('GET', `/queueIntegration?pageNumber=${number}`)).json<{
        queueIntegrations: Integration[];
        count: number;
        hasMore: boolean;
      }>();
    const [first, second] = [await pageOf(1), await pageOf(2)];
    expect([first.count, first.hasMore, second.count, second.hasMore]).toEqual([21, true, 21, false]);
    expect([...first.queueIntegrations, ...second.queueIntegrations].map(({ id }) => id)).toEqual(
      saved.map(({ id }) => id).toReversed(),
    );
    const { id } = saved[0]!;
    const screen = await openSocket(service.server, admin);
    const changed = await admin.request('PUT', `/queueIntegration/${id}`, { name: 'Outro nome' });
    expect([changed.statusCode, changed.json<Integration>().name]).toEqual([201, 'Outro nome']);
    const updated = await screen.waitFor('queueIntegration', ({ action }) => action === 'update');
    expect(updated).toMatchObject({ action: 'update', queueIntegration: { id } });
    const removed = await admin.request('DELETE', `/queueIntegration/${id}`);
    expect([removed.statusCode, removed.body]).toEqual([200, '']);
    expect(await screen.waitFor('queueIntegration', ({ action }) => action === 'delete')).toEqual({
      action: 'delete',
      integrationId: id,
    });
    expect(errorOf(await admin.request('GET', `/queueIntegration/${id}`))).toEqual([404, 'ERR_NO_DIALOG_FOUND']);
  });

  it.each([
    ['a short name', { name: 'B' }, 'name', 'tooShort'],
    ['a long name', { name: 'x'.repeat(51) }, 'name', 'tooLong'],
    ['no name', { name: undefined }, 'name', 'required'],
    ['an unknown type', { type: 'outro' }, 'type', 'choice'],
    ['an unknown language', { language: 'fr' }, 'language', 'choice'],
    ['no address', { urlN8N: '' }, 'urlN8N', 'required'],
    ['an address with a user name', { urlN8N: 'https://a@b.example/v1' }, 'urlN8N', 'invalid'],
    ['an address that is no web address', { urlN8N: 'file:///etc/passwd' }, 'urlN8N', 'invalid'],
    ['no bot', { type: 'typebot', typebotSlug: '' }, 'typebotSlug', 'required'],
    ['a bot in another folder', { type: 'typebot', typebotSlug: '../x' }, 'typebotSlug', 'invalid'],
    ['no project', { type: 'dialogflow', jsonContent: undefined }, 'projectName', 'required'],
    ['a header that we set', { headerName: 'Host', headerValue: 'x' }, 'headerName', 'invalid'],
    ['our own signature', { headerName: 'X-Balcao-Signature', headerValue: 'x' }, 'headerName', 'invalid'],
    ['a header with a line break [SS-14]', { headerName: 'x-a', headerValue: 'a\r\nb: c' }, 'headerValue', 'invalid'],
    ['a header without a value', { headerName: 'x-a' }, 'headerValue', 'required'],
    ['an unknown flow', { type: 'flowbuilder', flowId: 999_999 }, 'flowId', 'unknown'],
  ])('refuse %s [M-277]', async (_, fields, field, rule) => {
    const admin = await newAdmin();
    const answer = await admin.request('POST', '/queueIntegration', {
      type: 'webhook',
      name: 'Avisos',
      urlN8N: HOOK,
      ...fields,
    });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json()).toMatchObject({
      error: 'ERR_VALIDATION',
      fields: expect.arrayContaining([{ field, rule, message: expect.any(String) }]),
    });
  });

  it('need a plan with integrations, and the names stay visible to pickers [M-276]', async () => {
    const admin = await newAdmin({ useIntegrations: false });
    const body = { type: 'webhook', name: 'Avisos', urlN8N: HOOK };
    expect(errorOf(await admin.request('POST', '/queueIntegration', body))).toEqual([403, 'ERR_NO_PERMISSION']);
    const list = await admin.request('GET', '/queueIntegration');
    expect(list.json()).toEqual({ queueIntegrations: [], count: 0, hasMore: false, failingCount: 0 });
  });

  it('with a name in use are refused', async () => {
    const admin = await newAdmin();
    await createIntegration(admin, { type: 'flowbuilder', name: 'Recepção' });
    const answer = await admin.request('POST', '/queueIntegration', { type: 'flowbuilder', name: 'RECEPCAO' });
    expect(errorOf(answer)).toEqual([409, 'ERR_INTEGRATION_NAME_TAKEN']);
  });

  it('in use are not deleted; connections, queues and options name them [M-138] [M-141] [M-181] [M-279]', async () => {
    const admin = await newAdmin();
    const { id } = await createIntegration(admin, { type: 'webhook', urlN8N: HOOK });
    const connection = await createConnection(admin, { provider: 'sandbox', integrationId: id });
    expect(connection.integrationId).toBe(id);
    const queue = await admin.request('POST', '/queue', {
      name: 'Vendas',
      color: '#123456',
      integrationId: id,
      chatbots: [{ name: 'Falar com o robô', queueType: 'integration', optIntegrationId: id }],
    });
    expect(queue.statusCode, queue.body).toBe(200);
    const saved = (await admin.request('GET', `/queue/${queue.json<{ id: number }>().id}`)).json<{
      id: number;
      integrationId: number;
      chatbots: { id: number; optIntegrationId: number }[];
    }>();
    expect(saved).toMatchObject({ integrationId: id, chatbots: [{ optIntegrationId: id }] });
    const refused = await admin.request('DELETE', `/queueIntegration/${id}`);
    expect(errorOf(refused)).toEqual([409, 'ERR_INTEGRATION_IN_USE']);
    const option = { id: saved.chatbots[0]!.id, name: 'Falar com o robô', queueId: saved.id, queueName: 'Vendas' };
    expect(JSON.parse(refused.json<{ error: string }>().error)).toEqual({
      connections: [{ id: connection.id, name: connection.name }],
      queues: [{ id: saved.id, name: 'Vendas' }],
      options: [option],
      flows: [],
    });
    await admin.request('PUT', `/whatsapp/${connection.id}`, { integrationId: '' });
    await admin.request('PUT', `/queue/${saved.id}`, { integrationId: '', chatbots: [] });
    expect((await admin.request('DELETE', `/queueIntegration/${id}`)).statusCode).toBe(200);
  });

  it('of another company are unknown to connections, queues and options', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const { id } = await createIntegration(other, { type: 'webhook', urlN8N: HOOK });
    const unknown = (field: string) => ({ error: 'ERR_VALIDATION', fields: [{ field, rule: 'unknown' }] });
    const connection = await admin.request('POST', '/whatsapp', {
      name: 'Matriz',
      provider: 'sandbox',
      integrationId: id,
    });
    expect(connection.json()).toMatchObject(unknown('integrationId'));
    const queue = await admin.request('POST', '/queue', { name: 'Vendas', color: '#123456', integrationId: id });
    expect(queue.json()).toMatchObject(unknown('integrationId'));
    const option = { name: 'Robô', queueType: 'integration', optIntegrationId: id };
    const tree = await admin.request('POST', '/queue', { name: 'Vendas', color: '#123456', chatbots: [option] });
    expect(tree.json()).toMatchObject(unknown('optIntegrationId'));
  });
});

describe('a ticket', () => {
  it('names the integration that it is with, until that is deleted [M-279]', async () => {
    const company = await service.createConnectedCompany();
    const { admin } = company;
    const bot = await createIntegration(admin, { ...typebot(service), name: 'Robô' });
    const ticket = await company.openTicket('5500971239001');
    const change = (body: object) => admin.request('PUT', `/tickets/${ticket.id}`, body);
    const chosen = await change({ integrationId: bot.id, useIntegration: true });
    const queueIntegration = { id: bot.id, name: 'Robô' };
    expect(chosen.json()).toMatchObject({ integrationId: bot.id, queueIntegration, useIntegration: true });
    const other = await createIntegration(await newAdmin(), typebot(service));
    expect((await change({ integrationId: other.id })).json()).toMatchObject({
      fields: [{ field: 'integrationId', rule: 'unknown' }],
    });
    expect((await admin.request('DELETE', `/queueIntegration/${bot.id}`)).statusCode).toBe(200);
    const after = await admin.request('GET', `/tickets/${ticket.id}`);
    expect(after.json()).toMatchObject({ integrationId: null, queueIntegration: null });
  });

  it('that is closed forgets a deleted integration in portions', async () => {
    const { asOwner } = service.server;
    const company = await service.createConnectedCompany();
    const { admin } = company;
    const bot = await createIntegration(admin, typebot(service));
    const { id } = await company.openTicket('5500971239002');
    await asOwner.query(
      `insert into tickets (company_id, id, contact_id, connection_id, channel, status, integration_id)
       select t.company_id, 1000000000 + n, t.contact_id, t.connection_id, t.channel, 'closed', $2
         from tickets t, generate_series(1, 2500) n where t.id = $1`,
      [id, bot.id],
    );
    const sizes = await countRowsPerTransaction(asOwner, ['tickets']);
    expect((await admin.request('DELETE', `/queueIntegration/${bot.id}`)).statusCode).toBe(200);
    expect(await sizes.read()).toEqual({ largest: 1000, all: 2500 });
    const left = await asOwner.query('select from tickets where company_id = $1 and integration_id is not null', [
      company.companyId,
    ]);
    expect(left.rowCount).toBe(0);
  });
});

describe('keys of integrations', () => {
  it('are in no response, socket, table or log, and stay when they are not typed again [SE-03] [FL-20]', async () => {
    const admin = await newAdmin();
    const screen = await openSocket(service.server, admin);
    const hook = await createIntegration(admin, {
      type: 'n8n',
      urlN8N: HOOK,
      headerName: HEADER.name,
      headerValue: HEADER.value,
    });
    const account = dialogflow(service);
    const bot = await createIntegration(admin, account);
    expect(hook).toMatchObject({ hasHeaderValue: true, signingSecretLast4: hook.signingSecret!.slice(-4) });
    expect(bot).toMatchObject({ serviceAccountEmail: service.simulator.google.serviceAccount.client_email });
    const bodies = [
      JSON.stringify({ ...hook, signingSecret: null }),
      JSON.stringify(bot),
      JSON.stringify(await screen.waitFor('queueIntegration')),
    ];
    for (const { id } of [hook, bot]) {
      const answers = [
        await admin.request('PUT', `/queueIntegration/${id}`, { jsonContent: '', headerValue: '' }),
        await admin.request('GET', `/queueIntegration/${id}`),
        await admin.request('POST', `/queueIntegration/${id}/test`, {}),
        await admin.request('GET', `/queueIntegration/${id}/deliveries`),
      ];
      bodies.push(...answers.map(({ body }) => body));
    }
    bodies.push((await admin.request('GET', '/queueIntegration')).body);
    const { rows } = await service.server.asOwner.query(
      `select (select json_agg(i) from integrations i where company_id = $1) as integrations,
              (select json_agg(a) from audit_log a where company_id = $1) as audit,
              (select json_agg(e) from event_log e where company_id = $1) as events`,
      [admin.companyId],
    );
    const keyLine = service.simulator.google.serviceAccount.private_key.split('\n')[1]!;
    for (const secret of [HEADER.value, hook.signingSecret!, keyLine]) {
      for (const text of [...bodies, JSON.stringify(rows), ...logLines]) expect(text).not.toContain(secret);
    }
    expect(logLines.length).toBeGreaterThan(0);
    const after = (await admin.request('GET', `/queueIntegration/${hook.id}`)).json<Integration>();
    expect(after).toMatchObject({ hasHeaderValue: true, signingSecretLast4: hook.signingSecretLast4 });
  });

  it('a stored header is not sent to another host [SE-03]', async () => {
    const admin = await newAdmin();
    const header = { headerName: HEADER.name, headerValue: HEADER.value };
    const { id } = await createIntegration(admin, { type: 'webhook', urlN8N: HOOK, ...header });
    const moved = { urlN8N: 'https://evil.example/hook' };
    const refused = await admin.request('PUT', `/queueIntegration/${id}`, moved);
    expect(refused.json()).toMatchObject({ fields: [{ field: 'headerValue', rule: 'required' }] });
    expect((await admin.request('PUT', `/queueIntegration/${id}`, { urlN8N: `${HOOK}0` })).statusCode).toBe(201);
    const typed = await admin.request('PUT', `/queueIntegration/${id}`, { ...moved, headerValue: 'outro' });
    expect(typed.statusCode, typed.body).toBe(201);
  });

  it('go with the type that uses them', async () => {
    const admin = await newAdmin();
    const bot = await createIntegration(admin, dialogflow(service));
    const hook = await admin.request('PUT', `/queueIntegration/${bot.id}`, { type: 'webhook', urlN8N: HOOK });
    expect(hook.json()).toMatchObject({ serviceAccountEmail: null, signingSecret: expect.stringMatching(/^whsec_/) });
    const back = await admin.request('PUT', `/queueIntegration/${bot.id}`, { type: 'dialogflow' });
    expect(back.json()).toMatchObject({ fields: [{ field: 'jsonContent', rule: 'required' }] });
  });

  it('the signing secret is replaced on request, and shown once', async () => {
    const admin = await newAdmin();
    const hook = await createIntegration(admin, { type: 'webhook', urlN8N: HOOK });
    const { signingSecret } = (
      await admin.request('POST', `/queueIntegration/${hook.id}/secret`)
    ).json<SavedIntegration>();
    expect(signingSecret).not.toBe(hook.signingSecret);
    const shown = (await admin.request('GET', `/queueIntegration/${hook.id}`)).json<Integration>();
    expect(shown.signingSecretLast4).toBe(signingSecret!.slice(-4));
    const bot = await createIntegration(admin, typebot(service));
    expect(errorOf(await admin.request('POST', `/queueIntegration/${bot.id}/secret`))).toEqual([
      400,
      'ERR_INTEGRATION_HAS_NO_SECRET',
    ]);
  });

  it.each([
    ['token_uri', 'https://evil.example/token'],
    ['token_uri', 'https://oauth2.googleapis.com.evil.example/token'],
    ['auth_uri', 'https://evil.example/auth'],
    ['universe_domain', 'evil.example'],
    ['client_email', 'bot@evil.example'],
    ['type', 'authorized_user'],
  ])('a service account with a foreign %s (%s) is refused, stored or not [IG-02] [SS-07]', async (field, value) => {
    const admin = await newAdmin();
    await service.simulator.control.reset();
    const fields = dialogflow(service, { [field]: value });
    const created = await admin.request('POST', '/queueIntegration', { ...fields, name: 'Robô' });
    expect(errorOf(created)).toEqual([400, 'ERR_SERVICE_ACCOUNT_INVALID']);
    const tested = await admin.request('POST', '/queueIntegration/testSession', fields);
    expect(errorOf(tested)).toEqual([400, 'ERR_TEST_SESSION_DIALOG']);
    expect(await service.simulator.control.received('token')).toEqual([]);
  });
});
