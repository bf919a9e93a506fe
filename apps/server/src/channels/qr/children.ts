/** The processes that hold linked devices: started when needed, watched, and started again when they fall. */
import { createLink, type Answers, type Line, type Link } from '@balcao/whatsapp-qr/link';

export interface ChildProcess extends Line {
  /** Called once, however it ended. */
  ended(listener: () => void): void;
  kill(): void;
}
interface Child {
  process: ChildProcess;
  link: Link;
  sessions: Set<string>;
}
export interface Opening {
  pairingNumber?: string | undefined;
  history?: { from: number; to: number; hasGroups: boolean } | undefined;
}
interface Needs {
  start(): ChildProcess;
  /** What a child may ask, each about one of its own sessions. */
  answers: Record<string, (asked: never) => Promise<unknown>>;
  failed(fault: unknown): void;
  mostSessions?: number;
  beatMs?: number;
  firstWaitMs?: number;
}
const LONGEST_WAIT_MS = 60_000;
/** A child that stands for so long has recovered. */
const WELL_AFTER_MS = 120_000;
const OPEN_WITHIN_MS = 60_000;
const LEAVE_WITHIN_MS = 6000;

export function createChildren({
  start,
  answers,
  failed,
  mostSessions = 20,
  beatMs = 15_000,
  firstWaitMs = 1000,
}: Needs) {
  const children = new Set<Child>();
  /** What should be open, whatever becomes of the process that has it. */
  const wanted = new Map<string, Opening>();
  const timers = new Map<string, NodeJS.Timeout>();
  let isStopped = false;
  let falls = 0;

  const of = (session: string): Child | undefined => [...children].find(({ sessions }) => sessions.has(session));

  function launch(): Child {
    const process = start();
    const startedAt = Date.now();
    const child: Child = {
      process,
      link: createLink(
        process,
        guarded(() => child.sessions),
      ),
      sessions: new Set(),
    };
    children.add(child);
    const beat = setInterval(() => {
      // Silent for so long it does nobody any good; what it held is opened by another.
      child.link.ask('ping', {}, beatMs * 2).catch(() => process.kill());
    }, beatMs).unref();
    process.ended(() => {
      clearInterval(beat);
      children.delete(child);
      child.link.close();
      falls = Date.now() - startedAt > WELL_AFTER_MS ? 0 : falls + 1;
      for (const session of child.sessions) again(session);
    });
    return child;
  }
  /** A child speaks for its own sessions and for no other. */
  function guarded(its: () => Set<string>): Answers {
    return Object.fromEntries(
      Object.entries(answers).map(([what, answer]) => [
        what,
        async (asked: { session?: unknown }) => {
          if (what !== 'log' && !(typeof asked?.session === 'string' && its().has(asked.session)))
            throw new Error('not your session');
          return answer(asked as never);
        },
      ]),
    );
  }
  function again(session: string) {
    const opening = wanted.get(session);
    if (!opening || isStopped || timers.has(session)) return;
    const wait = Math.min(LONGEST_WAIT_MS, firstWaitMs * 2 ** Math.min(Math.max(falls - 1, 0), 10));
    timers.set(
      session,
      setTimeout(() => {
        timers.delete(session);
        if (wanted.has(session) && !of(session)) open(session, opening).catch(failed);
      }, wait).unref(),
    );
  }

  async function open(session: string, opening: Opening): Promise<void> {
    if (isStopped) throw new Error('stopped');
    wanted.set(session, opening);
    clearTimeout(timers.get(session));
    timers.delete(session);
    const child = of(session) ?? [...children].find(({ sessions }) => sessions.size < mostSessions) ?? launch();
    child.sessions.add(session);
    try {
      await child.link.ask('open', { session, ...opening }, OPEN_WITHIN_MS);
    } catch (fault) {
      // When the process fell meanwhile, its end has seen to it.
      if (children.has(child)) {
        child.sessions.delete(session);
        again(session);
      }
      throw fault;
    }
  }

  return {
    open,
    isOpen: (session: string) => wanted.has(session),
    async close(session: string, forGood: boolean): Promise<void> {
      wanted.delete(session);
      clearTimeout(timers.get(session));
      timers.delete(session);
      const child = of(session);
      if (!child) return;
      try {
        await child.link.ask('close', { session, forGood }, OPEN_WITHIN_MS);
      } finally {
        child.sessions.delete(session);
        // Nothing to hold: the memory is given back.
        if (child.sessions.size === 0) child.process.kill();
      }
    },
    linkOf: (session: string): Link | undefined => of(session)?.link,
    count: () => children.size,
    /** How each does: for the log, and for whoever measures. */
    figures: () =>
      Promise.all(
        [...children].map(({ link }) =>
          link.ask<{ sessions: number; waiting: number; memory: number; pid: number }>('ping', {}, beatMs * 2),
        ),
      ),
    /** What they have heard is taken first. */
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      wanted.clear();
      await Promise.all(
        [...children].map(async ({ process, link }) => {
          await link.ask('leave', {}, LEAVE_WITHIN_MS).catch(() => {});
          process.kill();
        }),
      );
    },
  };
}
export type Children = ReturnType<typeof createChildren>;
