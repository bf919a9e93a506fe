import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AccountEvent } from './account-events.ts';
import type { CustomerAction } from './customer-actions.ts';
import { ana, textMessage, setUpSimulator } from './simulator.fixture.ts';

const simulator = setUpSimulator();
const { call } = simulator;
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
    const customer = simulator.graph.control.customer('whatsapp', '100', ana);
    for (const action of doable) await customer.perform(action);
    await simulator.graph.control.idle();
    expect(simulator.receiver.messages()).toHaveLength(doable.length);
    for (const { body, signature } of simulator.receiver.received) {
      expect(signature).toBe(`sha256=${createHmac('sha256', 'app-secret').update(body).digest('hex')}`);
    }
    const [first] = simulator.receiver.received;
    expect(first!.body).toContain(String.raw`https:\/\/example.com\/\u00e9`);
    expect(JSON.stringify(first!.json)).not.toBe(first!.body);
  });

  it('are batched over several accounts and webhook objects, each item once, or twice on request', async () => {
    await simulator.graph.control.addWhatsApp({
      wabaId: '901',
      phoneNumberId: '101',
      displayNumber: '+55 00 3333-5555',
      token: 't2',
      webhook: { url: simulator.receiver.url },
    });
    await simulator.graph.control.hold();
    const ids = new Set<string>();
    for (let at = 0; at < 60; at += 1) {
      const account = at % 2 === 0 ? '100' : '101';
      ids.add(
        (
          await simulator.graph.control.performAction(
            account,
            { id: `55009000000${at}` },
            { kind: 'text', text: String(at) },
          )
        ).id,
      );
    }
    const psid = { id: '5001', name: 'Caio Luz' };
    for (let at = 0; at < 10; at += 1)
      await simulator.graph.control.performAction('200', psid, { kind: 'text', text: String(at) });
    await simulator.graph.control.webhooks({ duplicate: 1 });
    await simulator.graph.control.release();
    await simulator.graph.control.idle();
    expect(simulator.receiver.received).toHaveLength(4);
    const messageIds = simulator.receiver.messages().map((message) => (message as { id: string }).id);
    expect(messageIds).toHaveLength(120);
    expect(new Set(messageIds)).toEqual(ids);
    expect(new Set(simulator.receiver.received.flatMap(({ json }) => json.entry.map(({ id }) => id)))).toEqual(
      new Set(['900', '901', '200']),
    );
  });

  it('are retried until accepted and keep their order', async () => {
    await simulator.graph.control.webhooks({ retryMs: 1 });
    simulator.receiver.answers.push(500, 503, 200);
    const customer = simulator.graph.control.customer('whatsapp', '100', ana);
    for (const text of ['1', '2', '3']) await customer.sendText(text);
    await simulator.graph.control.idle();
    expect(simulator.receiver.messages().map((message) => (message as { text: { body: string } }).text.body)).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect((await simulator.graph.control.deliveries()).map(({ answers }) => answers)).toEqual([
      [500, 503, 200],
      [200],
      [200],
    ]);
  });

  it('use a business-scoped id for a hidden number and the formats of pages and Instagram', async () => {
    await simulator.graph.control.performAction(
      '100',
      { ...ana, userId: 'BR.77', username: 'ana.p', hidesNumber: true },
      { kind: 'text', text: 'oi' },
    );
    await simulator.graph.control.performAction(
      '300',
      { id: '6001', username: 'ana' },
      { kind: 'story-reply', text: 'linda', storyId: '9', url: 'https://example.com/s' },
    );
    await simulator.graph.control.performAction('200', { id: '5001' }, { kind: 'read' });
    await simulator.graph.control.idle();
    expect(simulator.receiver.messages()).toMatchObject([{ from_user_id: 'BR.77', type: 'text' }]);
    expect(simulator.receiver.received[0]!.body).not.toContain(ana.id);
    const pages = simulator.receiver.messaging();
    expect(pages.find((message) => 'message' in message)).toMatchObject({
      sender: { id: '6001' },
      recipient: { id: '300' },
      message: { reply_to: { story: { id: '9' } } },
    });
    expect(pages.find((message) => 'read' in message)).toMatchObject({
      read: { watermark: expect.any(Number) as number },
    });
    await expect(
      simulator.graph.control.performAction(
        '200',
        { id: '5001' },
        { kind: 'story-mention', url: 'https://example.com' },
      ),
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
    for (const event of events) await simulator.graph.control.event('100', event);
    await simulator.graph.control.idle();
    const fields = simulator.receiver.received.map(({ json }) => json.entry[0]!.changes![0]!.field);
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

describe('limits of marketing', () => {
  const template = {
    messaging_product: 'whatsapp',
    to: ana.id,
    type: 'template',
    template: {
      name: 'ola',
      language: { code: 'pt_BR' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }],
    },
  };
  const statuses = () =>
    simulator.receiver.received.flatMap(
      ({ json }) => (json.entry[0]!.changes![0]!.value['statuses'] ?? []) as { id: string; status: string }[],
    );

  it('hold a template until it is released or dropped [G5]', async () => {
    const { control } = simulator.graph;
    await control.statuses('100', { upTo: 'read' });
    await control.injectFault({ accountId: '100', call: 'messages' }, 'held', { times: 2 });
    const released = await call('POST', '/100/messages', 'wa-token', template);
    const dropped = await call('POST', '/100/messages', 'wa-token', template);
    expect(released.json['messages']).toMatchObject([{ message_status: 'held_for_quality_assessment' }]);
    expect(await control.inbox('100', ana.id)).toEqual([]);
    await control.status(idOf(released), 'sent');
    await control.status(idOf(dropped), 'failed', { code: 132015 });
    await control.idle();
    expect((await control.inbox('100', ana.id)).map(({ messageId }) => messageId)).toEqual([idOf(released)]);
    expect(statuses().map(({ id, status }) => [id, status])).toEqual([
      [idOf(released), 'sent'],
      [idOf(dropped), 'failed'],
    ]);
  });

  it.each([130_429, 131_056, 131_048, 131_049, 131_050])('refuse with %i', async (code) => {
    await simulator.graph.control.injectFault({ accountId: '100', call: 'messages' }, { code });
    expect((await call('POST', '/100/messages', 'wa-token', template)).json['error']).toMatchObject({ code });
  });

  it('report a stop, a resumption and a portfolio without a limit [G1] [G4]', async () => {
    const { control } = simulator.graph;
    await control.performAction('100', ana, { kind: 'marketing', value: 'stop' });
    await control.performAction('100', ana, { kind: 'marketing', value: 'resume' });
    await control.event('100', { kind: 'capability', peoplePerDay: -1 });
    await control.idle();
    const changes = simulator.receiver.received.map(({ json }) => json.entry[0]!.changes![0]!);
    expect(changes.map(({ field }) => field).sort()).toEqual([
      'business_capability_update',
      'user_preferences',
      'user_preferences',
    ]);
    const preferences = changes.flatMap(({ value }) => value['user_preferences'] ?? []);
    expect(preferences).toMatchObject([
      { wa_id: ana.id, category: 'marketing_messages', value: 'stop' },
      { wa_id: ana.id, category: 'marketing_messages', value: 'resume' },
    ]);
  });
});

describe('Graph calls', () => {
  it('send a message and report its statuses with our correlation', async () => {
    await simulator.graph.control.statuses('100', { upTo: 'read' });
    await simulator.graph.control.performAction('100', { id: '550012345678' }, { kind: 'text', text: 'oi' });
    const sent = await call(
      'POST',
      '/100/messages',
      'wa-token',
      textMessage('5500912345678', 'Olá', { biz_opaque_callback_data: 'c-1' }),
    );
    // The network knows this customer without the ninth digit.
    expect(sent.json['contacts']).toEqual([{ input: '5500912345678', wa_id: '550012345678' }]);
    await expect.poll(() => simulator.receiver.received.length).toBe(4);
    await simulator.graph.control.idle();
    const statuses = simulator.receiver.received.flatMap(
      ({ json }) => json.entry[0]!.changes![0]!.value['statuses'] ?? [],
    );
    expect(statuses).toMatchObject(
      ['sent', 'delivered', 'read'].map((status) => ({ id: idOf(sent), status, biz_opaque_callback_data: 'c-1' })),
    );
    expect(await simulator.graph.control.inbox('100', '550012345678')).toMatchObject([
      { type: 'text', correlation: 'c-1' },
    ]);
  });

  it.each([
    ['no product', { to: '1' }, 100],
    ['a missing recipient', { messaging_product: 'whatsapp', text: { body: 'x' } }, 100],
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
      'an unknown template',
      {
        messaging_product: 'whatsapp',
        to: ana.id,
        type: 'template',
        template: { name: 'x', language: { code: 'pt_BR' } },
      },
      132001,
    ],
    [
      'a missing placeholder value',
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
    await simulator.graph.control.revokeToken('wa-token');
    expect(await call('GET', '/100', 'wa-token')).toMatchObject({
      status: 401,
      json: { error: { code: 190, error_subcode: 460 } },
    });
  });

  it('upload a file and download it in two steps', async () => {
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'nota.pdf');
    const uploaded = await fetch(`${simulator.graph.url}/v24.0/100/media`, {
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
    await simulator.graph.control.performAction('300', { id: '6001' }, { kind: 'text', text: 'oi' });
    await simulator.graph.control.performAction('200', { id: '5001' }, { kind: 'text', text: 'oi' });
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
    await expect.poll(() => simulator.receiver.messaging().length).toBe(4);
    const echoes = simulator.receiver.messaging().filter((message) => 'is_echo' in (message['message'] as object));
    expect(echoes).toMatchObject([
      { sender: { id: '300' }, recipient: { id: '6001' }, message: { metadata: 'c-6001' } },
      { sender: { id: '200' }, recipient: { id: '5001' }, message: { metadata: 'c-5001' } },
    ]);
  });

  it('enforce the rate limits of a number and a pair, and the reply window', async () => {
    await simulator.graph.control.clock('2026-03-01T12:00:00Z');
    await simulator.graph.control.addWhatsApp({
      wabaId: '902',
      phoneNumberId: '102',
      displayNumber: '+55 00 3333-6666',
      token: 't3',
      throughput: 2,
      webhook: { url: simulator.receiver.url },
      hasWindow: true,
    });
    const codes: unknown[] = [];
    for (let at = 0; at < 3; at += 1) {
      const { json } = await call('POST', '/102/messages', 't3', textMessage(`550090000000${at}`, 'x'));
      codes.push((json['error'] as unknown as { code: number } | undefined)?.code);
    }
    expect(codes).toEqual([undefined, undefined, 130429]);
    await expect.poll(() => simulator.receiver.received.length).toBe(2);
    expect(simulator.receiver.received[0]!.json.entry[0]!.changes![0]!.value['statuses']).toMatchObject([
      { status: 'failed', errors: [{ code: 131047 }] },
    ]);
  });

  it('list templates page by page', async () => {
    for (let at = 0; at < 5; at += 1)
      await simulator.graph.control.addTemplate('900', { name: `t${at}`, language: 'pt_BR', components: [] });
    const names: string[] = [];
    let next: string | undefined = `${simulator.graph.url}/v24.0/900/message_templates?limit=2&fields=name`;
    while (next !== undefined) {
      const answer: Response = await fetch(next, { headers: { authorization: 'Bearer wa-token' } });
      const { data, paging } = (await answer.json()) as { data: { name: string }[]; paging: { next?: string } };
      names.push(...data.map(({ name }) => name));
      next = paging.next;
    }
    expect(names).toEqual(['ola', 't0', 't1', 't2', 't3', 't4']);
  });
});
