/** All sessions of one child, and how the house speaks to them. */
import { createActs, type Acts } from './acts.ts';
import { createDelivering, type Delivering } from './delivering.ts';
import { createLink, type Line } from './link.ts';
import { createMemory } from './memory.ts';
import { createOffers, pulled, type Piece } from './pulling.ts';
import { createSession, type Session, type SessionNeeds } from './session.ts';
import type { WaLibrary } from './wa-socket.ts';
import type { HistoryWish, OutFile, StateEntry, WireSend, Who } from './wire.ts';

/** More than this one process does not hold. */
export const MOST_SESSIONS = 20;
const HOUSE_WITHIN_MS = 30_000;
const LAST_WORDS_MS = 4000;

interface Held {
  session: Session;
  acts: Acts;
  delivering: Delivering;
}
interface Manner {
  ackWithinMs?: number;
  waits?: SessionNeeds['waits'];
  /** Characters of one account that wait for the house before its line is hung up. */
  mostWaiting?: number;
}
type Of<T> = T & { session: string };

export function createSessions(library: WaLibrary, line: Line, manner: Manner = {}) {
  const held = new Map<string, Held>();
  const offers = createOffers();
  const ask = <T>(what: string, asked: unknown) => link.ask<T>(what, asked, HOUSE_WITHIN_MS);
  const failed = (fault: unknown) =>
    void ask('log', { text: String((fault as Error | undefined)?.stack ?? fault).slice(0, 2000) }).catch(() => {});

  function open(
    { session: name, pairingNumber, history }: Of<{ pairingNumber?: string; history?: HistoryWish }>,
    delivering: Delivering = createDelivering({
      lay: (body) => ask('deliver', { session: name, body }),
      mostWaiting: manner.mostWaiting,
    }),
  ) {
    if (held.size >= MOST_SESSIONS) throw new Error('no room for another session');
    const memory = createMemory(library, {
      get: (kind, names) => ask('get', { session: name, kind, names }),
      set: (entries: StateEntry[]) => ask('set', { session: name, entries }),
    });
    const session = createSession(
      {
        named: name,
        library,
        memory,
        tell: delivering.add,
        room: delivering,
        forget: () => ask('forget', { session: name }),
        failed,
        ...(manner.waits && { waits: manner.waits }),
      },
      { pairingNumber, history },
    );
    const acts = createActs({
      library,
      session,
      open: ({ stream }: OutFile) => pulled(() => ask<Piece>('pull', { session: name, stream })),
      ...(manner.ackWithinMs !== undefined && { ackWithinMs: manner.ackWithinMs }),
    });
    held.set(name, { session, acts, delivering });
    session.start();
  }
  async function close({ session: name, forGood }: Of<{ forGood: boolean }>) {
    const one = held.get(name);
    if (!one) return;
    held.delete(name);
    await one.session.end(forGood);
    // What was heard is on its way still; nobody will hear it again.
    await one.delivering.idle(LAST_WORDS_MS);
    one.delivering.stop();
  }
  function of(name: string): Acts {
    const one = held.get(name);
    // The house has another picture of who is here: it opens the session again.
    if (!one)
      throw Object.assign(new Error('no such session'), {
        fault: { end: 'not-sent', code: 'down', detail: 'no such session' },
      });
    return one.acts;
  }

  const link = createLink(line, {
    async open(asked: Parameters<typeof open>[0]) {
      const before = held.get(asked.session);
      held.delete(asked.session);
      await before?.session.end(false);
      // What was heard until now goes first, however long the house takes.
      open(asked, before?.delivering);
    },
    close,
    send: ({ session, send }: Of<{ send: WireSend }>) => of(session).send(send),
    edit: ({ session, ...asked }: Of<{ to: Who; id: string; text: string }>) => of(session).edit(asked),
    remove: ({ session, ...asked }: Of<{ to: Who; id: string }>) => of(session).remove(asked),
    read: ({ session, ...asked }: Of<{ to: Who; ids: string[] }>) => of(session).read(asked),
    typing: ({ session, ...asked }: Of<{ to: Who }>) => of(session).typing(asked),
    lookUp: ({ session, ...asked }: Of<{ numbers: string[] }>) => of(session).lookUp(asked),
    async fetch({ session, ...asked }: Of<{ ref: string; maxBytes: number }>) {
      return { stream: offers.offer(await of(session).fetch(asked)) };
    },
    pull: ({ stream }: { stream: number }) => offers.pull(stream),
    drop: async ({ stream }: { stream: number }) => offers.forget(stream),
    /** The house is about to go: everything ends, and what was heard is handed over. */
    async leave() {
      await Promise.all([...held.keys()].map((session) => close({ session, forGood: false }).catch(failed)));
    },
    /** Alive, and what it takes. */
    async ping() {
      const waiting = [...held.values()].reduce((sum, { delivering }) => sum + delivering.waiting(), 0);
      return { sessions: held.size, waiting, memory: process.memoryUsage().rss, pid: process.pid };
    },
    async play({ session, act }: Of<{ act: unknown }>) {
      return library.play?.(session, act);
    },
  });

  return {
    failed,
    /** The house is gone: nobody is told anything any more. */
    async stop() {
      link.close();
      offers.close();
      await Promise.all([...held.keys()].map((session) => close({ session, forGood: false }).catch(() => {})));
    },
  };
}
