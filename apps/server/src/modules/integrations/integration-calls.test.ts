import type { CallResult, CallSession, ServiceCall } from '@balcao/domain/flow/service-call';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createIntegration,
  dialogflow,
  HEADER,
  startIntegrationServer,
  startReceiver,
  typebot,
  type IntegrationServer,
} from './integrations.fixture.ts';

let service: IntegrationServer;
let guarded: IntegrationServer;
beforeAll(async () => {
  [service, guarded] = await Promise.all([startIntegrationServer(), startIntegrationServer({ guardsFiles: true })]);
});
afterAll(() => Promise.all([service.stop(), guarded.stop()]));
beforeEach(() => service.simulator.control.reset());

const signal = new AbortController().signal;
const calls = (of = service) => of.server.modules.integrationModule.calls;
const DELIVERY = '3f2c1c52-6a3e-4f0f-9a53-0d6d3d0c7a11';
const callOf = (companyId: number, ticketId: number) => ({
  companyId,
  id: DELIVERY,
  callId: 'n-1',
  ticketId,
  runId: 1,
  flowId: null,
  nodeId: 'n',
  attempt: 1,
});
let phone = 5_500_970_000_000;
/** A conversation, and a turn of the bot in it. */
async function startConversation(settings: Record<string, string | boolean> = {}, of = service) {
  const company = await of.createConnectedCompany(settings);
  const number = String(++phone);
  const ticket = await company.openTicket(number);
  const talk = (
    request: Partial<ServiceCall<'bot'>['request']>,
    session: CallSession | null = null,
    text = 'Oi',
  ): Promise<CallResult> =>
    calls(of).bot(
      {
        ...callOf(company.companyId, ticket.id),
        request: {
          kind: 'bot',
          integrationId: null,
          typebot: null,
          session,
          text,
          variables: { number, pushName: number },
          ...request,
        },
      },
      signal,
    );
  return { ...company, number, ticket, talk };
}
const done = (result: CallResult) => {
  if (result.type !== 'done') throw new Error(result.reason);
  return result;
};

describe('a turn of an external bot', () => {
  it('starts a session with the variables of the customer, and continues it', async () => {
    const { admin, talk, number } = await startConversation();
    const { id: integrationId } = await createIntegration(admin, typebot(service));
    const first = done(await talk({ integrationId }));
    expect(first).toMatchObject({ choices: ['Vendas', 'Suporte', 'Sair'], isOver: false, action: null });
    const [started] = await service.simulator.control.received('typebot');
    expect(started!.body).toMatchObject({ prefilledVariables: { number, pushName: number, remoteJid: number } });
    const second = done(await talk({ integrationId }, first.session, 'Suporte'));
    expect(second.session?.id).toBe(first.session?.id);
    const third = done(await talk({ integrationId }, second.session, 'Não abre'));
    expect(third).toMatchObject({ replies: [{ type: 'text', text: 'Anotado: Não abre' }], isOver: true });
  });

  it('gets masked numbers where the company hides them', async () => {
    const { admin, talk, number } = await startConversation({ enableLGPD: 'enabled', lgpdHideNumber: 'enabled' });
    const { id: integrationId } = await createIntegration(admin, typebot(service));
    done(await talk({ integrationId }));
    expect(JSON.stringify(await service.simulator.control.received('typebot'))).not.toContain(number);
  });

  it('transfers to a queue of the company only [IG-01]', async () => {
    const { admin, talk, companyId } = await startConversation();
    const { id: integrationId } = await createIntegration(admin, typebot(service));
    const order = async () => {
      const { session } = done(await talk({ integrationId }));
      return done(await talk({ integrationId }, session, 'Vendas'));
    };
    // The simulator's bot names queue 1.
    const { rows } = await service.server.asOwner.query('select company_id from queues where id = 1');
    expect(rows).toEqual([]);
    expect(await order()).toMatchObject({ action: { type: 'stop' }, isOver: true, replies: [] });
    const other = await service.server.createAdmin();
    const insert = (company: number) =>
      service.server.asOwner.query("insert into queues (company_id, id, name, color) values ($1, 1, 'Um', '#010101')", [
        company,
      ]);
    await insert(other.companyId);
    expect((await order()).action).toEqual({ type: 'stop' });
    await insert(companyId);
    expect((await order()).action).toEqual({ type: 'transfer', queueId: 1, userId: null });
  });

  it('stores the files of the bot whose bytes are what it says [IG-01]', async () => {
    const { admin, talk, companyId } = await startConversation();
    const { id: integrationId } = await createIntegration(admin, typebot(service, 'cadastro'));
    const { session } = done(await talk({ integrationId }));
    await talk({ integrationId }, session, 'Ana');
    const { replies } = done(await talk({ integrationId }, session, 'ana@example.com'));
    // The simulator answers every address with a picture, so that video and audio are not what they claim to be.
    expect(replies).toEqual([
      {
        type: 'media',
        media: 'image',
        isVoice: false,
        file: { key: expect.any(String), mime: 'image/png', fileName: 'imagem.png', bytes: 4 },
      },
      { type: 'text', text: 'Pronto, Ana.' },
    ]);
    const { rows } = await service.server.asOwner.query('select mime from files where company_id = $1', [companyId]);
    expect(rows).toEqual([{ mime: 'image/png' }]);
  });

  it('leaves out a file on a private address [IG-01]', async () => {
    const { admin, talk, companyId } = await startConversation({}, guarded);
    const { id: integrationId } = await createIntegration(admin, typebot(guarded, 'cadastro'));
    const { session } = done(await talk({ integrationId }));
    await talk({ integrationId }, session, 'Ana');
    const { replies } = done(await talk({ integrationId }, session, 'ana@example.com'));
    expect(replies).toEqual([{ type: 'text', text: 'Pronto, Ana.' }]);
    const files = await guarded.server.asOwner.query('select from files where company_id = $1', [companyId]);
    expect(files.rowCount).toBe(0);
    const paths = (await guarded.simulator.control.received('typebot')).map(({ path }) => path);
    expect(paths.filter((path) => path.includes('media'))).toEqual([]);
  });

  it('of Dialogflow ends with the intent that says so; Google sees no number', async () => {
    const { admin, talk, number } = await startConversation();
    const { id: integrationId } = await createIntegration(admin, dialogflow(service));
    await service.simulator.control.script([
      { contains: 'horário', reply: 'Das 9h às 18h.' },
      { contains: 'tchau', reply: 'Até logo.', ends: 'intent' },
    ]);
    const first = done(await talk({ integrationId }, null, 'Qual o horário?'));
    expect(first).toMatchObject({ replies: [{ type: 'text', text: 'Das 9h às 18h.' }], isOver: false });
    expect(done(await talk({ integrationId }, first.session, 'tchau')).isOver).toBe(true);
    expect(JSON.stringify(await service.simulator.control.received('dialogflow'))).not.toContain(number);
  });

  it('ends after the calls of a contact in an hour, however often a bot begins anew [AI-05]', async () => {
    const { admin, talk, companyId } = await startConversation();
    const { id: integrationId } = await createIntegration(admin, typebot(service, 'aviso'));
    const reasons = [];
    for (let message = 0; message < 40; message++) {
      const result = await talk({ integrationId });
      reasons.push(result.type === 'done' ? result.isOver : result.reason);
    }
    expect(reasons).toEqual([...Array<boolean>(30).fill(true), ...Array<string>(10).fill('ceilingReached')]);
    expect(await service.simulator.control.received('typebot')).toHaveLength(30);
    const { rows } = await service.server.asOwner.query(
      `select data from event_log where company_id = $1 and kind = 'ai-ceiling.reached'`,
      [companyId],
    );
    expect(rows).toMatchObject([{ data: { ceiling: 'contactHour', percent: 100 } }]);
  });

  it.each([
    ['key', 'key'],
    ['down', 'down'],
    ['html', 'unreadable'],
    ['large', 'tooLarge'],
  ] as const)('with the fault «%s» is a failure «%s», not an error [FL-06]', async (type, reason) => {
    const { admin, talk } = await startConversation();
    const { id: integrationId } = await createIntegration(admin, typebot(service));
    const { session } = done(await talk({ integrationId }));
    await service.simulator.control.fault('typebot', { type });
    expect(await talk({ integrationId }, session, 'Suporte')).toMatchObject({ type: 'failed', reason });
  });

  it('without an integration that answers is not configured', async () => {
    const { admin, talk } = await startConversation();
    const { id } = await createIntegration(admin, { type: 'webhook', urlN8N: 'https://n8n.example.com/w' });
    const other = await service.server.createAdmin();
    const foreign = await createIntegration(other, typebot(service));
    for (const integrationId of [id, foreign.id, 999_999, null])
      expect(await talk({ integrationId })).toEqual({ type: 'failed', reason: 'notConfigured' });
    expect(await service.simulator.control.received()).toEqual([]);
  });
});

describe('a delivery', () => {
  it('contains the conversation, and is signed [M-279]', async () => {
    const { admin, companyId, connectionId, ticket, number } = await startConversation();
    const hook = await createIntegration(admin, { type: 'n8n', urlN8N: 'https://n8n.example.com/w' });
    const receiver = await startReceiver(hook.signingSecret!);
    try {
      const target = { urlN8N: receiver.urls.webhook, headerName: HEADER.name, headerValue: HEADER.value };
      await admin.request('PUT', `/queueIntegration/${hook.id}`, target);
      const deliver = () =>
        calls().webhook(
          {
            ...callOf(companyId, ticket.id),
            request: { kind: 'webhook', integrationId: hook.id, text: 'Quero comprar' },
          },
          signal,
        );
      expect(await deliver()).toMatchObject({ type: 'done', status: 200 });
      const [delivery] = await receiver.control.deliveries();
      expect(delivery).toMatchObject({
        id: DELIVERY,
        result: 'valid',
        body: {
          version: 1,
          event: 'message',
          deliveryId: DELIVERY,
          at: expect.stringMatching(/^\d{4}-/),
          company: { id: companyId },
          connection: { id: connectionId, name: 'Matriz', channel: 'whatsapp' },
          ticket: { id: ticket.id, uuid: ticket.uuid, status: 'open', user: { id: admin.user.id } },
          contact: { id: ticket.contactId, number },
          message: { text: 'Quero comprar' },
        },
      });
      for (const value of ['enableLGPD', 'lgpdHideNumber'])
        await admin.request('PUT', `/companySettings`, { column: value, data: 'enabled' });
      await deliver();
      const [, hidden] = await receiver.control.deliveries();
      expect(JSON.stringify(hidden!.body)).not.toContain(number);
      await receiver.control.fault('webhook', { type: 'down' });
      expect(await deliver()).toEqual({ type: 'failed', reason: 'down', status: 503 });
    } finally {
      await receiver.stop();
    }
  });

  it('is listed with its state, and sent again on request', async () => {
    const { admin, companyId, ticket } = await startConversation();
    const hook = await createIntegration(admin, { type: 'webhook', urlN8N: 'https://n8n.example.com/w' });
    const { rows } = await service.server.asOwner.query<{ id: string }>(
      `insert into flow_calls (company_id, call_id, ticket_id, node, kind, integration_id, account, request, state, attempts,
                reason, status_code, duration_ms, created_at, finished_at, not_before)
       select $1, 'n-' || n, $2, 'n', 'webhook', $3, 'integration:' || $3::int,
              case when n > 1 then jsonb_build_object('kind', 'webhook', 'integrationId', $3::int, 'text', 'Oi') end,
              'failed', 3, 'down', 503, 12, now() - make_interval(mins => n), now(), 'infinity'
         from generate_series(1, 25) n returning id`,
      [companyId, ticket.id, hook.id],
    );
    const pageOf = async (query = '') =>
      (await admin.request('GET', `/queueIntegration/${hook.id}/deliveries${query}`)).json<{
        deliveries: { id: string; canResend: boolean }[];
        hasMore: boolean;
      }>();
    const first = await pageOf();
    expect(first.deliveries.map(({ id }) => id)).toEqual(rows.slice(0, 20).map(({ id }) => id));
    expect(first.deliveries[1]).toEqual({
      id: rows[1]!.id,
      at: expect.any(String),
      kind: 'webhook',
      event: 'message',
      ticketId: ticket.id,
      state: 'failed',
      attempts: 3,
      status: 503,
      reason: 'down',
      ms: 12,
      canResend: true,
    });
    const second = await pageOf(`?before=${first.deliveries.at(-1)!.id}`);
    expect([second.deliveries.map(({ id }) => id), second.hasMore]).toEqual([
      rows.slice(20).map(({ id }) => id),
      false,
    ]);

    const resend = (id: string) => admin.request('POST', `/queueIntegration/${hook.id}/deliveries/${id}/resend`);
    const sent = await resend(rows[1]!.id);
    expect([sent.statusCode, sent.json()]).toMatchObject([200, { id: rows[1]!.id, state: 'queued', canResend: false }]);
    // It is under way now, or has no content any more.
    for (const { id } of [rows[1]!, rows[0]!]) expect((await resend(id)).statusCode).toBe(409);
    const other = await createIntegration(admin, { type: 'webhook', urlN8N: 'https://n8n.example.com/2' });
    const foreign = await admin.request('POST', `/queueIntegration/${other.id}/deliveries/${rows[2]!.id}/resend`);
    expect(foreign.statusCode).toBe(404);

    // What a bot was asked is listed too, but not asked again.
    const bot = await createIntegration(admin, typebot(service));
    const asked = await service.server.asOwner.query<{ id: string }>(
      `insert into flow_calls (company_id, call_id, ticket_id, node, kind, integration_id, account, state, attempts, reason,
                duration_ms, created_at, finished_at)
       select $1, 'b-' || n, $2, 'n', 'bot', $3, 'integration:' || $3::int, case when n = 1 then 'failed' else 'done' end, 1,
              case when n = 1 then 'tooSlow' end, n * 10, now() - make_interval(hours => n * 10), now()
         from generate_series(1, 3) n returning id`,
      [companyId, ticket.id, bot.id],
    );
    const path = `/queueIntegration/${bot.id}`;
    expect((await admin.request('GET', `${path}/deliveries`)).json()).toMatchObject({
      deliveries: [
        { kind: 'bot', state: 'failed', reason: 'tooSlow', status: null, ms: 10, canResend: false },
        { kind: 'bot', state: 'done', ms: 20 },
        { kind: 'bot', state: 'done', ms: 30 },
      ],
      // The third is older than a day.
      lastDay: {
        calls: 2,
        done: 1,
        p95Ms: 20,
        perHour: Array.from({ length: 24 }, (_, at) => (at === 23 - 10 || at === 23 - 20 ? 1 : 0)),
      },
    });
    expect((await admin.request('GET', path)).json()).toMatchObject({ lastCall: { reason: 'tooSlow', ms: 10 } });
    expect((await admin.request('POST', `${path}/deliveries/${asked.rows[0]!.id}/resend`)).statusCode).toBe(404);
    const failing = (await admin.request('GET', '/queueIntegration?failing=true')).json() as object;
    expect(failing).toMatchObject({ queueIntegrations: [{ id: bot.id }, { id: hook.id }], count: 2, failingCount: 2 });
    expect((await admin.request('GET', '/queueIntegration')).json()).toMatchObject({ count: 3, failingCount: 2 });
  });
});

describe('a delivery that is sent again', () => {
  it('does not reach a private address that was entered since [FL-19]', async () => {
    const { admin, companyId, ticket } = await startConversation();
    for (const host of ['10.0.0.5', '169.254.169.254', '[fd00::1]', '[fe80::1]', '0x0a000005']) {
      const hook = await createIntegration(admin, { type: 'webhook', urlN8N: `http://${host}/w` });
      const { rows } = await service.server.asOwner.query<{ id: string }>(
        `insert into flow_calls (company_id, call_id, ticket_id, node, kind, integration_id, account, request, state, attempts,
                  reason, created_at, finished_at, not_before)
         values ($1, 'n-' || $3::int, $2, 'n', 'webhook', $3, 'integration:' || $3::int,
                 jsonb_build_object('kind', 'webhook', 'integrationId', $3::int, 'text', 'Oi'), 'failed', 3, 'down', now(), now(),
                 'infinity') returning id`,
        [companyId, ticket.id, hook.id],
      );
      const { id } = rows[0]!;
      const sent = await admin.request('POST', `/queueIntegration/${hook.id}/deliveries/${id}/resend`);
      expect(sent.statusCode, sent.body).toBe(200);
      const ended = await service.until(
        async () =>
          (
            await service.server.asOwner.query<{ reason: string | null; finished_at: Date | null }>(
              'select reason, finished_at from flow_calls where id = $1',
              [id],
            )
          ).rows[0]!,
        (call) => call.finished_at !== null && call.reason !== 'down',
      );
      expect([host, ended.reason]).toEqual([host, 'address']);
    }
  });
});

describe('a request of an HTTP node', () => {
  it('sends a key by reference, and only to the host that it was typed for [FL-20]', async () => {
    const { admin, companyId, ticket } = await startConversation();
    const { modules } = service.server;
    const flow = (await admin.request('POST', '/flowbuilder', { name: 'Pedidos' })).json<{ id: number }>();
    const url = `${service.simulator.urls.http}/echo/pedidos`;
    const store = (host: string) =>
      modules.db.inCompany(companyId, (tx) =>
        modules.integrationModule.flowKeys.store(tx, flow.id, { host, key: 'canario-do-no' }),
      );
    const callWith = (keyRef: string, company = companyId) =>
      calls().http(
        {
          ...callOf(company, ticket.id),
          request: {
            kind: 'http',
            call: {
              method: 'GET',
              url,
              headers: [{ name: 'Authorization', keyRef }],
              body: null,
              select: [{ name: 'chave', pointer: '/headers/authorization' }],
            },
          },
        },
        signal,
      );
    const own = await store(new URL(url).host);
    // The service repeats the request; what it repeats of the key is removed.
    expect(await callWith(own)).toMatchObject({ type: 'done', status: 200, values: { chave: '[chave]' } });
    const [received] = await service.simulator.control.received('http');
    expect(received!.headers['authorization']).toBe('canario-do-no');
    const other = await service.server.createAdmin();
    for (const result of [
      await callWith(await store('api.example.com')),
      await callWith('nada'),
      await callWith(own, other.companyId),
    ])
      expect(result).toEqual({ type: 'failed', reason: 'key' });
    expect(await service.simulator.control.received('http')).toHaveLength(1);
    const { rows } = await service.server.asOwner.query<{ value: string }>('select value from encrypted_keys');
    expect(rows.every(({ value }) => value.startsWith('v1.'))).toBe(true);
    await admin.request('DELETE', `/flowbuilder/${flow.id}`);
    expect((await service.server.asOwner.query('select from encrypted_keys')).rowCount).toBe(0);
  });
});
