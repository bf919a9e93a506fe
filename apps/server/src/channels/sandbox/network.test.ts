import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NotSent, OutcomeUnknown, Refused, type Account, type Peer, type ChannelEvent } from '../port.ts';
import type { Entry } from './network/journal.ts';
import { startSandbox, type Delivery, type Sandbox } from './conformance.fixture.ts';
import { parsePayload, parsePeer } from './parse.ts';

let sandbox: Sandbox;
beforeEach(async () => (sandbox = await startSandbox()));
afterEach(() => sandbox.close());

const textAction = (text: string, customerId = 'helena') => ({ act: 'say' as const, customerId, text });
const parse = (account: Account, { body }: Delivery): ChannelEvent[] => parsePayload(body, account);
const eventsFor = (account: Account, deliveries: Delivery[]) =>
  deliveries
    .filter(({ url }) => url.endsWith(account.secrets['webhookKey']!))
    .flatMap((delivery) => parse(account, delivery));
const texts = (events: ChannelEvent[]) =>
  events.flatMap((event) => (event.type === 'message' && event.content.kind === 'text' ? [event.content.text] : []));
const waitForEvents = (account: Account, isEnough: (events: ChannelEvent[]) => boolean) =>
  sandbox.webhookServer.until((deliveries) => {
    const events = eventsFor(account, deliveries);
    return isEnough(events) ? events : undefined;
  });
const peerOf = async (account: Account, id = 'helena'): Promise<Peer> => {
  const customer = (await sandbox.phones(account)).find((candidate) => candidate.id === id)!;
  return parsePeer({ ...customer.ids, name: customer.name }, account);
};
let keys = 0;
const reply = async (account: Account, text: string, to = 'helena', channel = sandbox.channel) =>
  channel.send(account, {
    to: await peerOf(account, to),
    content: { kind: 'text', text },
    correlation: `c-${(keys += 1)}`,
  });
const receipts = (events: ChannelEvent[]) => events.flatMap((event) => (event.type === 'receipt' ? [event] : []));
const journal = async () => (await sandbox.request('GET', '/journal')) as Entry[];

describe('deliveries', () => {
  it('are signed, go to the webhook of the account and keep the order of a customer', async () => {
    const account = await sandbox.open('whatsappapi');
    const many = Array.from({ length: 60 }, (_, n) => `mensagem ${n}`);
    for (const text of many) await sandbox.act(account, textAction(text));
    const events = await waitForEvents(account, (all) => texts(all).length >= many.length);
    expect(texts(events)).toEqual(many);
    for (const { headers, body, url } of sandbox.webhookServer.received) {
      expect(url).toBe(`/webhooks/sandbox/${account.secrets['webhookKey']}`);
      expect(sandbox.channel.isAuthentic({ headers, body }, account)).toBe(true);
    }
  });

  it('are retried until accepted, and only then the phone shows "sent"', async () => {
    const account = await sandbox.open('whatsappapi');
    sandbox.webhookServer.answerWith(500, 503, 401);
    const [wid] = await sandbox.act(account, textAction('insiste'));
    await sandbox.deliveryOf(wid!);
    const tries = (await journal()).filter((entry) => entry.type === 'delivery' && entry.wids.includes(wid!));
    expect(tries.map((entry) => entry.type === 'delivery' && entry.status).slice(0, 3)).toEqual([500, 503, 401]);
    const ticks = () => sandbox.control.thread(account, 'helena', { language: 'pt' });
    let thread = await ticks();
    while (thread.messages[0]!.ticks === 'waiting')
      thread = await sandbox.control.thread(account, 'helena', { knows: thread.revision, language: 'pt' });
    expect(thread.messages[0]).toMatchObject({ wid, ticks: 'sent' });
  });

  it('are duplicated on demand, as the same bytes or as the same items in another delivery', async () => {
    const account = await sandbox.open('whatsappapi');
    await sandbox.act(account, { act: 'faults', faults: { duplicateOneIn: 1 } });
    const wids: string[] = [];
    for (const text of ['um', 'dois', 'três', 'quatro']) {
      const [wid] = await sandbox.act(account, textAction(text));
      wids.push(wid!);
      await sandbox.webhookServer.until((all) =>
        all.filter(({ body }) => body.includes(wid!)).length >= 2 ? true : undefined,
      );
    }
    const pairs = wids.map((wid) =>
      sandbox.webhookServer.received.filter(({ body }) => body.includes(wid)).map(({ body }) => body.toString()),
    );
    const sameBytes = pairs.filter(([first, second]) => first === second).length;
    expect(pairs.map((pair) => pair.length)).toEqual([2, 2, 2, 2]);
    expect(sameBytes).toBe(2);
  });

  it('are shuffled on demand, reproducibly by seed', async () => {
    const shuffled = async () => {
      const account = await sandbox.open('whatsappapi');
      await sandbox.act(account, { act: 'faults', faults: { shuffle: 10 } });
      await sandbox.act(account, ...Array.from({ length: 10 }, (_, n) => textAction(`${n}`)));
      return texts(await waitForEvents(account, (all) => texts(all).length >= 10));
    };
    const first = await shuffled();
    expect(first).not.toEqual(first.toSorted());
    expect(first.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    await sandbox.close();
    sandbox = await startSandbox();
    expect(await shuffled()).toEqual(first);
  });

  it('wait while the session is down', async () => {
    const account = await sandbox.open('whatsapp');
    await sandbox.act(account, { act: 'drop' });
    await waitForEvents(account, (all) =>
      all.some((event) => event.type === 'session' && event.status === 'DISCONNECTED'),
    );
    await sandbox.act(account, textAction('alguém aí?'));
    expect(await sandbox.control.getAccountState(account, 'pt')).toMatchObject({ session: 'dropped', waiting: 1 });
    await sandbox.act(account, { act: 'restore' });
    const events = await waitForEvents(account, (all) => texts(all).length > 0);
    expect(events.filter((event) => event.type === 'session').at(-1)).toMatchObject({ status: 'CONNECTED' });
  });

  it('are given up when the connection was deleted', async () => {
    const account = await sandbox.open('whatsappapi');
    sandbox.webhookServer.answerWith(...Array.from({ length: 200 }, () => 404));
    await sandbox.act(account, textAction('tchau'));
    await sandbox.channel.session!.close(account, true);
    let entries = await journal();
    while (!entries.some(({ type }) => type === 'given-up')) entries = await journal();
    expect(entries.at(-1)).toMatchObject({ type: 'given-up', account: sandbox.idOf(account) });
  });
});

describe('sessions', () => {
  const states = (events: ChannelEvent[]) =>
    events.flatMap((event) => (event.type === 'session' ? [event.status] : []));

  it('of phones open when the code is scanned', async () => {
    const account = sandbox.account('whatsapp');
    await sandbox.channel.session!.open(account, false);
    const [event] = await waitForEvents(account, (all) => states(all).includes('qrcode'));
    expect(event).toMatchObject({ type: 'session', status: 'qrcode', qrcode: expect.stringMatching(/^sandbox:/) });
    await sandbox.act(account, { act: 'scan' });
    const events = await waitForEvents(account, (all) => states(all).includes('CONNECTED'));
    expect(events.at(-1)).toMatchObject({ number: expect.stringMatching(/^55114\d{7}$/) });
  });

  it('renew an unscanned code and close after the fourth', async () => {
    await sandbox.close();
    sandbox = await startSandbox({ qrEveryMs: 10 });
    const account = sandbox.account('whatsapp');
    await sandbox.channel.session!.open(account, false);
    const events = await waitForEvents(account, (all) => states(all).includes('DISCONNECTED'));
    expect(states(events)).toEqual(['qrcode', 'qrcode', 'qrcode', 'qrcode', 'DISCONNECTED']);
    const codes = events.map((event) => event.type === 'session' && event.qrcode).slice(0, 4);
    expect(new Set(codes).size).toBe(4);
  });

  it('of official accounts need no code', async () => {
    for (const kind of ['whatsappapi', 'facebook', 'instagram'] as const) {
      const account = sandbox.account(kind);
      await sandbox.channel.session!.open(account, false);
      expect(states(await waitForEvents(account, (all) => states(all).length > 0))).toEqual(['CONNECTED']);
    }
  });

  it('resume without a code after a drop and need a new one after a logout', async () => {
    const account = await sandbox.open('whatsapp');
    await sandbox.channel.session!.close(account, false);
    await sandbox.channel.session!.open(account, false);
    expect(await sandbox.control.getAccountState(account, 'pt')).toMatchObject({ session: 'open' });
    await sandbox.act(account, { act: 'log-out' });
    const error = await reply(account, 'oi').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(Refused);
    expect((error as Refused).isAccountDead).toBe(true);
    await sandbox.channel.session!.open(account, false);
    expect(await sandbox.control.getAccountState(account, 'pt')).toMatchObject({ session: 'qrcode' });
  });

  it('that are down make sends retryable', async () => {
    const account = await sandbox.open('whatsapp');
    await sandbox.act(account, { act: 'drop' });
    const error = await reply(account, 'oi').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NotSent);
    expect((error as NotSent).fault.code).toBe('ERR_CHANNEL_DOWN');
  });

  it('reject another token', async () => {
    const account = await sandbox.open('whatsappapi');
    const thief = { ...account, secrets: { ...account.secrets, apiToken: 'x'.repeat(40) } };
    await expect(sandbox.channel.session!.open(thief, true)).rejects.toBeInstanceOf(Refused);
    await expect(sandbox.channel.findNumber(thief, '5511987654321')).rejects.toBeInstanceOf(Refused);
  });

  it('that the network lost are reopened by the next send', async () => {
    const account = await sandbox.open('whatsappapi');
    await sandbox.act(account, textAction('oi'));
    const to = await peerOf(account);
    await sandbox.restart();
    const sent = sandbox.channel.send(account, { to, content: { kind: 'text', text: 'olá' }, correlation: 'c-again' });
    // The account exists again, without a customer message.
    await expect(sent).rejects.toMatchObject({ fault: { code: 'ERR_REPLY_WINDOW' } });
    expect(await sandbox.control.getAccountState(account, 'pt')).toMatchObject({ session: 'open' });
  });
});

describe('receipts', () => {
  it('are sent and delivered immediately, read and played on the customer’s action', async () => {
    const account = await sandbox.open('whatsapp');
    const { wid } = await reply(account, 'Bom dia!');
    await waitForEvents(account, (all) => receipts(all).length >= 2);
    await sandbox.act(account, { act: 'read', customerId: 'helena' }, { act: 'play', customerId: 'helena', wid });
    const receiptEvents = receipts(await waitForEvents(account, (all) => receipts(all).length >= 4));
    expect(receiptEvents.map((receipt) => receipt.status)).toEqual(['sent', 'delivered', 'read', 'played']);
    expect(new Set(receiptEvents.map((receipt) => receipt.wid))).toEqual(new Set([wid]));
    expect(new Set(receiptEvents.map((receipt) => receipt.correlation)).size).toBe(1);
  });

  it('of an offline customer are delivered when the customer is online again', async () => {
    const account = await sandbox.open('whatsapp');
    await sandbox.act(account, { act: 'online', customerId: 'helena', isOnline: false });
    await reply(account, 'oi');
    const first = receipts(await waitForEvents(account, (all) => receipts(all).length >= 1));
    expect(first.map(({ status }) => status)).toEqual(['sent']);
    await sandbox.act(account, { act: 'online', customerId: 'helena', isOnline: true });
    const all = receipts(await waitForEvents(account, (events) => receipts(events).length >= 2));
    expect(all.map(({ status }) => status)).toEqual(['sent', 'delivered']);
  });

  it('are reversed on demand', async () => {
    const account = await sandbox.open('whatsapp');
    await sandbox.act(account, { act: 'faults', faults: { receiptsReversed: true } });
    await reply(account, 'oi');
    expect(
      receipts(await waitForEvents(account, (all) => receipts(all).length >= 2)).map(({ status }) => status),
    ).toEqual(['delivered', 'sent']);
  });

  it('report a later failure with its reason', async () => {
    const account = await sandbox.open('whatsapp');
    const { wid } = await reply(account, 'oi');
    await sandbox.act(account, { act: 'fail', customerId: 'helena', wid, refusal: 'window' });
    const receiptEvents = receipts(
      await waitForEvents(account, (all) => receipts(all).some((receipt) => receipt.status === 'failed')),
    );
    expect(receiptEvents.at(-1)).toMatchObject({ wid, status: 'failed', fault: { code: 'ERR_REPLY_WINDOW' } });
  });

  it('settle a send without a response', async () => {
    const account = await sandbox.open('whatsapp');
    await sandbox.act(account, { act: 'faults', faults: { sends: 'after-read', times: 1 } });
    const lost = sandbox.channelWith({ timeoutMs: 600 }).send(account, {
      to: await peerOf(account),
      content: { kind: 'text', text: 'oi' },
      correlation: 'lost-1',
    });
    await expect(lost).rejects.toBeInstanceOf(OutcomeUnknown);
    const receiptEvents = receipts(await waitForEvents(account, (all) => receipts(all).length > 0));
    expect(receiptEvents[0]).toMatchObject({
      correlation: 'lost-1',
      wid: expect.stringMatching(/^sbx\./),
      status: 'sent',
    });
  });
});

describe('customer actions', () => {
  it('send quotes, reactions, edits and removals with the id of their message', async () => {
    const account = await sandbox.open('whatsapp');
    const { wid } = await reply(account, 'Qual tamanho?');
    const [own] = await sandbox.act(account, { ...textAction('O grande'), quotes: wid });
    await sandbox.act(
      account,
      { act: 'react', customerId: 'helena', wid, emoji: '👍' },
      { act: 'edit', customerId: 'helena', wid: own!, text: 'O pequeno' },
      { act: 'delete', customerId: 'helena', wid: own! },
    );
    const events = await waitForEvents(account, (all) => all.some((event) => event.type === 'removed'));
    const about = events.filter((event) => event.type !== 'receipt' && event.type !== 'session');
    expect(about).toMatchObject([
      { type: 'message', wid: own, quotes: wid, content: { text: 'O grande' } },
      { type: 'message', content: { kind: 'reaction', to: wid, emoji: '👍' } },
      { type: 'edited', wid: own, text: 'O pequeno' },
      { type: 'removed', wid: own },
    ]);
  });

  it('cannot remove a message of the company or quote an unknown one', async () => {
    const account = await sandbox.open('whatsapp');
    const { wid } = await reply(account, 'oi');
    await expect(sandbox.control.act(account, { act: 'delete', customerId: 'helena', wid })).rejects.toMatchObject({
      code: 'ERR_NO_MESSAGE_FOUND',
    });
    await expect(sandbox.act(account, { ...textAction('x'), quotes: 'nothing' })).rejects.toThrow('404');
  });

  it('choose a row of a list by its id', async () => {
    const account = await sandbox.open('whatsapp');
    const { wid } = await sandbox.channel.send(account, {
      to: await peerOf(account),
      correlation: 'list-1',
      content: {
        kind: 'list',
        title: '',
        text: 'Com quem?',
        button: 'Ver',
        sections: [{ title: '', rows: [{ id: 'v', title: 'Vendas' }] }],
      },
    });
    await sandbox.act(account, { act: 'choose', customerId: 'helena', wid, choiceId: 'v' });
    const events = await waitForEvents(account, (all) => all.some((event) => event.type === 'message'));
    expect(events.at(-1)).toMatchObject({ quotes: wid, content: { kind: 'choice', id: 'v', title: 'Vendas' } });
    await expect(sandbox.act(account, { act: 'choose', customerId: 'helena', wid, choiceId: 'w' })).rejects.toThrow(
      '404',
    );
  });

  it('choose a button by its id', async () => {
    const account = await sandbox.open('facebook');
    await sandbox.act(account, textAction('oi'));
    const { wid } = await sandbox.channel.send(account, {
      to: await peerOf(account),
      correlation: 'buttons-1',
      content: { kind: 'buttons', title: '', text: 'Com quem?', choices: [{ id: 'v', title: 'Vendas' }] },
    });
    await sandbox.act(account, { act: 'choose', customerId: 'helena', wid, choiceId: 'v' });
    const events = await waitForEvents(account, (all) => all.filter((event) => event.type === 'message').length > 1);
    expect(events.filter((event) => event.type === 'message').at(-1)).toMatchObject({
      quotes: wid,
      content: { kind: 'choice', id: 'v', title: 'Vendas' },
    });
    const { messages, customer } = await sandbox.control.thread(account, 'helena', { language: 'pt' });
    expect(messages[1]!.content).toMatchObject({ kind: 'buttons', text: 'Com quem?', footer: '' });
    expect(customer.lastText).toBe('Vendas');
  });

  it('name the author in a group', async () => {
    const account = await sandbox.open('whatsapp');
    await sandbox.act(account, { ...textAction('Bom dia, vizinhos', 'flores'), memberId: 'bia' });
    const [message] = (await waitForEvents(account, (all) => all.some((event) => event.type === 'message'))).filter(
      (event) => event.type === 'message',
    );
    expect(message).toMatchObject({
      peer: { isGroup: true, name: 'Condomínio das Flores' },
      author: { name: 'Bia', isGroup: false },
    });
  });

  it('use the ids of their channel', async () => {
    const kindsOf = async (kind: Account['kind'], id: string) => {
      const account = await sandbox.open(kind);
      return (await peerOf(account, id)).identities.map((identity) => [
        identity.kind,
        identity.scope === sandbox.idOf(account),
      ]);
    };
    expect(await kindsOf('whatsapp', 'helena')).toEqual([
      ['phone', false],
      ['lid', false],
    ]);
    expect(await kindsOf('whatsapp', 'caio')).toEqual([
      ['lid', false],
      ['username', false],
    ]);
    expect(await kindsOf('whatsappapi', 'helena')).toEqual([
      ['phone', false],
      ['bsuid', true],
    ]);
    expect(await kindsOf('whatsappapi', 'caio')).toEqual([
      ['bsuid', true],
      ['username', false],
    ]);
    expect(await kindsOf('facebook', 'helena')).toEqual([['psid', true]]);
    expect(await kindsOf('instagram', 'helena')).toEqual([
      ['igsid', true],
      ['username', false],
    ]);
  });

  it('include an address book with contacts and chats [M-122]', async () => {
    const account = await sandbox.open('whatsapp');
    const contacts = await sandbox.channel.addressBook!(account, 'contacts');
    const customers = (await sandbox.phones(account)).filter(({ isGroup, ids }) => !isGroup && ids.phone !== undefined);
    expect(contacts.map(({ name }) => name)).toEqual(customers.map(({ name }) => name));
    for (const { number } of contacts) expect(number).toMatch(/^\d{10,15}$/);
    const before = await sandbox.channel.addressBook!(account, 'chats');
    await sandbox.act(account, textAction('bom dia'));
    const helena = customers.find(({ id }) => id === 'helena')!.name;
    expect(before.map(({ name }) => name)).not.toContain(helena);
    expect((await sandbox.channel.addressBook!(account, 'chats')).map(({ name }) => name)).toContain(helena);
  });

  it('find a number in both forms and return the form of the network', async () => {
    const account = await sandbox.open('whatsapp');
    expect(await sandbox.channel.findNumber(account, '551187654321')).toEqual({ number: '5511987654321' });
    expect(await sandbox.channel.findNumber(account, '5531987654321')).toEqual({ number: '553187654321' });
    expect(await sandbox.channel.findNumber(account, '5511900000000')).toBeNull();
    const to = (value: string): Peer => ({ identities: [{ kind: 'phone', value }], isGroup: false });
    await sandbox.channel.send(account, {
      to: to('5531987650000'),
      content: { kind: 'text', text: 'a' },
      correlation: 'n-1',
    });
    await sandbox.channel.send(account, {
      to: to('553187650000'),
      content: { kind: 'text', text: 'b' },
      correlation: 'n-2',
    });
    const matches = (await sandbox.phones(account)).filter(({ ids }) => ids.phone === '553187650000');
    expect(matches.map(({ messages }) => messages.length)).toEqual([2]);
  });

  it('on the account’s own phone are delivered as own messages without a correlation', async () => {
    const account = await sandbox.open('whatsapp');
    await sandbox.act(account, { act: 'own-phone', customerId: 'helena', text: 'Respondi pelo celular' });
    const [message] = (await waitForEvents(account, (all) => texts(all).length > 0)).filter(
      (event) => event.type === 'message',
    );
    expect(message).toMatchObject({ fromMe: true });
    expect(message).not.toHaveProperty('correlation');
  });

  it('advance the clock and close the reply window', async () => {
    const account = await sandbox.open('whatsappapi');
    await sandbox.act(account, textAction('oi'));
    await reply(account, 'olá');
    const { clockAheadHours } = await sandbox.control.advance(account, 25);
    expect(clockAheadHours).toBe(25);
    const late = await reply(account, 'ainda aí?').catch((cause: unknown) => cause);
    expect((late as Refused).fault.code).toBe('ERR_REPLY_WINDOW');
    // A template is accepted at any time and does not open the window.
    const [first] = (await sandbox.channel.templates!(account)).filter(({ status }) => status === 'approved');
    const { name, language } = first!;
    await sandbox.channel.send(account, {
      to: await peerOf(account),
      correlation: 'template-1',
      content: { kind: 'template', template: { name, language, text: 'Olá, Helena!', body: [{ value: 'Helena' }] } },
    });
    const { messages } = await sandbox.control.thread(account, 'helena', { language: 'pt' });
    expect(messages.at(-1)!.content).toMatchObject({ kind: 'template', name, text: 'Olá, Helena!', image: null });
    await expect(reply(account, 'e agora?')).rejects.toMatchObject({ fault: { code: 'ERR_REPLY_WINDOW' } });
    const before = Date.now();
    await sandbox.act(account, textAction('estou'));
    await reply(account, 'que bom');
    const events = await waitForEvents(account, (all) => texts(all).length >= 2);
    const last = events.filter((event) => event.type === 'message').at(-1)!;
    expect(Date.parse(last.at) - before).toBeGreaterThan(24 * 3_600_000);
    expect(await sandbox.control.advance(account, 0)).toMatchObject({ clockAheadHours: 0 });
  });

  it('run scripts to the end and wait for messages of the company', async () => {
    const account = await sandbox.open('whatsapp');
    await sandbox.control.run(account, 'pix', 'helena');
    await waitForEvents(account, (all) => texts(all).length >= 1);
    await reply(account, 'Claro, um momento');
    await sandbox.channel.send(account, {
      to: await peerOf(account),
      correlation: 'pix-1',
      content: {
        kind: 'pix',
        title: 'Óculos',
        keyType: 'EMAIL',
        key: 'loja@example.com',
        merchantName: 'Ótica',
        cents: 100,
        brCode: '0002',
      },
    });
    const receivedTexts = texts(await waitForEvents(account, (all) => texts(all).length >= 3));
    expect(receivedTexts).toEqual(['Posso pagar no PIX?', 'Recebi, vou pagar agora', 'Pronto, pago! Obrigada']);
  });

  it('run a script with every kind of message on another channel', async () => {
    const account = await sandbox.open('instagram');
    await sandbox.control.run(account, 'everything', 'joao');
    const events = await waitForEvents(account, (all) => all.filter((event) => event.type === 'message').length >= 13);
    const kinds = events.flatMap((event) => (event.type === 'message' ? [event.content.kind] : []));
    expect(kinds).toEqual([
      'ad',
      'media',
      'media',
      'media',
      'media',
      'media',
      'media',
      'location',
      'contacts',
      'poll',
      'event',
      'call',
      'unsupported',
    ]);
  });
});

describe('calls of the server', () => {
  it('mark as read, edit within 15 minutes and remove', async () => {
    const account = await sandbox.open('whatsapp');
    const [wid] = await sandbox.act(account, textAction('oi'));
    await sandbox.deliveryOf(wid!);
    const to = await peerOf(account);
    const sent = await reply(account, 'Bom dai');
    await sandbox.channel.edit!(account, to, sent.wid, 'Bom dia');
    await sandbox.channel.markRead!(account, to, [wid!]);
    await sandbox.channel.remove!(account, to, sent.wid);
    const { messages } = await sandbox.control.thread(account, 'helena', { language: 'pt' });
    expect(messages).toMatchObject([
      { wid, ticks: 'read' },
      { wid: sent.wid, isEdited: true, isDeleted: true, content: { text: 'Bom dia' } },
    ]);
    await sandbox.control.advance(account, 1);
    await expect(sandbox.channel.edit!(account, to, sent.wid, 'tarde')).rejects.toMatchObject({
      fault: { code: 'ERR_EDITING_WAPP_MSG' },
    });
    await expect(sandbox.channel.remove!(account, to, 'nothing')).rejects.toBeInstanceOf(Refused);
  });

  it('are recorded in the journal with result, repetition and status', async () => {
    const account = await sandbox.open('whatsapp');
    const to = await peerOf(account);
    const send = (correlation: string) =>
      sandbox.channel.send(account, { to, content: { kind: 'text', text: 'x' }, correlation });
    await send('k-1');
    await send('k-1');
    await sandbox.act(account, { act: 'faults', faults: { sends: 'busy', times: 2 } });
    await expect(send('k-2')).rejects.toBeInstanceOf(NotSent);
    await expect(send('k-2')).rejects.toBeInstanceOf(NotSent);
    await send('k-2');
    const calls = (await journal()).flatMap((entry) => (entry.type === 'call' && entry.does === 'send' ? [entry] : []));
    expect(calls.map(({ ref, status, isDone, isRepeat }) => [ref, status, isDone, isRepeat])).toEqual([
      ['k-1', 200, true, false],
      ['k-1', 200, true, true],
      ['k-2', 429, false, false],
      ['k-2', 429, false, false],
      ['k-2', 200, true, false],
    ]);
  });

  it('send twice on a channel without idempotency', async () => {
    const account = await sandbox.open('whatsapp');
    const withoutIdempotency = sandbox.channelWith({ idempotent: false });
    expect(withoutIdempotency.abilities('whatsapp').idempotent).toBe(false);
    const to = await peerOf(account);
    for (let times = 0; times < 2; times += 1)
      await withoutIdempotency.send(account, { to, content: { kind: 'text', text: 'x' }, correlation: 'same' });
    const helena = (await sandbox.phones(account)).find(({ id }) => id === 'helena')!;
    expect(helena.messages).toHaveLength(2);
  });
});

describe('history', () => {
  it('is delivered on request for all customers, marked as history, with the final progress', async () => {
    const account = await sandbox.open('whatsapp');
    await sandbox.act(account, { act: 'history', messages: 3, days: 30 });
    const events = await waitForEvents(account, (all) => all.some(({ type }) => type === 'history'));
    const old = events.flatMap((event) => (event.type === 'message' ? [event] : []));
    const customerCount = (await sandbox.phones(account)).length;
    expect(old).toHaveLength(3 * customerCount);
    expect(old.every((event) => event.isHistory && Date.now() - +new Date(event.at) < 31 * 24 * 3_600_000)).toBe(true);
    expect(events.at(-1)).toEqual({ type: 'history', progress: 100 });
    // A second request delivers the same messages.
    await sandbox.act(account, { act: 'history', messages: 3, days: 30 });
    const again = await waitForEvents(account, (all) => all.filter(({ type }) => type === 'history').length === 2);
    expect(new Set(again.flatMap((event) => (event.type === 'message' ? [event.wid] : []))).size).toBe(
      3 * customerCount,
    );
    expect((await sandbox.phones(account)).every(({ messages }) => messages.length === 3)).toBe(true);
  });
});

describe('network state', () => {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-sandbox-'));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('survives a restart with messages, sent correlations and undelivered items', async () => {
    await sandbox.close();
    sandbox = await startSandbox({ stateFile: join(dir, 'phones.json') });
    const account = await sandbox.open('whatsapp');
    const to = await peerOf(account);
    const outgoing = { to, content: { kind: 'text' as const, text: 'x' }, correlation: 'kept' };
    const { wid } = await sandbox.channel.send(account, outgoing);
    sandbox.webhookServer.answerWith(...Array.from({ length: 1000 }, () => 503));
    const [undelivered] = await sandbox.act(account, { act: 'send', customerId: 'helena', type: 'image' });

    await sandbox.restart();
    sandbox.webhookServer.answerWith();
    const delivery = await sandbox.deliveryOf(undelivered!);
    const [message] = parse(account, delivery).filter((event) => event.type === 'message' && event.wid === undelivered);
    expect(message).toMatchObject({ content: { kind: 'media', type: 'image' } });
    expect(await sandbox.channel.send(account, outgoing)).toEqual({ wid });
    expect(await sandbox.control.getAccountState(account, 'pt')).toMatchObject({ session: 'open' });
  });

  it('can live in a separate process', async () => {
    const main = new URL('network-main.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [main, '--port', '0', '--control-token', 'a-token-for-tests'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [output] = (await once(child.stdout, 'data')) as [Buffer];
      const { url, controlToken } = JSON.parse(output.toString()) as { url: string; controlToken: string };
      expect(controlToken).toBe('a-token-for-tests');
      const channel = sandbox.channelWith({ networkUrl: url });
      const account = sandbox.account('facebook');
      await channel.session!.open(account, false);
      await waitForEvents(account, (all) =>
        all.some((event) => event.type === 'session' && event.status === 'CONNECTED'),
      );
    } finally {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
    }
  });
});
