import { afterEach, describe, expect, it, vi } from 'vitest';
import { Readable } from 'node:stream';
import { createQrChannel } from './adapter.ts';
import { createChildPool, type ChildPool, type ChildProcess } from './child-pool.ts';

const running: ChildPool[] = [];
afterEach(async () => {
  for (const childPool of running.splice(0)) await childPool.stop();
});
/** A child without a process; the test answers its requests. */
function createFakeChild(handlers: (frame: { request: number; method: string }) => unknown) {
  let sendToParent: (text: string) => void = () => {};
  let end: () => void = () => {};
  const received: { response?: number; rejection?: number; result?: unknown }[] = [];
  const process: ChildProcess = {
    send(text) {
      const frame = JSON.parse(text) as { request: number; method: string };
      if (frame.request === undefined) return received.push(frame as object) > 0;
      const result = handlers(frame);
      if (result !== 'silence') setImmediate(() => sendToParent(JSON.stringify({ response: frame.request, result })));
      return true;
    },
    onMessage: (listener) => void (sendToParent = listener),
    onExit: (listener) => void (end = listener),
    kill: () => end(),
  };
  return { process, received, sendFrame: (frame: object) => sendToParent(JSON.stringify(frame)), crash: () => end() };
}
function supervise(start: () => ChildProcess, more: Partial<Parameters<typeof createChildPool>[0]> = {}) {
  const handlers = { get: async () => 'stored state', pull: async () => 'a chunk' };
  const childPool = createChildPool({ start, handlers, onError: () => {}, firstWaitMs: 20, ...more });
  running.push(childPool);
  return childPool;
}

describe('child pool', () => {
  it('answers a child about its own sessions only', async () => {
    const child = createFakeChild(() => null);
    const childPool = supervise(() => child.process);
    await childPool.open('1/1', {});
    child.sendFrame({ request: 1, method: 'get', params: { session: '1/1' } });
    child.sendFrame({ request: 2, method: 'get', params: { session: '2/2' } });
    child.sendFrame({ request: 3, method: 'get', params: { session: ['1/1'] } });
    child.sendFrame({ request: 4, method: 'constructor', params: {} });
    await vi.waitUntil(() => child.received.length === 4);
    const byNumber = child.received.toSorted((a, b) => (a.response ?? a.rejection!) - (b.response ?? b.rejection!));
    expect(byNumber).toEqual([
      { response: 1, result: 'stored state' },
      { rejection: 2, failure: { message: 'not your session' } },
      { rejection: 3, failure: { message: 'not your session' } },
      { rejection: 4, failure: { message: 'unknown method constructor' } },
    ]);
  });

  it('gives a child the files of its own sessions only', async () => {
    const sends: { stream: number }[] = [];
    const fakeChildren: ReturnType<typeof createFakeChild>[] = [];
    const noop = async () => undefined as never;
    const qr = createQrChannel({
      start() {
        const child = createFakeChild((frame) => {
          if (frame.method !== 'send') return null;
          sends.push(
            (frame as unknown as { params: { send: { content: { file: { stream: number } } } } }).params.send.content
              .file,
          );
          return 'silence';
        });
        fakeChildren.push(child);
        return child.process;
      },
      state: { get: async () => ({}), set: noop, all: async () => [], clear: noop },
      enqueue: noop,
      history: noop,
      isElsewhere: async () => false,
      openFile: async () => ({ stream: Readable.from([Buffer.from('foto')]) }),
      holdsSessions: true,
      onError: () => {},
      maxSessions: 1,
    });
    const [first, second] = [1, 2].map((id) => ({
      companyId: id,
      connectionId: id,
      kind: 'whatsapp' as const,
      number: '',
      secrets: {},
    }));
    for (const account of [first!, second!]) await qr.channel.session!.open(account, false);
    const media = { key: 'k', mime: 'image/png', fileName: 'foto.png', bytes: 4 };
    const to = { identities: [{ kind: 'phone' as const, value: '5500911110001' }], isGroup: false };
    const content = { kind: 'media' as const, type: 'image' as const, media };
    const sending = qr.channel.send(first!, { to, content, correlation: 'c' }).catch(() => {});
    await vi.waitUntil(() => sends.length === 1);
    const { stream } = sends[0]!;
    fakeChildren[1]!.sendFrame({ request: 1, method: 'pull', params: { session: '2/2', stream } });
    fakeChildren[1]!.sendFrame({ request: 2, method: 'pull', params: { stream } });
    await vi.waitUntil(() => fakeChildren[1]!.received.length === 2);
    expect(new Set(fakeChildren[1]!.received.map(({ rejection }) => rejection))).toEqual(new Set([1, 2]));
    fakeChildren[0]!.sendFrame({ request: 3, method: 'pull', params: { session: '1/1', stream } });
    await vi.waitUntil(() => fakeChildren[0]!.received.length === 1);
    expect(fakeChildren[0]!.received[0]).toMatchObject({
      response: 3,
      result: { bytes: Buffer.from('foto').toString('base64') },
    });
    for (const child of fakeChildren) child.crash();
    await sending;
    await qr.close();
  });

  it('restarts a repeatedly crashing child with growing delays', async () => {
    const starts: number[] = [];
    const childPool = supervise(() => {
      starts.push(Date.now());
      const child = createFakeChild(() => null);
      setTimeout(child.crash, 5);
      return child.process;
    });
    await childPool.open('1/1', {});
    await vi.waitUntil(() => starts.length === 5, { timeout: 5000, interval: 5 });
    const waits = starts.slice(1).map((at, n) => at - starts[n]!);
    for (const [n, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(20 * 2 ** n - 2);
  });

  it('ends an unresponsive child and opens its sessions in another one', async () => {
    const opened: number[] = [];
    let count = 0;
    const childPool = supervise(
      () => {
        const id = (count += 1);
        const child = createFakeChild(({ method }) => {
          if (method === 'open') opened.push(id);
          return method === 'ping' && id === 1 ? 'silence' : null;
        });
        return child.process;
      },
      { beatMs: 20 },
    );
    await childPool.open('1/1', {});
    await vi.waitUntil(() => opened.length === 2, { timeout: 5000, interval: 5 });
    expect([opened, childPool.count(), childPool.isOpen('1/1')]).toEqual([[1, 2], 1, true]);
  });

  it('does not reopen a session that was closed on request', async () => {
    let starts = 0;
    const childPool = supervise(() => ((starts += 1), createFakeChild(() => null).process));
    await childPool.open('1/1', {});
    await childPool.close('1/1', false);
    await new Promise((done) => setTimeout(done, 60));
    expect([starts, childPool.count()]).toEqual([1, 0]);
  });
});
