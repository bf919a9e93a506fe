/** All sessions of one child, and how the house speaks to them. */
import { createCommands, type Commands } from './commands.ts';
import { createDeliveryQueue, type DeliveryQueue } from './delivery-queue.ts';
import { createIpc, type IpcChannel } from './ipc.ts';
import { createDeviceState } from './device-state.ts';
import { createOffers, pullStream, type Chunk } from './file-transfer.ts';
import { createSession, type Session, type SessionDeps } from './session.ts';
import type { WaLibrary } from './wa-socket.ts';
import type { HistoryRange, OutFile, StateEntry, WireSend, WirePeer } from './wire.ts';

/** More than this one process does not hold. */
export const MAX_SESSIONS = 20;
const SERVER_TIMEOUT_MS = 30_000;
const FINAL_DELIVERY_MS = 4000;

interface OpenSession {
  session: Session;
  commands: Commands;
  deliveryQueue: DeliveryQueue;
}
interface SessionOptions {
  ackTimeoutMs?: number;
  waits?: SessionDeps['waits'];
  /** Characters of one account that wait for the house before its line is hung up. */
  maxQueuedCharacters?: number;
}
type Of<T> = T & { session: string };

export function createSessions(library: WaLibrary, channel: IpcChannel, options: SessionOptions = {}) {
  const openSessions = new Map<string, OpenSession>();
  const offers = createOffers();
  const request = <T>(method: string, params: unknown) => ipc.request<T>(method, params, SERVER_TIMEOUT_MS);
  const onError = (error: unknown) =>
    void request('log', { text: String((error as Error | undefined)?.stack ?? error).slice(0, 2000) }).catch(() => {});

  function open(
    { session: name, pairingNumber, history }: Of<{ pairingNumber?: string; history?: HistoryRange }>,
    deliveryQueue: DeliveryQueue = createDeliveryQueue({
      deliver: (body) => request('deliver', { session: name, body }),
      maxQueuedCharacters: options.maxQueuedCharacters,
    }),
  ) {
    if (openSessions.size >= MAX_SESSIONS) throw new Error('no room for another session');
    const deviceState = createDeviceState(library, {
      get: (kind, names) => request('get', { session: name, kind, names }),
      set: (entries: StateEntry[]) => request('set', { session: name, entries }),
    });
    const session = createSession(
      {
        sessionName: name,
        library,
        deviceState,
        deliver: deliveryQueue.add,
        deliveryQueue,
        clearState: () => request('forget', { session: name }),
        onError,
        ...(options.waits && { waits: options.waits }),
      },
      { pairingNumber, history },
    );
    const commands = createCommands({
      library,
      session,
      open: ({ stream }: OutFile) => pullStream(() => request<Chunk>('pull', { session: name, stream })),
      ...(options.ackTimeoutMs !== undefined && { ackTimeoutMs: options.ackTimeoutMs }),
    });
    openSessions.set(name, { session, commands, deliveryQueue });
    session.start();
  }
  async function close({ session: name, forGood }: Of<{ forGood: boolean }>) {
    const openSession = openSessions.get(name);
    if (!openSession) return;
    openSessions.delete(name);
    await openSession.session.end(forGood);
    // What was heard is on its way still; nobody will hear it again.
    await openSession.deliveryQueue.idle(FINAL_DELIVERY_MS);
    openSession.deliveryQueue.stop();
  }
  function of(name: string): Commands {
    const openSession = openSessions.get(name);
    // The house has another picture of who is here: it opens the session again.
    if (!openSession)
      throw Object.assign(new Error('no such session'), {
        failure: { end: 'not-sent', code: 'down', detail: 'no such session' },
      });
    return openSession.commands;
  }

  const ipc = createIpc(channel, {
    async open(params: Parameters<typeof open>[0]) {
      const before = openSessions.get(params.session);
      openSessions.delete(params.session);
      await before?.session.end(false);
      // What was heard until now goes first, however long the house takes.
      open(params, before?.deliveryQueue);
    },
    close,
    send: ({ session, send }: Of<{ send: WireSend }>) => of(session).send(send),
    edit: ({ session, ...params }: Of<{ to: WirePeer; id: string; text: string }>) => of(session).edit(params),
    remove: ({ session, ...params }: Of<{ to: WirePeer; id: string }>) => of(session).remove(params),
    read: ({ session, ...params }: Of<{ to: WirePeer; ids: string[] }>) => of(session).read(params),
    typing: ({ session, ...params }: Of<{ to: WirePeer }>) => of(session).typing(params),
    findNumber: ({ session, ...params }: Of<{ numbers: string[] }>) => of(session).findNumber(params),
    async fetch({ session, ...params }: Of<{ ref: string; maxBytes: number }>) {
      return { stream: offers.offer(await of(session).fetch(params)) };
    },
    pull: ({ stream }: { stream: number }) => offers.pull(stream),
    drop: async ({ stream }: { stream: number }) => offers.remove(stream),
    /** The house is about to go: everything ends, and what was heard is handed over. */
    async leave() {
      await Promise.all([...openSessions.keys()].map((session) => close({ session, forGood: false }).catch(onError)));
    },
    /** Alive, and what it takes. */
    async ping() {
      const waiting = [...openSessions.values()].reduce((sum, { deliveryQueue }) => sum + deliveryQueue.waiting(), 0);
      return { sessions: openSessions.size, waiting, memory: process.memoryUsage().rss, pid: process.pid };
    },
    async play({ session, action }: Of<{ action: unknown }>) {
      return library.play?.(session, action);
    },
  });

  return {
    onError,
    /** The house is gone: nobody is told anything any more. */
    async stop() {
      ipc.close();
      offers.close();
      await Promise.all([...openSessions.keys()].map((session) => close({ session, forGood: false }).catch(() => {})));
    },
  };
}
