import { eventName, type BatchEntry, type Payload, type Topic } from '@balcao/contract';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { TestServer } from './server.ts';
import type { Caller } from './users.ts';

/** The log waits for every open transaction of the database server, and tests of other files have some of many seconds. */
const WAIT_MS = 20_000;

interface ReceivedEvent {
  name: string;
  payload: unknown;
  eventId: string;
}
type Options = Partial<ManagerOptions & SocketOptions>;
type ServerAddress = { url?: string | undefined };

/** A client socket for a company's namespace. */
export const createSocket = (server: ServerAddress, companyId: number | string, options: Options = {}): Socket =>
  io(`${server.url}/${companyId}`, { transports: ['websocket'], forceNew: true, reconnection: false, ...options });

/** Result of the handshake: 'open' or the error code. Closes the socket. */
export async function connect(
  server: ServerAddress,
  companyId: number | string,
  options: Options = {},
): Promise<string> {
  const socket = createSocket(server, companyId, options);
  try {
    return await withTimeout(
      () => 'the handshake',
      new Promise<string>((answer) => {
        socket.on('connect', () => answer('open'));
        socket.on('connect_error', (error) => answer(error.message));
      }),
    );
  } finally {
    socket.close();
  }
}

/** An open socket of a user that records everything it receives. */
export async function openSocket(
  server: ServerAddress,
  { companyId, token }: Pick<Caller, 'companyId' | 'token'>,
  auth: object = {},
) {
  const socket = createSocket(server, companyId, { auth: { token, ...auth } });
  const received: ReceivedEvent[] = [];
  const frames: string[] = [];
  const waiting = new Set<() => void>();
  let isClosed = false;
  const checkWaiters = () => waiting.forEach((check) => check());
  socket.on('disconnect', () => {
    isClosed = true;
    checkWaiters();
  });
  socket.onAny((name: string, payload: unknown, eventId: string) => {
    if (name === 'batch')
      for (const [topic, entry, at] of payload as BatchEntry[])
        received.push({ name: eventName(companyId, topic), payload: entry, eventId: at });
    else received.push({ name, payload, eventId });
    checkWaiters();
  });

  /** Waits until `find` returns a value. */
  function until<T>(expected: string, find: () => T | undefined, timeoutMs = WAIT_MS): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const check = () => {
      const value = find();
      if (value !== undefined) resolve(value);
    };
    waiting.add(check);
    check();
    const soFar = () => `${expected}; received ${JSON.stringify(received.map(({ name, payload }) => [name, payload]))}`;
    return withTimeout(soFar, promise, timeoutMs).finally(() => waiting.delete(check));
  }

  const connected = new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  await withTimeout(() => 'the socket to open', connected);
  socket.io.engine.on('packet', ({ data }) => void frames.push(String(data)));
  await until('the socket to be up to date', () => received.find(({ name }) => name === 'resumed'));

  const allOf = <T extends Topic>(topic: T) =>
    received.filter(({ name }) => name === eventName(companyId, topic)).map(({ payload }) => payload as Payload<T>);
  return {
    socket,
    received,
    /** Every received frame, unparsed. */
    frames,
    allOf,
    names: () => received.map(({ name }) => name),
    /** The event id that a client stores; events before `resumed` do not count. */
    lastEventId() {
      const upToDate = received.findIndex(({ name }) => name === 'resumed');
      return (
        received.slice(upToDate + 1).findLast(({ eventId }) => eventId)?.eventId ??
        (received[upToDate]!.payload as string)
      );
    },
    waitFor: <T extends Topic>(topic: T, matches: (payload: Payload<T>) => boolean = () => true) =>
      until(`company-${companyId}-${topic}`, () => allOf(topic).find(matches)),
    /** For events that belong to no topic of a company. */
    waitForEvent: <P>(name: string, matches: (payload: P) => boolean) =>
      until(name, () => received.find((event) => event.name === name && matches(event.payload as P))).then(
        ({ payload }) => payload as P,
      ),
    closes: (timeoutMs?: number) => until('the socket to be closed', () => isClosed || undefined, timeoutMs),
    isClosed: () => isClosed,
    /** Sends an event and waits for the acknowledgement: null for success, otherwise the error code. */
    emitWithAck: (event: string, ...args: unknown[]) =>
      withTimeout(
        () => `an answer to ${event}`,
        new Promise<string | null>((answer) =>
          socket.emit(event, ...args, (code: string | null) => answer(code ?? null)),
        ),
      ),
    /** Clears the recorded events, as if the socket had just opened. */
    reset() {
      const lastEventId = this.lastEventId();
      received.splice(0, received.length, { name: 'resumed', payload: lastEventId, eventId: '' });
      frames.length = 0;
    },
    close: () => void socket.close(),
  };
}
export type TestSocket = Awaited<ReturnType<typeof openSocket>>;

let drainCount = 0;
/**
 * Earlier events may arrive late, because the log waits for every open transaction of the database server. A tag created
 * by `caller` arrives after them; then the recorded events are cleared, so that only new ones can follow.
 */
export async function drainEvents(caller: Caller, ...screens: TestSocket[]): Promise<void> {
  const name = `Calma ${process.pid} ${++drainCount}`;
  await caller.request('POST', '/tags', { name });
  for (const screen of screens) {
    await screen.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === name);
    screen.reset();
  }
}

/** A company with an admin and an agent, each with an open socket: one receives single frames, the other batches. */
export async function createTeam(server: TestServer) {
  const admin = await server.createAdmin();
  const agent = await server.createAgent(admin.companyId);
  const [admins, agents] = [await openSocket(server, admin), await openSocket(server, agent, { bundles: true })];
  await drainEvents(admin, admins, agents);
  return { admin, agent, admins, agents, close: () => [admins, agents].forEach((screen) => screen.close()) };
}
export type Team = Awaited<ReturnType<typeof createTeam>>;

function withTimeout<T>(expected: () => string, work: Promise<T>, timeoutMs = WAIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited too long for ${expected()}`)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
