import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { NotSent, Refused } from '../port.ts';
import { parse, textAction, setUpSandbox } from './network.fixture.ts';

const network = setUpSandbox();
const { journal, peerOf, reply, waitForEvents } = network;

describe('calls of the server', () => {
  it('mark as read, edit within 15 minutes and remove', async () => {
    const account = await network.sandbox.open('whatsapp');
    const [wid] = await network.sandbox.act(account, textAction('oi'));
    await network.sandbox.deliveryOf(wid!);
    const to = await peerOf(account);
    const sent = await reply(account, 'Bom dai');
    await network.sandbox.channel.edit!(account, to, sent.wid, 'Bom dia');
    await network.sandbox.channel.markRead!(account, to, [wid!]);
    await network.sandbox.channel.remove!(account, to, sent.wid);
    const { messages } = await network.sandbox.control.thread(account, 'helena', { language: 'pt' });
    expect(messages).toMatchObject([
      { wid, ticks: 'read' },
      { wid: sent.wid, isEdited: true, isDeleted: true, content: { text: 'Bom dia' } },
    ]);
    await network.sandbox.control.advance(account, 1);
    await expect(network.sandbox.channel.edit!(account, to, sent.wid, 'tarde')).rejects.toMatchObject({
      fault: { code: 'ERR_EDITING_WAPP_MSG' },
    });
    await expect(network.sandbox.channel.remove!(account, to, 'nothing')).rejects.toBeInstanceOf(Refused);
  });

  it('are recorded in the journal with result, repetition and status', async () => {
    const account = await network.sandbox.open('whatsapp');
    const to = await peerOf(account);
    const send = (correlation: string) =>
      network.sandbox.channel.send(account, { to, content: { kind: 'text', text: 'x' }, correlation });
    await send('k-1');
    await send('k-1');
    await network.sandbox.act(account, { act: 'faults', faults: { sends: 'busy', times: 2 } });
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
    const account = await network.sandbox.open('whatsapp');
    const withoutIdempotency = network.sandbox.channelWith({ idempotent: false });
    expect(withoutIdempotency.abilities('whatsapp').idempotent).toBe(false);
    const to = await peerOf(account);
    for (let times = 0; times < 2; times += 1)
      await withoutIdempotency.send(account, { to, content: { kind: 'text', text: 'x' }, correlation: 'same' });
    const helena = (await network.sandbox.phones(account)).find(({ id }) => id === 'helena')!;
    expect(helena.messages).toHaveLength(2);
  });
});

describe('history', () => {
  it('is delivered on request for all customers, marked as history, with the final progress', async () => {
    const account = await network.sandbox.open('whatsapp');
    await network.sandbox.act(account, { act: 'history', messages: 3, days: 30 });
    const events = await waitForEvents(account, (all) => all.some(({ type }) => type === 'history'));
    const old = events.flatMap((event) => (event.type === 'message' ? [event] : []));
    const customerCount = (await network.sandbox.phones(account)).length;
    expect(old).toHaveLength(3 * customerCount);
    expect(old.every((event) => event.isHistory && Date.now() - +new Date(event.at) < 31 * 24 * 3_600_000)).toBe(true);
    expect(events.at(-1)).toEqual({ type: 'history', progress: 100 });
    // A second request delivers the same messages.
    await network.sandbox.act(account, { act: 'history', messages: 3, days: 30 });
    const again = await waitForEvents(account, (all) => all.filter(({ type }) => type === 'history').length === 2);
    expect(new Set(again.flatMap((event) => (event.type === 'message' ? [event.wid] : []))).size).toBe(
      3 * customerCount,
    );
    expect((await network.sandbox.phones(account)).every(({ messages }) => messages.length === 3)).toBe(true);
  });
});

describe('network state', () => {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-sandbox-'));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('survives a restart with messages, sent correlations and undelivered items', async () => {
    await network.replace({ stateFile: join(dir, 'phones.json') });
    const account = await network.sandbox.open('whatsapp');
    const to = await peerOf(account);
    const outgoing = { to, content: { kind: 'text' as const, text: 'x' }, correlation: 'kept' };
    const { wid } = await network.sandbox.channel.send(account, outgoing);
    network.sandbox.webhookServer.answerWith(...Array.from({ length: 1000 }, () => 503));
    const [undelivered] = await network.sandbox.act(account, { act: 'send', customerId: 'helena', type: 'image' });

    await network.sandbox.restart();
    network.sandbox.webhookServer.answerWith();
    const delivery = await network.sandbox.deliveryOf(undelivered!);
    const [message] = parse(account, delivery).filter((event) => event.type === 'message' && event.wid === undelivered);
    expect(message).toMatchObject({ content: { kind: 'media', type: 'image' } });
    expect(await network.sandbox.channel.send(account, outgoing)).toEqual({ wid });
    expect(await network.sandbox.control.getAccountState(account, 'pt')).toMatchObject({ session: 'open' });
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
      const channel = network.sandbox.channelWith({ networkUrl: url });
      const account = network.sandbox.account('facebook');
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
