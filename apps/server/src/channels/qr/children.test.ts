import { afterEach, describe, expect, it, vi } from 'vitest';
import { Readable } from 'node:stream';
import { createQrChannel } from './adapter.ts';
import { createChildren, type Children, type ChildProcess } from './children.ts';

const running: Children[] = [];
afterEach(async () => {
  for (const children of running.splice(0)) await children.stop();
});
/** A child that is only a line: what it hears is answered by the test. */
function aLine(answers: (frame: { ask: number; what: string }) => unknown) {
  let toHouse: (text: string) => void = () => {};
  let end: () => void = () => {};
  const heard: { answer?: number; decline?: number; told?: unknown }[] = [];
  const process: ChildProcess = {
    say(text) {
      const frame = JSON.parse(text) as { ask: number; what: string };
      if (frame.ask === undefined) return heard.push(frame as object) > 0;
      const told = answers(frame);
      if (told !== 'silence') setImmediate(() => toHouse(JSON.stringify({ answer: frame.ask, told })));
      return true;
    },
    hear: (listener) => void (toHouse = listener),
    ended: (listener) => void (end = listener),
    kill: () => end(),
  };
  return { process, heard, ask: (frame: object) => toHouse(JSON.stringify(frame)), fall: () => end() };
}
function supervise(start: () => ChildProcess, more: Partial<Parameters<typeof createChildren>[0]> = {}) {
  const answers = { get: async () => 'what it remembers', pull: async () => 'a piece' };
  const children = createChildren({ start, answers, failed: () => {}, firstWaitMs: 20, ...more });
  running.push(children);
  return children;
}

describe('children are watched', () => {
  it('each may ask about its own sessions, and learns nothing of another’s', async () => {
    const line = aLine(() => null);
    const children = supervise(() => line.process);
    await children.open('1/1', {});
    line.ask({ ask: 1, what: 'get', with: { session: '1/1' } });
    line.ask({ ask: 2, what: 'get', with: { session: '2/2' } });
    line.ask({ ask: 3, what: 'get', with: { session: ['1/1'] } });
    line.ask({ ask: 4, what: 'constructor', with: {} });
    await vi.waitUntil(() => line.heard.length === 4);
    const byNumber = line.heard.toSorted((a, b) => (a.answer ?? a.decline!) - (b.answer ?? b.decline!));
    expect(byNumber).toEqual([
      { answer: 1, told: 'what it remembers' },
      { decline: 2, fault: { message: 'not your session' } },
      { decline: 3, fault: { message: 'not your session' } },
      { decline: 4, fault: { message: 'nobody answers constructor' } },
    ]);
  });

  it('each is given the files of its own sessions, and no other’s', async () => {
    const sends: { stream: number }[] = [];
    const lines: ReturnType<typeof aLine>[] = [];
    const nothing = async () => undefined as never;
    const qr = createQrChannel({
      start() {
        const line = aLine((frame) => {
          if (frame.what !== 'send') return null;
          sends.push(
            (frame as unknown as { with: { send: { say: { file: { stream: number } } } } }).with.send.say.file,
          );
          return 'silence';
        });
        lines.push(line);
        return line.process;
      },
      state: { get: async () => ({}), set: nothing, all: async () => [], clear: nothing },
      lay: nothing,
      history: nothing,
      isElsewhere: async () => false,
      openFile: async () => ({ stream: Readable.from([Buffer.from('foto')]) }),
      holds: true,
      failed: () => {},
      mostSessions: 1,
    });
    const [one, other] = [1, 2].map((id) => ({
      companyId: id,
      connectionId: id,
      kind: 'whatsapp' as const,
      number: '',
      secrets: {},
    }));
    for (const account of [one!, other!]) await qr.channel.session!.open(account, false);
    const media = { key: 'k', mime: 'image/png', fileName: 'foto.png', bytes: 4 };
    const to = { identities: [{ kind: 'phone' as const, value: '5500911110001' }], isGroup: false };
    const content = { kind: 'media' as const, type: 'image' as const, media };
    const sending = qr.channel.send(one!, { to, content, correlation: 'c' }).catch(() => {});
    await vi.waitUntil(() => sends.length === 1);
    const { stream } = sends[0]!;
    lines[1]!.ask({ ask: 1, what: 'pull', with: { session: '2/2', stream } });
    lines[1]!.ask({ ask: 2, what: 'pull', with: { stream } });
    await vi.waitUntil(() => lines[1]!.heard.length === 2);
    expect(new Set(lines[1]!.heard.map(({ decline }) => decline))).toEqual(new Set([1, 2]));
    lines[0]!.ask({ ask: 3, what: 'pull', with: { session: '1/1', stream } });
    await vi.waitUntil(() => lines[0]!.heard.length === 1);
    expect(lines[0]!.heard[0]).toMatchObject({ answer: 3, told: { bytes: Buffer.from('foto').toString('base64') } });
    for (const line of lines) line.fall();
    await sending;
    await qr.close();
  });

  it('one that falls again and again is started later and later', async () => {
    const starts: number[] = [];
    const children = supervise(() => {
      starts.push(Date.now());
      const line = aLine(() => null);
      setTimeout(line.fall, 5);
      return line.process;
    });
    await children.open('1/1', {});
    await vi.waitUntil(() => starts.length === 5, { timeout: 5000, interval: 5 });
    const waits = starts.slice(1).map((at, n) => at - starts[n]!);
    for (const [n, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(20 * 2 ** n - 2);
  });

  it('one that no longer answers is ended, and what it held is opened by another', async () => {
    const opened: number[] = [];
    let count = 0;
    const children = supervise(
      () => {
        const id = (count += 1);
        const line = aLine(({ what }) => {
          if (what === 'open') opened.push(id);
          return what === 'ping' && id === 1 ? 'silence' : null;
        });
        return line.process;
      },
      { beatMs: 20 },
    );
    await children.open('1/1', {});
    await vi.waitUntil(() => opened.length === 2, { timeout: 5000, interval: 5 });
    expect([opened, children.count(), children.isOpen('1/1')]).toEqual([[1, 2], 1, true]);
  });

  it('one that was closed on purpose stays closed', async () => {
    let starts = 0;
    const children = supervise(() => ((starts += 1), aLine(() => null).process));
    await children.open('1/1', {});
    await children.close('1/1', false);
    await new Promise((done) => setTimeout(done, 60));
    expect([starts, children.count()]).toEqual([1, 0]);
  });
});
