import type { Fault } from '@balcao/bot-simulator/control';
import type { BotSimulator } from '@balcao/bot-simulator/simulator';
import { renderHttpCall, type HttpTemplate } from '@balcao/domain/integration/http-call';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closedPort, failureOf, operations, secret, startSimulator, webhook } from '../simulator.fixture.ts';
import { createDialogflow } from './dialogflow.ts';
import { createHttpCaller } from './http-caller.ts';
import { ServiceError, type BotSession, type BotTurn, type ExternalBot } from './port.ts';
import { createTypebot } from './typebot.ts';
import { createWebhookSender } from './webhook-sender.ts';

let simulator: BotSimulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());
beforeEach(() => simulator.control.reset());

const clock = { now: () => new Date() };
const newSession = (variables: Record<string, string> = {}): BotSession => ({ key: 'conversa 1', id: null, variables });
const textsOf = ({ replies }: BotTurn) => replies.map((reply) => (reply.type === 'text' ? reply.text : reply.type));

const typebotAccount = (slug = 'atendimento') => ({ url: simulator.urls.typebot, slug });
const dialogflowAccount = (more: object = {}, project = simulator.google.project) => ({
  project,
  language: 'pt-BR',
  credentials: secret(JSON.stringify({ ...simulator.google.serviceAccount, ...more })),
});
const dialogflow = (timeoutMs?: number) =>
  createDialogflow(operations(timeoutMs), clock, { token: simulator.urls.googleToken, api: simulator.urls.dialogflow });

/** Each bot behind the same interface. */
const bots: Record<'typebot' | 'dialogflow', (timeoutMs?: number) => Pick<ExternalBot<void>, 'start' | 'next'>> = {
  typebot: (timeoutMs) => {
    const bot = createTypebot(operations(timeoutMs));
    return {
      start: (_, session, text) => bot.start(typebotAccount(), session, text),
      next: (_, session, text) => bot.next(typebotAccount(), session, text),
    };
  },
  dialogflow: (timeoutMs) => {
    const bot = dialogflow(timeoutMs);
    return {
      start: (_, session, text) => bot.start(dialogflowAccount(), session, text),
      next: (_, session, text) => bot.next(dialogflowAccount(), session, text),
    };
  },
};
const botNames = ['typebot', 'dialogflow'] as const;

describe.each(botNames)('%s', (name) => {
  it('starts a session and continues it', async () => {
    const bot = bots[name]();
    const first = await bot.start(undefined, newSession(), 'Oi');
    expect(first.replies.length).toBeGreaterThan(0);
    expect(first.session.id).toMatch(/^[\w-]{10,40}$/);
    const second = await bot.next(undefined, first.session, 'Suporte');
    expect(second.session).toEqual(first.session);
    expect(second.replies.length).toBeGreaterThan(0);
  });

  it.each<[Fault, string, number]>([
    [{ type: 'busy' }, 'notSent busy', 1],
    [{ type: 'busy', retryAfterSeconds: 0, times: 1 }, 'done', 2],
    [{ type: 'quota' }, 'refused key', 1],
    [{ type: 'key' }, 'refused key', 1],
    [{ type: 'down' }, 'unknown down', 1],
    [{ type: 'resetBefore' }, 'unknown unreachable', 0],
    [{ type: 'resetAfter' }, 'unknown unreachable', 1],
    [{ type: 'large' }, 'unknown tooLarge', 1],
    [{ type: 'html' }, 'unknown answer', 1],
    [{ type: 'badJson' }, 'unknown answer', 1],
  ])('does not send a message twice: %j gives %s after %i calls', async (fault, outcome, calls) => {
    const bot = bots[name]();
    const { session } = await bot.start(undefined, newSession(), 'Oi');
    const before = (await simulator.control.received(name)).length;
    await simulator.control.fault(name, fault);
    expect(await failureOf(bot.next(undefined, session, 'Suporte'))).toBe(outcome);
    expect((await simulator.control.received(name)).length - before).toBe(calls);
  });

  it('gives up at its deadline', async () => {
    await simulator.control.fault(name, { type: 'slow' });
    expect(await failureOf(bots[name](300).start(undefined, newSession(), 'Oi'))).toBe('unknown tooSlow');
  });

  it('reports a reply that is empty, and bounds an endless one', async () => {
    const bot = bots[name]();
    const { session } = await bot.start(undefined, newSession(), 'Oi');
    await simulator.control.fault(name, { type: 'empty' });
    expect(await bot.next(undefined, session, 'Suporte')).toMatchObject({ replies: [], isUnknown: true });
    await simulator.control.fault(name, { type: 'loop' });
    expect((await bot.next(undefined, session, 'Oi')).replies.length).toBeLessThanOrEqual(20);
  });
});

describe('Typebot', () => {
  const bot = () => createTypebot(operations());

  it('gets the variables, offers choices and marks bold as channels do', async () => {
    const turn = await bot().start(typebotAccount(), newSession({ number: '5511', pushName: 'Ana' }), '');
    expect(textsOf(turn)).toEqual(['Olá, *Ana*!\nEscolha um assunto.']);
    expect(turn.choices).toEqual(['Vendas', 'Suporte', 'Sair']);
    expect(turn.ended).toBeUndefined();
    const [call] = await simulator.control.received('typebot');
    expect(call!.body).toEqual({
      prefilledVariables: { number: '5511', pushName: 'Ana' },
      textBubbleContentFormat: 'markdown',
    });
  });

  it('follows the dialog to its end; links show their address', async () => {
    const first = await bot().start(typebotAccount(), newSession(), '');
    const second = await bot().next(typebotAccount(), first.session, 'Suporte');
    expect(textsOf(second)).toEqual(['Descreva o problema. Veja a ajuda: https://ajuda.example.com/faq.']);
    const third = await bot().next(typebotAccount(), first.session, 'Não abre');
    expect([textsOf(third), third.ended]).toEqual([['Anotado: Não abre'], true]);
  });

  it.each([
    ['Vendas', { type: 'transfer', queueId: 9, userId: null }],
    ['Sair', { type: 'stop' }],
  ])('returns the command of «%s», which is no reply', async (text, command) => {
    const { session } = await bot().start(typebotAccount(), newSession({ queueId: '9' }), '');
    expect(await bot().next(typebotAccount(), session, text)).toMatchObject({ replies: [], command, ended: true });
  });

  it('reports an answer that the bot did not understand, with its choices', async () => {
    const { session } = await bot().start(typebotAccount(), newSession(), '');
    const turn = await bot().next(typebotAccount(), session, 'banana');
    expect(turn).toMatchObject({ replies: [], isUnknown: true, choices: ['Vendas', 'Suporte', 'Sair'] });
  });

  it('returns files by address', async () => {
    const { session } = await bot().start(typebotAccount('cadastro'), newSession(), '');
    await bot().next(typebotAccount('cadastro'), session, 'Ana');
    const { replies } = await bot().next(typebotAccount('cadastro'), session, 'ana@example.com');
    expect(replies).toEqual([
      { type: 'image', url: `${simulator.urls.typebot}/media/cartao.png` },
      { type: 'video', url: `${simulator.urls.typebot}/media/boas-vindas.mp4` },
      { type: 'audio', url: `${simulator.urls.typebot}/media/mensagem.ogg` },
      { type: 'text', text: 'Pronto, Ana.' },
    ]);
  });

  it('starts a new session, once, when the old one is gone', async () => {
    const { session } = await bot().start(typebotAccount(), newSession(), '');
    await simulator.control.dropSessions();
    const turn = await bot().next(typebotAccount(), session, 'Vendas');
    expect(turn.session.id).not.toBe(session.id);
    expect(turn.choices).toEqual(['Vendas', 'Suporte', 'Sair']);
    expect((await simulator.control.received('typebot')).map(({ path }) => path.split('/').at(-1))).toEqual([
      'startChat',
      'continueChat',
      'startChat',
    ]);
  });

  it.each([
    ['an unknown bot', { slug: 'outro' }, 'refused request'],
    ['a path as name', { slug: '../../x' }, 'refused address'],
    ['another scheme', { url: 'ftp://typebot.example.com' }, 'refused address'],
  ])('refuses %s', async (_, more, outcome) => {
    expect(await failureOf(bot().start({ ...typebotAccount(), ...more }, newSession(), ''))).toBe(outcome);
  });
});

describe('Dialogflow', () => {
  it('gets a token once, sends no phone number, and ends on the intent or the older flag', async () => {
    await simulator.control.script([
      { contains: 'tchau', reply: 'Até logo.\n\nVolte sempre.', ends: 'intent' },
      { contains: 'fim', reply: 'Fim.', ends: 'diagnostic' },
    ]);
    const bot = dialogflow();
    const session = { ...newSession(), key: '5511987654321' };
    expect(textsOf(await bot.start(dialogflowAccount(), session, 'Oi'))).toEqual(['Você escreveu: Oi']);
    const end = await bot.next(dialogflowAccount(), session, 'Tchau');
    expect([textsOf(end), end.ended]).toEqual([['Até logo.', 'Volte sempre.'], true]);
    expect(await bot.next(dialogflowAccount(), session, 'fim')).toMatchObject({ ended: true });
    expect(await simulator.control.received('token')).toHaveLength(1);
    const calls = await simulator.control.received('dialogflow');
    expect(new Set(calls.map(({ path }) => path)).size).toBe(1);
    expect(calls[0]!.path).toMatch(/\/sessions\/[0-9a-f]{36}:detectIntent$/);
    expect(JSON.stringify(calls)).not.toContain('987654321');
  });

  it('cuts a text at 256 characters', async () => {
    await dialogflow().start(dialogflowAccount(), newSession(), 'x'.repeat(300));
    const [call] = await simulator.control.received('dialogflow');
    expect(JSON.stringify(call!.body)).toContain(`"${'x'.repeat(256)}"`);
  });

  it('gets a new token after the service refused the old one', async () => {
    const bot = dialogflow();
    await bot.start(dialogflowAccount(), newSession(), 'Oi');
    await simulator.control.reset();
    expect(await failureOf(bot.next(dialogflowAccount(), newSession(), 'Oi'))).toBe('refused key');
    expect(await failureOf(bot.next(dialogflowAccount(), newSession(), 'Oi'))).toBe('done');
  });

  it.each([
    ['token_uri', 'https://evil.example.com/token'],
    ['token_uri', 'https://oauth2.googleapis.com.evil.example.com/token'],
    ['token_uri', 'http://169.254.169.254/token'],
    ['token_uri', undefined],
    ['auth_uri', 'https://evil.example.com/auth'],
    ['universe_domain', 'evil.example.com'],
    ['type', 'external_account'],
    ['client_email', 'x@evil.example.com'],
    ['private_key', 'no key'],
    ['private_key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'],
  ])('refuses a service account whose %s is %s [IG-02] [SS-07]', async (field, value) => {
    const account = dialogflowAccount({ [field]: value });
    expect(await failureOf(dialogflow().start(account, newSession(), 'Oi'))).toBe('refused key');
    expect(await simulator.control.received()).toEqual([]);
  });

  it('refuses a file that is no JSON, and does not repeat it in the error', async () => {
    const account = { ...dialogflowAccount(), credentials: secret('segredo {') };
    const error = await dialogflow()
      .start(account, newSession(), 'Oi')
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ outcome: 'refused', reason: 'key', cause: undefined });
    expect(String((error as Error).stack)).not.toContain('segredo');
  });

  it.each(['outro-projeto', '../x', 'a/b', ''])('refuses the project %j', async (project) => {
    expect(await failureOf(dialogflow().start(dialogflowAccount({}, project), newSession(), 'Oi'))).toMatch(/^refused/);
  });
});

describe('webhooks', () => {
  const target = () => ({
    url: simulator.urls.webhook,
    secret: secret(webhook.secret),
    header: { name: 'X-Chave', value: secret(webhook.header.value) },
  });
  const sender = (now = new Date()) => createWebhookSender(operations(), { now: () => now });
  const delivery = { id: 'd-1', body: '{"event":"message","text":"Olá"}' };

  it('are signed, and accepted by the receiver', async () => {
    expect(await sender().deliver(target(), delivery)).toEqual({ status: 200 });
    expect(await simulator.control.deliveries()).toEqual([
      { id: 'd-1', body: { event: 'message', text: 'Olá' }, result: 'valid' },
    ]);
  });

  it('with another secret, another time or a repetition are recognized by the receiver [IG-03]', async () => {
    const deliver = async (more: object, now?: Date) =>
      failureOf(sender(now).deliver({ ...target(), ...more }, delivery));
    expect(await deliver({ secret: secret('outro') })).toBe('refused key');
    expect(await deliver({}, new Date(Date.now() - 600_000))).toBe('refused key');
    const now = new Date();
    expect(await deliver({}, now)).toBe('done');
    expect(await deliver({}, now)).toBe('refused key');
    const results = (await simulator.control.deliveries()).map(({ result }) => result);
    expect(results).toEqual(['wrong', 'stale', 'valid', 'repeated']);
  });

  it.each<[Fault, string, number]>([
    [{ type: 'down' }, 'unknown down', 1],
    [{ type: 'busy' }, 'notSent busy', 1],
    [{ type: 'resetAfter' }, 'unknown unreachable', 1],
    [{ type: 'large' }, 'unknown tooLarge', 1],
    [{ type: 'html' }, 'done', 1],
  ])('%j: %s after %i calls', async (fault, outcome, calls) => {
    await simulator.control.fault('webhook', fault);
    expect(await failureOf(sender().deliver(target(), delivery))).toBe(outcome);
    expect(await simulator.control.received('webhook')).toHaveLength(calls);
  });

  it('are not sent where nothing listens, and cannot override our headers', async () => {
    const url = `http://127.0.0.1:${await closedPort()}/`;
    expect(await failureOf(sender().deliver({ ...target(), url }, delivery))).toBe('notSent unreachable');
    const header = { name: 'X-Balcao-Signature', value: secret('forjada') };
    await sender()
      .deliver({ ...target(), header }, delivery)
      .catch(() => undefined);
    expect((await simulator.control.received('webhook'))[0]!.headers['x-balcao-signature']).toMatch(/^t=\d+,v1=/);
  });
});

describe('HTTP calls', () => {
  const template = (more: Partial<HttpTemplate> = {}): HttpTemplate => ({
    method: 'POST',
    url: `${simulator.urls.http}/json`,
    headers: [],
    body: null,
    select: [],
    ...more,
  });
  const call = (more: Partial<HttpTemplate> = {}, values: Record<string, string> = {}) => {
    const rendered = renderHttpCall(template(more), (name) => values[name] ?? '');
    if (!rendered.ok) throw new Error(rendered.code);
    return createHttpCaller(operations()).call(rendered.value, { chave: secret('valor-da-chave') });
  };

  it('send method, path, query, headers, key and body; variables stay data [FL-17] [FL-18]', async () => {
    const nome = '"},{{x}} ${7*7} ={{7*7}}\r\nX-Outro: 1/../?&#';
    const { status, values } = await call(
      {
        method: 'PUT',
        url: `${simulator.urls.http}/echo/{{nome}}/fim?q={{nome}}`,
        headers: [
          { name: 'X-Nome', value: 'Ana' },
          { name: 'Authorization', keyRef: 'chave' },
        ],
        body: { nome: '{{nome}}', n: 1 },
        select: [
          { name: 'metodo', pointer: '/method' },
          { name: 'url', pointer: '/url' },
          { name: 'nome', pointer: '/body/nome' },
          { name: 'chave', pointer: '/headers/authorization' },
          { name: 'cabecalho', pointer: '/headers/x-nome' },
          { name: 'outro', pointer: '/headers/x-outro' },
        ],
      },
      { nome },
    );
    expect(status).toBe(200);
    const encoded = encodeURIComponent(nome);
    expect(values).toEqual({
      metodo: 'PUT',
      url: `/http/echo/${encoded}/fim?q=${encoded}`,
      nome,
      chave: 'valor-da-chave',
      cabecalho: 'Ana',
      outro: '',
    });
  });

  it('take values of the answer by pointer', async () => {
    await simulator.control.setJson({ pedido: { itens: [{ nome: 'Pão' }] }, total: 9.5 });
    const select = [
      { name: 'item', pointer: '/pedido/itens/0/nome' },
      { name: 'total', pointer: '/total' },
      { name: 'nada', pointer: '/x' },
    ];
    expect((await call({ select })).values).toEqual({ item: 'Pão', total: '9.5', nada: '' });
  });

  const select = [{ name: 'a', pointer: '/a' }];
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

  it.each([
    ['depth 20', () => nested(20), 'done'],
    ['depth 21', () => nested(21), 'unknown answer'],
    ['200 KB', () => ({ a: 'x'.repeat(200_000) }), 'done'],
    ['300 KB', () => ({ a: 'x'.repeat(300_000) }), 'unknown tooLarge'],
  ])('an answer of %s: %s', async (_, json, outcome) => {
    await simulator.control.setJson(json());
    expect(await failureOf(call({ select }))).toBe(outcome);
  });

  it.each<[HttpTemplate['method'], Fault, string, number]>([
    ['GET', { type: 'down', times: 1 }, 'done', 2],
    ['POST', { type: 'down', times: 1 }, 'unknown down', 1],
    ['POST', { type: 'key' }, 'refused key', 1],
    ['POST', { type: 'html' }, 'unknown answer', 1],
    ['POST', { type: 'badJson' }, 'unknown answer', 1],
    ['POST', { type: 'resetAfter' }, 'unknown unreachable', 1],
  ])('%s with %j: %s after %i calls', async (method, fault, outcome, calls) => {
    await simulator.control.fault('http', fault);
    expect(await failureOf(call({ method, select }))).toBe(outcome);
    expect(await simulator.control.received('http')).toHaveLength(calls);
  });

  it('do not send without their key, nor to another host by a redirect', async () => {
    expect(await failureOf(call({ headers: [{ name: 'X-Key', keyRef: 'outra' }] }))).toBe('refused key');
    expect(await failureOf(call({ headers: [{ name: 'X-Key', keyRef: 'constructor' }] }))).toBe('refused key');
    expect(await simulator.control.received('http')).toEqual([]);
    const to = encodeURIComponent(`http://localhost:${new URL(simulator.url).port}/http/json`);
    const url = `${simulator.urls.http}/redirect?to=${to}`;
    expect(await failureOf(call({ url, body: { segredo: 1 } }))).toBe('refused address');
    expect(await simulator.control.received('http')).toHaveLength(1);
  });
});
