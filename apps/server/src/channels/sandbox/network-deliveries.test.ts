import { describe, expect, it } from 'vitest';
import { NotSent, OutcomeUnknown, Refused, type ChannelEvent } from '../port.ts';
import { receipts, textAction, texts, setUpSandbox } from './network.fixture.ts';

const network = setUpSandbox();
const { journal, peerOf, reply, waitForEvents } = network;

describe('deliveries', () => {
  it('are signed, go to the webhook of the account and keep the order of a customer', async () => {
    const account = await network.sandbox.open('whatsappapi');
    const many = Array.from({ length: 60 }, (_, n) => `mensagem ${n}`);
    for (const text of many) await network.sandbox.act(account, textAction(text));
    const events = await waitForEvents(account, (all) => texts(all).length >= many.length);
    expect(texts(events)).toEqual(many);
    for (const { headers, body, url } of network.sandbox.webhookServer.received) {
      expect(url).toBe(`/webhooks/sandbox/${account.secrets['webhookKey']}`);
      expect(network.sandbox.channel.isAuthentic({ headers, body }, account)).toBe(true);
    }
  });

  it('are retried until accepted, and only then the phone shows "sent"', async () => {
    const account = await network.sandbox.open('whatsappapi');
    network.sandbox.webhookServer.answerWith(500, 503, 401);
    const [wid] = await network.sandbox.act(account, textAction('insiste'));
    await network.sandbox.deliveryOf(wid!);
    const tries = (await journal()).filter((entry) => entry.type === 'delivery' && entry.wids.includes(wid!));
    expect(tries.map((entry) => entry.type === 'delivery' && entry.status).slice(0, 3)).toEqual([500, 503, 401]);
    const ticks = () => network.sandbox.control.thread(account, 'helena', { language: 'pt' });
    let thread = await ticks();
    while (thread.messages[0]!.ticks === 'waiting')
      thread = await network.sandbox.control.thread(account, 'helena', { knows: thread.revision, language: 'pt' });
    expect(thread.messages[0]).toMatchObject({ wid, ticks: 'sent' });
  });

  it('are duplicated on demand, as the same bytes or as the same items in another delivery', async () => {
    const account = await network.sandbox.open('whatsappapi');
    await network.sandbox.act(account, { act: 'faults', faults: { duplicateOneIn: 1 } });
    const wids: string[] = [];
    for (const text of ['um', 'dois', 'três', 'quatro']) {
      const [wid] = await network.sandbox.act(account, textAction(text));
      wids.push(wid!);
      await network.sandbox.webhookServer.until((all) =>
        all.filter(({ body }) => body.includes(wid!)).length >= 2 ? true : undefined,
      );
    }
    const pairs = wids.map((wid) =>
      network.sandbox.webhookServer.received
        .filter(({ body }) => body.includes(wid))
        .map(({ body }) => body.toString()),
    );
    const sameBytes = pairs.filter(([first, second]) => first === second).length;
    expect(pairs.map((pair) => pair.length)).toEqual([2, 2, 2, 2]);
    expect(sameBytes).toBe(2);
  });

  it('are shuffled on demand, reproducibly by seed', async () => {
    const shuffled = async () => {
      const account = await network.sandbox.open('whatsappapi');
      await network.sandbox.act(account, { act: 'faults', faults: { shuffle: 10 } });
      await network.sandbox.act(account, ...Array.from({ length: 10 }, (_, n) => textAction(`${n}`)));
      return texts(await waitForEvents(account, (all) => texts(all).length >= 10));
    };
    const first = await shuffled();
    expect(first).not.toEqual(first.toSorted());
    expect(first.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    await network.replace();
    expect(await shuffled()).toEqual(first);
  });

  it('wait while the session is down', async () => {
    const account = await network.sandbox.open('whatsapp');
    await network.sandbox.act(account, { act: 'drop' });
    await waitForEvents(account, (all) =>
      all.some((event) => event.type === 'session' && event.status === 'DISCONNECTED'),
    );
    await network.sandbox.act(account, textAction('alguém aí?'));
    expect(await network.sandbox.control.getAccountState(account, 'pt')).toMatchObject({
      session: 'dropped',
      waiting: 1,
    });
    await network.sandbox.act(account, { act: 'restore' });
    const events = await waitForEvents(account, (all) => texts(all).length > 0);
    expect(events.filter((event) => event.type === 'session').at(-1)).toMatchObject({ status: 'CONNECTED' });
  });

  it('are given up when the connection was deleted', async () => {
    const account = await network.sandbox.open('whatsappapi');
    network.sandbox.webhookServer.answerWith(...Array.from({ length: 200 }, () => 404));
    await network.sandbox.act(account, textAction('tchau'));
    await network.sandbox.channel.session!.close(account, true);
    let entries = await journal();
    while (!entries.some(({ type }) => type === 'given-up')) entries = await journal();
    expect(entries.at(-1)).toMatchObject({ type: 'given-up', account: network.sandbox.idOf(account) });
  });
});

describe('sessions', () => {
  const states = (events: ChannelEvent[]) =>
    events.flatMap((event) => (event.type === 'session' ? [event.status] : []));

  it('of phones open when the code is scanned', async () => {
    const account = network.sandbox.account('whatsapp');
    await network.sandbox.channel.session!.open(account, false);
    const [event] = await waitForEvents(account, (all) => states(all).includes('qrcode'));
    expect(event).toMatchObject({ type: 'session', status: 'qrcode', qrcode: expect.stringMatching(/^sandbox:/) });
    await network.sandbox.act(account, { act: 'scan' });
    const events = await waitForEvents(account, (all) => states(all).includes('CONNECTED'));
    expect(events.at(-1)).toMatchObject({ number: expect.stringMatching(/^55114\d{7}$/) });
  });

  it('renew an unscanned code and close after the fourth', async () => {
    await network.replace({ qrEveryMs: 10 });
    const account = network.sandbox.account('whatsapp');
    await network.sandbox.channel.session!.open(account, false);
    const events = await waitForEvents(account, (all) => states(all).includes('DISCONNECTED'));
    expect(states(events)).toEqual(['qrcode', 'qrcode', 'qrcode', 'qrcode', 'DISCONNECTED']);
    const codes = events.map((event) => event.type === 'session' && event.qrcode).slice(0, 4);
    expect(new Set(codes).size).toBe(4);
  });

  it('of official accounts need no code', async () => {
    for (const kind of ['whatsappapi', 'facebook', 'instagram'] as const) {
      const account = network.sandbox.account(kind);
      await network.sandbox.channel.session!.open(account, false);
      expect(states(await waitForEvents(account, (all) => states(all).length > 0))).toEqual(['CONNECTED']);
    }
  });

  it('resume without a code after a drop and need a new one after a logout', async () => {
    const account = await network.sandbox.open('whatsapp');
    await network.sandbox.channel.session!.close(account, false);
    await network.sandbox.channel.session!.open(account, false);
    expect(await network.sandbox.control.getAccountState(account, 'pt')).toMatchObject({ session: 'open' });
    await network.sandbox.act(account, { act: 'log-out' });
    const error = await reply(account, 'oi').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(Refused);
    expect((error as Refused).isAccountDead).toBe(true);
    await network.sandbox.channel.session!.open(account, false);
    expect(await network.sandbox.control.getAccountState(account, 'pt')).toMatchObject({ session: 'qrcode' });
  });

  it('that are down make sends retryable', async () => {
    const account = await network.sandbox.open('whatsapp');
    await network.sandbox.act(account, { act: 'drop' });
    const error = await reply(account, 'oi').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NotSent);
    expect((error as NotSent).fault.code).toBe('ERR_CHANNEL_DOWN');
  });

  it('reject another token', async () => {
    const account = await network.sandbox.open('whatsappapi');
    const thief = { ...account, secrets: { ...account.secrets, apiToken: 'x'.repeat(40) } };
    await expect(network.sandbox.channel.session!.open(thief, true)).rejects.toBeInstanceOf(Refused);
    await expect(network.sandbox.channel.findNumber(thief, '5511987654321')).rejects.toBeInstanceOf(Refused);
  });

  it('that the network lost are reopened by the next send', async () => {
    const account = await network.sandbox.open('whatsappapi');
    await network.sandbox.act(account, textAction('oi'));
    const to = await peerOf(account);
    await network.sandbox.restart();
    const sent = network.sandbox.channel.send(account, {
      to,
      content: { kind: 'text', text: 'olá' },
      correlation: 'c-again',
    });
    // The account exists again, without a customer message.
    await expect(sent).rejects.toMatchObject({ fault: { code: 'ERR_REPLY_WINDOW' } });
    expect(await network.sandbox.control.getAccountState(account, 'pt')).toMatchObject({ session: 'open' });
  });
});

describe('receipts', () => {
  it('are sent and delivered immediately, read and played on the customer’s action', async () => {
    const account = await network.sandbox.open('whatsapp');
    const { wid } = await reply(account, 'Bom dia!');
    await waitForEvents(account, (all) => receipts(all).length >= 2);
    await network.sandbox.act(
      account,
      { act: 'read', customerId: 'helena' },
      { act: 'play', customerId: 'helena', wid },
    );
    const receiptEvents = receipts(await waitForEvents(account, (all) => receipts(all).length >= 4));
    expect(receiptEvents.map((receipt) => receipt.status)).toEqual(['sent', 'delivered', 'read', 'played']);
    expect(new Set(receiptEvents.map((receipt) => receipt.wid))).toEqual(new Set([wid]));
    expect(new Set(receiptEvents.map((receipt) => receipt.correlation)).size).toBe(1);
  });

  it('of an offline customer are delivered when the customer is online again', async () => {
    const account = await network.sandbox.open('whatsapp');
    await network.sandbox.act(account, { act: 'online', customerId: 'helena', isOnline: false });
    await reply(account, 'oi');
    const first = receipts(await waitForEvents(account, (all) => receipts(all).length >= 1));
    expect(first.map(({ status }) => status)).toEqual(['sent']);
    await network.sandbox.act(account, { act: 'online', customerId: 'helena', isOnline: true });
    const all = receipts(await waitForEvents(account, (events) => receipts(events).length >= 2));
    expect(all.map(({ status }) => status)).toEqual(['sent', 'delivered']);
  });

  it('are reversed on demand', async () => {
    const account = await network.sandbox.open('whatsapp');
    await network.sandbox.act(account, { act: 'faults', faults: { receiptsReversed: true } });
    await reply(account, 'oi');
    expect(
      receipts(await waitForEvents(account, (all) => receipts(all).length >= 2)).map(({ status }) => status),
    ).toEqual(['delivered', 'sent']);
  });

  it('report a later failure with its reason', async () => {
    const account = await network.sandbox.open('whatsapp');
    const { wid } = await reply(account, 'oi');
    await network.sandbox.act(account, { act: 'fail', customerId: 'helena', wid, refusal: 'window' });
    const receiptEvents = receipts(
      await waitForEvents(account, (all) => receipts(all).some((receipt) => receipt.status === 'failed')),
    );
    expect(receiptEvents.at(-1)).toMatchObject({ wid, status: 'failed', fault: { code: 'ERR_REPLY_WINDOW' } });
  });

  it('settle a send without a response', async () => {
    const account = await network.sandbox.open('whatsapp');
    await network.sandbox.act(account, { act: 'faults', faults: { sends: 'after-read', times: 1 } });
    const lost = network.sandbox.channelWith({ timeoutMs: 600 }).send(account, {
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
