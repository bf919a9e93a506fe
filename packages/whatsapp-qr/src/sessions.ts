/** All sessions of one child process, and the IPC methods that the server calls. */
import { createCommands, type Commands } from './commands.ts';
import { createDeliveryQueue, type DeliveryQueue } from './delivery-queue.ts';
import { createIpc, type IpcChannel } from './ipc.ts';
import { createDeviceState } from './device-state.ts';
import { createOffers, pullStream, type Chunk } from './file-transfer.ts';
import { createSession, type Session } from './session.ts';
import type { SessionDeps } from './session-state.ts';
import { writeSpool, type Spool } from './spool.ts';
import type { WaLibrary } from './wa-socket.ts';
import type { HistoryRange, OutFile, StateEntry, WireSend, WirePeer } from './wire.ts';

/** Bound per child process. */
export const MAX_SESSIONS = 20;
const SERVER_TIMEOUT_MS = 30_000;
const FINAL_DELIVERY_MS = 4000;

interface OpenSession {
  session: Session;
  commands: Commands;
  deliveryQueue: DeliveryQueue;
  spool: Spool | undefined;
}
interface SessionOptions {
  ackTimeoutMs?: number;
  waits?: SessionDeps['waits'];
  /** Characters of one account that wait for delivery before it is disconnected. */
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
    {
      session: name,
      pairingNumber,
      history,
      spool,
    }: Of<{ pairingNumber?: string; history?: HistoryRange; spool?: Spool }>,
    deliveryQueue: DeliveryQueue = createDeliveryQueue({
      deliver: (body) => request('deliver', { session: name, body }),
      maxQueuedCharacters: options.maxQueuedCharacters,
    }),
  ) {
    if (openSessions.size >= MAX_SESSIONS) throw new Error('the process has reached its maximum of sessions');
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
    openSessions.set(name, { session, commands, deliveryQueue, spool });
    session.start();
  }
  async function close({ session: name, forGood }: Of<{ forGood: boolean }>) {
    const openSession = openSessions.get(name);
    if (!openSession) return;
    openSessions.delete(name);
    await openSession.session.end(forGood);
    // The network will not send these items again.
    await openSession.deliveryQueue.idle(FINAL_DELIVERY_MS);
    saveQueue(name, openSession);
  }
  /** Keeps what the server has not stored, for its next start. */
  function saveQueue(name: string, { deliveryQueue, spool }: OpenSession) {
    const deliveries = deliveryQueue.takeAll();
    if (spool && deliveries.length > 0) writeSpool(spool, name, deliveries);
  }
  function commandsOf(name: string): Commands {
    const openSession = openSessions.get(name);
    // The server retries a `not-sent` after it has opened the session again.
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
      // The new session takes over the queue, so that earlier items are delivered first.
      open(params, before?.deliveryQueue);
    },
    close,
    send: ({ session, send }: Of<{ send: WireSend }>) => commandsOf(session).send(send),
    edit: ({ session, ...params }: Of<{ to: WirePeer; id: string; text: string }>) => commandsOf(session).edit(params),
    remove: ({ session, ...params }: Of<{ to: WirePeer; id: string }>) => commandsOf(session).remove(params),
    read: ({ session, ...params }: Of<{ to: WirePeer; ids: string[] }>) => commandsOf(session).read(params),
    typing: ({ session, ...params }: Of<{ to: WirePeer }>) => commandsOf(session).typing(params),
    findNumber: ({ session, ...params }: Of<{ numbers: string[] }>) => commandsOf(session).findNumber(params),
    async fetch({ session, ...params }: Of<{ ref: string; maxBytes: number }>) {
      return { stream: offers.offer(await commandsOf(session).fetch(params)) };
    },
    pull: ({ stream }: { stream: number }) => offers.pull(stream),
    drop: async ({ stream }: { stream: number }) => offers.remove(stream),
    /** The server is about to stop: ends all sessions and delivers what is queued. */
    async leave() {
      await Promise.all([...openSessions.keys()].map((session) => close({ session, forGood: false }).catch(onError)));
    },
    /** Liveness check and resource figures. */
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
    /** The server is gone: writes what it has not stored to disk, at once. */
    saveQueues() {
      for (const [name, openSession] of openSessions) {
        try {
          saveQueue(name, openSession);
        } catch {
          // A full disk must not stop the others.
        }
      }
    },
    /** The server is gone: ends without further deliveries. */
    async stop() {
      ipc.close();
      offers.close();
      await Promise.all([...openSessions.keys()].map((session) => close({ session, forGood: false }).catch(() => {})));
    },
  };
}
