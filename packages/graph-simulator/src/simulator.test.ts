import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectControl } from './client.ts';
import type { AccountEvent } from './account-events.ts';
import type { CustomerAction } from './customer-actions.ts';
import { listen } from './listener.fixture.ts';
import { startGraphSimulator, type GraphSimulator, type Fault, type Received } from './simulator.ts';

const app = { appId: '4242', appSecret: 'app-secret', verifyToken: 'verify' };
const ana = { id: '5500912345678', name: 'Ana Prado' };
let graph: GraphSimulator;
let receiver: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  graph = await startGraphSimulator(app);
  receiver = await listen('verify');
});
afterAll(async () => {
  await graph.close();
  await receiver.close();
});
beforeEach(async () => {
  await graph.control.reset();
  receiver.received.length = 0;
  receiver.answers.length = 0;
  await graph.control.addWhatsApp({
    wabaId: '900',
    phoneNumberId: '100',
    displayNumber: '+55 00 3333-4444',
    token: 'wa-token',
    webhook: { url: receiver.url },
    templates: [{ name: 'ola', language: 'pt_BR', components: [{ type: 'BODY', text: 'Olá {{1}}' }] }],
  });
  await graph.control.addPage({
    pageId: '200',
    name: 'Loja',
    token: 'page-token',
    igId: '300',
    webhook: { url: receiver.url },
  });
});

async function call(method: string, path: string, token: string, body?: unknown) {
  const answer = await fetch(`${graph.url}/v24.0${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, json: JSON.parse(text) as { [key: string]: never } };
}
const textMessage = (to: string, text: string, more = {}) => ({
  messaging_product: 'whatsapp',
  to,
  type: 'text',
  text: { body: text },
  ...more,
});
const idOf = ({ json }: Awaited<ReturnType<typeof call>>) =>
  (json as unknown as { messages: { id: string }[] }).messages[0]!.id;

describe('customer actions', () => {
  const doable: CustomerAction[] = [
    { kind: 'text', text: 'Olá — tudo bem? https://example.com/é' },
    { kind: 'text', text: 'veio do anúncio', ad: { headline: 'Promoção', url: 'https://example.com/p' } },
    { kind: 'media', type: 'image', caption: 'foto' },
    { kind: 'media', type: 'audio', isVoice: true },
    { kind: 'media', type: 'video' },
    { kind: 'media', type: 'document', fileName: 'nota.pdf' },
    { kind: 'media', type: 'sticker' },
    { kind: 'location', latitude: -1, longitude: -2, name: 'Praça' },
    { kind: 'contacts', contacts: [{ name: 'Bia', phones: ['+55 00 91111-1111'] }] },
    { kind: 'reaction', to: 'wamid.x', emoji: '👍' },
    { kind: 'reaction', to: 'wamid.x' },
    { kind: 'button', title: 'Sim', payload: 'yes', quotes: 'wamid.x' },
    { kind: 'button', title: 'Sim', payload: 'yes', ofTemplate: true },
    { kind: 'row', title: 'Vendas', payload: 'sales' },
    { kind: 'flow', answers: { nome: 'Ana' } },
    { kind: 'order', catalogId: '7', items: [{ id: 'sku', quantity: 2, price: 10.5, currency: 'BRL' }] },
    { kind: 'new-number', newId: '5500987654321' },
    { kind: 'unsupported' },
    { kind: 'edit', of: 'wamid.x', text: 'outro' },
    { kind: 'revoke', of: 'wamid.x' },
  ];

  it('are delivered once each, signed over bytes that differ from re-serialized JSON', async () => {
    const customer = graph.control.customer('whatsapp', '100', ana);
    for (const action of doable) await customer.perform(action);
    await graph.control.idle();
    expect(receiver.messages()).toHaveLength(doable.length);
    for (const { body, signature } of receiver.received) {
      expect(signature).toBe(`sha256=${createHmac('sha256', 'app-secret').update(body).digest('hex')}`);
    }
    const [first] = receiver.received;
    expect(first!.body).toContain(String.raw`https:\/\/example.com\/\u00e9`);
    expect(JSON.stringify(first!.json)).not.toBe(first!.body);
  });

  it('are batched over several accounts and webhook objects, each item once, or twice on request', async () => {
    await graph.control.addWhatsApp({
      wabaId: '901',
      phoneNumberId: '101',
      displayNumber: '+55 00 3333-5555',
      token: 't2',
      webhook: { url: receiver.url },
    });
    await graph.control.hold();
    const ids = new Set<string>();
    for (let at = 0; at < 60; at += 1) {
      const account = at % 2 === 0 ? '100' : '101';
      ids.add(
        (await graph.control.performAction(account, { id: `55009000000${at}` }, { kind: 'text', text: String(at) })).id,
      );
    }
    const psid = { id: '5001', name: 'Caio Luz' };
    for (let at = 0; at < 10; at += 1)
      await graph.control.performAction('200', psid, { kind: 'text', text: String(at) });
    await graph.control.webhooks({ duplicate: 1 });
    await graph.control.release();
    await graph.control.idle();
    expect(receiver.received).toHaveLength(4);
    const messageIds = receiver.messages().map((message) => (message as { id: string }).id);
    expect(messageIds).toHaveLength(120);
    expect(new Set(messageIds)).toEqual(ids);
    expect(new Set(receiver.received.flatMap(({ json }) => json.entry.map(({ id }) => id)))).toEqual(
      new Set(['900', '901', '200']),
    );
  });

  it('are retried until accepted and keep their order', async () => {
    await graph.control.webhooks({ retryMs: 1 });
    receiver.answers.push(500, 503, 200);
    const customer = graph.control.customer('whatsapp', '100', ana);
    for (const text of ['1', '2', '3']) await customer.sendText(text);
    await graph.control.idle();
    expect(receiver.messages().map((message) => (message as { text: { body: string } }).text.body)).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect((await graph.control.deliveries()).map(({ answers }) => answers)).toEqual([[500, 503, 200], [200], [200]]);
  });

  it('use a business-scoped id for a hidden number and the formats of pages and Instagram', async () => {
    await graph.control.performAction(
      '100',
      { ...ana, userId: 'BR.77', username: 'ana.p', hidesNumber: true },
      { kind: 'text', text: 'oi' },
    );
    await graph.control.performAction(
      '300',
      { id: '6001', username: 'ana' },
      { kind: 'story-reply', text: 'linda', storyId: '9', url: 'https://example.com/s' },
    );
    await graph.control.performAction('200', { id: '5001' }, { kind: 'read' });
    await graph.control.idle();
    expect(receiver.messages()).toMatchObject([{ from_user_id: 'BR.77', type: 'text' }]);
    expect(receiver.received[0]!.body).not.toContain(ana.id);
    const pages = receiver.messaging();
    expect(pages.find((message) => 'message' in message)).toMatchObject({
      sender: { id: '6001' },
      recipient: { id: '300' },
      message: { reply_to: { story: { id: '9' } } },
    });
    expect(pages.find((message) => 'read' in message)).toMatchObject({
      read: { watermark: expect.any(Number) as number },
    });
    await expect(
      graph.control.performAction('200', { id: '5001' }, { kind: 'story-mention', url: 'https://example.com' }),
    ).rejects.toThrow('story-mention');
  });

  it('include events of the account, with history in chunks and files in webhooks of their own', async () => {
    const thread = {
      id: ana.id,
      messages: [
        { fromMe: true, at: '2026-01-01T10:00:00Z', text: 'oi' },
        { fromMe: false, at: '2026-01-01T10:01:00Z', media: 'image' as const },
      ],
    };
    const events: AccountEvent[] = [
      { kind: 'history', phase: 0, chunk: 1, progress: 55, threads: [thread] },
      { kind: 'quality', event: 'FLAGGED', limit: 'TIER_1K' },
      { kind: 'template-status', event: 'PAUSED', name: 'ola', language: 'pt_BR' },
    ];
    for (const event of events) await graph.control.event('100', event);
    await graph.control.idle();
    const fields = receiver.received.map(({ json }) => json.entry[0]!.changes![0]!.field);
    expect(fields).toEqual(['history', 'history', 'phone_number_quality_update', 'message_template_status_update']);
    const use = {
      messaging_product: 'whatsapp',
      to: ana.id,
      type: 'template',
      template: {
        name: 'ola',
        language: { code: 'pt_BR' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }],
      },
    };
    expect((await call('POST', '/100/messages', 'wa-token', use)).json['error']).toMatchObject({ code: 132015 });
  });
});

describe('Graph calls', () => {
  it('send a message and report its statuses with our correlation', async () => {
    await graph.control.statuses('100', { upTo: 'read' });
    await graph.control.performAction('100', { id: '550012345678' }, { kind: 'text', text: 'oi' });
    const sent = await call(
      'POST',
      '/100/messages',
      'wa-token',
      textMessage('5500912345678', 'Olá', { biz_opaque_callback_data: 'c-1' }),
    );
    // The network knows this customer without the ninth digit.
    expect(sent.json['contacts']).toEqual([{ input: '5500912345678', wa_id: '550012345678' }]);
    await expect.poll(() => receiver.received.length).toBe(4);
    await graph.control.idle();
    const statuses = receiver.received.flatMap(({ json }) => json.entry[0]!.changes![0]!.value['statuses'] ?? []);
    expect(statuses).toMatchObject(
      ['sent', 'delivered', 'read'].map((status) => ({ id: idOf(sent), status, biz_opaque_callback_data: 'c-1' })),
    );
    expect(await graph.control.inbox('100', '550012345678')).toMatchObject([{ type: 'text', correlation: 'c-1' }]);
  });

  it.each([
    ['no product', { to: '1' }, 100],
    ['nobody', { messaging_product: 'whatsapp', text: { body: 'x' } }, 100],
    ['no text', { messaging_product: 'whatsapp', to: ana.id, type: 'text', text: {} }, 100],
    [
      'four buttons',
      {
        messaging_product: 'whatsapp',
        to: ana.id,
        type: 'interactive',
        interactive: {
          type: 'button',
          body: { text: 'x' },
          action: { buttons: [1, 2, 3, 4].map((id) => ({ type: 'reply', reply: { id: `${id}`, title: `${id}` } })) },
        },
      },
      131009,
    ],
    [
      'a template that is not there',
      {
        messaging_product: 'whatsapp',
        to: ana.id,
        type: 'template',
        template: { name: 'x', language: { code: 'pt_BR' } },
      },
      132001,
    ],
    [
      'a gap left open',
      {
        messaging_product: 'whatsapp',
        to: ana.id,
        type: 'template',
        template: { name: 'ola', language: { code: 'pt_BR' } },
      },
      132000,
    ],
  ])('refuse %s', async (_case, body, code) => {
    const response = await call('POST', '/100/messages', 'wa-token', body);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.json['error']).toMatchObject({
      code,
      type: 'OAuthException',
      error_data: { messaging_product: 'whatsapp' },
      fbtrace_id: expect.any(String) as string,
    });
  });

  it('check the account of a token and reject a revoked one', async () => {
    expect((await call('GET', '/100', 'page-token')).json['error']).toMatchObject({ code: 100, error_subcode: 33 });
    expect((await call('GET', '/100?fields=display_phone_number,throughput', 'wa-token')).json).toEqual({
      id: '100',
      display_phone_number: '+55 00 3333-4444',
      throughput: { level: 'HIGH' },
    });
    await graph.control.revokeToken('wa-token');
    expect(await call('GET', '/100', 'wa-token')).toMatchObject({
      status: 401,
      json: { error: { code: 190, error_subcode: 460 } },
    });
  });

  it('upload a file and download it in two steps', async () => {
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'nota.pdf');
    const uploaded = await fetch(`${graph.url}/v24.0/100/media`, {
      method: 'POST',
      body: form,
      headers: { authorization: 'Bearer wa-token' },
    });
    const { id } = (await uploaded.json()) as { id: string };
    const { json } = await call('GET', `/${id}`, 'wa-token');
    const link = json['url'] as unknown as string;
    expect((await fetch(link)).status).toBe(401);
    const file = await fetch(link, { headers: { authorization: 'Bearer wa-token' } });
    expect([file.headers.get('content-type'), await file.text()]).toEqual(['application/pdf', '%PDF-1.4']);
  });

  it('send for a page or Instagram depending on the recipient, and echo the message', async () => {
    await graph.control.performAction('300', { id: '6001' }, { kind: 'text', text: 'oi' });
    await graph.control.performAction('200', { id: '5001' }, { kind: 'text', text: 'oi' });
    const to = (id: string) => ({
      recipient: { id },
      messaging_type: 'RESPONSE',
      message: { text: 'Olá', metadata: `c-${id}` },
    });
    for (const id of ['6001', '5001'])
      expect((await call('POST', '/me/messages', 'page-token', to(id))).status).toBe(200);
    expect((await call('POST', '/200/messages', 'page-token', to('9'))).json['error']).toMatchObject({
      code: 100,
      error_subcode: 2018001,
    });
    await expect.poll(() => receiver.messaging().length).toBe(4);
    const echoes = receiver.messaging().filter((message) => 'is_echo' in (message['message'] as object));
    expect(echoes).toMatchObject([
      { sender: { id: '300' }, recipient: { id: '6001' }, message: { metadata: 'c-6001' } },
      { sender: { id: '200' }, recipient: { id: '5001' }, message: { metadata: 'c-5001' } },
    ]);
  });

  it('enforce the rate limits of a number and a pair, and the reply window', async () => {
    await graph.control.clock('2026-03-01T12:00:00Z');
    await graph.control.addWhatsApp({
      wabaId: '902',
      phoneNumberId: '102',
      displayNumber: '+55 00 3333-6666',
      token: 't3',
      throughput: 2,
      webhook: { url: receiver.url },
      hasWindow: true,
    });
    const codes: unknown[] = [];
    for (let at = 0; at < 3; at += 1) {
      const { json } = await call('POST', '/102/messages', 't3', textMessage(`550090000000${at}`, 'x'));
      codes.push((json['error'] as unknown as { code: number } | undefined)?.code);
    }
    expect(codes).toEqual([undefined, undefined, 130429]);
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[0]!.json.entry[0]!.changes![0]!.value['statuses']).toMatchObject([
      { status: 'failed', errors: [{ code: 131047 }] },
    ]);
  });

  it('list templates page by page', async () => {
    for (let at = 0; at < 5; at += 1)
      await graph.control.addTemplate('900', { name: `t${at}`, language: 'pt_BR', components: [] });
    const names: string[] = [];
    let next: string | undefined = `${graph.url}/v24.0/900/message_templates?limit=2&fields=name`;
    while (next !== undefined) {
      const answer: Response = await fetch(next, { headers: { authorization: 'Bearer wa-token' } });
      const { data, paging } = (await answer.json()) as { data: { name: string }[]; paging: { next?: string } };
      names.push(...data.map(({ name }) => name));
      next = paging.next;
    }
    expect(names).toEqual(['ola', 't0', 't1', 't2', 't3', 't4']);
  });
});

describe('faults', () => {
  const ends: [Fault, { answered: number; isDone: boolean; became: Received['became'] }][] = [
    ['closed-before', { answered: 0, isDone: false, became: 'cut' }],
    ['silent-before', { answered: 0, isDone: false, became: 'silent' }],
    ['silent-after', { answered: 0, isDone: true, became: 'silent' }],
    ['reset-after', { answered: 0, isDone: true, became: 'cut' }],
    ['trickle', { answered: 0, isDone: true, became: 'silent' }],
    ['garbage', { answered: 200, isDone: false, became: 'answered' }],
    ['garbage-after', { answered: 200, isDone: true, became: 'answered' }],
    [
      { status: 429, retryAfterSeconds: 7 },
      { answered: 429, isDone: false, became: 'refused' },
    ],
    [{ code: 131056 }, { answered: 400, isDone: false, became: 'refused' }],
  ];
  it.each(ends)('%j applies to the next call of its scope only', async (fault, { answered, isDone, became }) => {
    await graph.control.injectFault({ accountId: '100', to: ana.id, call: 'messages' }, fault);
    expect((await call('POST', '/100/messages', 'wa-token', textMessage('5500900000009', 'outra'))).status).toBe(200);
    const status = await fetch(`${graph.url}/v24.0/100/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer wa-token', 'content-type': 'application/json' },
      body: JSON.stringify(textMessage(ana.id, 'oi')),
      signal: AbortSignal.timeout(150),
    })
      .then(
        async (answer) => {
          await answer.text();
          return answer.status;
        },
        () => 0,
      )
      .catch(() => 0);
    expect(status).toBe(answered);
    expect((await graph.control.received({ call: 'messages' })).at(-1)).toMatchObject({ to: ana.id, isDone, became });
    expect(await graph.control.inbox('100', ana.id)).toHaveLength(isDone ? 1 : 0);
    expect((await call('POST', '/100/messages', 'wa-token', textMessage(ana.id, 'oi'))).status).toBe(200);
  });
});

describe('account linking', () => {
  it('leads from the dialog to the selected pages and delivers after the subscription', async () => {
    await graph.control.reset();
    await graph.control.addPage({ pageId: '201', name: 'Loja <b>', token: 'p1', igId: '301', igUsername: 'loja' });
    await graph.control.addPage({ pageId: '202', name: 'Outra', token: 'p2' });
    await graph.control.platformWebhook(receiver.url);
    await expect(graph.control.performAction('201', { id: '5001' }, { kind: 'text', text: 'oi' })).rejects.toThrow(
      'has no webhook',
    );

    const redirectUri = 'http://127.0.0.1:1/back';
    const dialog = await fetch(
      `${graph.url}/v24.0/dialog/oauth?client_id=4242&state=s1&redirect_uri=${encodeURIComponent(redirectUri)}`,
    );
    expect(await dialog.text()).toContain('Loja &lt;b&gt;');
    const answer = (choice: string) =>
      fetch(`${graph.url}/dialog/oauth`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          answer: choice,
          user: '100001',
          page: '201',
          redirect_uri: redirectUri,
          state: 's1',
        }),
      });
    expect((await answer('deny')).headers.get('location')).toContain('error=access_denied');
    const to = new URL((await answer('allow')).headers.get('location')!);
    expect(to.searchParams.get('state')).toBe('s1');

    const exchange = `/oauth/access_token?client_id=4242&client_secret=app-secret&redirect_uri=${encodeURIComponent(redirectUri)}&code=${to.searchParams.get('code')}`;
    const short = (await call('GET', exchange, '')).json['access_token'] as unknown as string;
    expect((await call('GET', exchange, '')).json['error']).toMatchObject({ code: 100, error_subcode: 36009 });
    const long = await call(
      'GET',
      `/oauth/access_token?grant_type=fb_exchange_token&client_id=4242&client_secret=app-secret&fb_exchange_token=${short}`,
      '',
    );
    const user = long.json['access_token'] as unknown as string;
    expect(
      (await call('GET', `/me/accounts?fields=id,name,access_token,instagram_business_account{id,username}`, user))
        .json['data'],
    ).toEqual([
      { id: '201', name: 'Loja <b>', access_token: 'p1', instagram_business_account: { id: '301', username: 'loja' } },
    ]);
    expect((await call('GET', `/debug_token?input_token=${user}`, '4242|app-secret')).json['data']).toMatchObject({
      is_valid: true,
      type: 'USER',
      user_id: '100001',
    });

    expect((await call('POST', '/201/subscribed_apps', 'p1', {})).json['error']).toMatchObject({ code: 100 });
    await call('POST', '/201/subscribed_apps?subscribed_fields=messages', 'p1');
    await graph.control.performAction('301', { id: '6001' }, { kind: 'text', text: 'oi' });
    await graph.control.idle();
    expect(receiver.messaging()).toHaveLength(1);
  });

  it('verifies webhooks and accepts remote control with the control token only', async () => {
    const far = connectControl(graph.url, graph.controlToken);
    expect(await far.handshake(receiver.url)).toMatchObject({ status: 200, contentType: 'text/plain', isAgreed: true });
    expect(await far.handshake(receiver.url, 'wrong')).toMatchObject({ status: 403 });
    await far.customer('whatsapp', '100', ana).sendText('de longe');
    await far.idle();
    expect(receiver.messages()).toHaveLength(1);
    await expect(connectControl(graph.url, 'guess').hold()).rejects.toThrow('wrong control token');
    await expect(far.performAction('missing', ana, { kind: 'text', text: '' })).rejects.toThrow('no account missing');
  });
});
