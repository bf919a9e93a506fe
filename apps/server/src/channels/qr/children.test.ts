import { afterEach, describe, expect, it, vi } from 'vitest';
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
