import { eventName, type BatchEntry, type Payload, type Topic } from '@balcao/contract';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { TestServer } from './server.ts';
import type { Caller } from './users.ts';

/** Longer than any telling takes on a busy machine; a test that waits this long has failed. */
const WAIT_MS = 8_000;

interface ReceivedEvent {
  name: string;
  payload: unknown;
  eventId: string;
}
type Options = Partial<ManagerOptions & SocketOptions>;
type ServerAddress = { url?: string | undefined };

/** A socket at the company's door, not yet opened. */
export const createSocket = (server: ServerAddress, companyId: number | string, options: Options = {}): Socket =>
  io(`${server.url}/${companyId}`, { transports: ['websocket'], forceNew: true, reconnection: false, ...options });

/** How the door answers: 'open', or the code it refuses with. Closes again. */
export async function connect(
  server: ServerAddress,
  companyId: number | string,
  options: Options = {},
): Promise<string> {
  const socket = createSocket(server, companyId, options);
  try {
    return await withTimeout(
      () => 'the door to answer',
      new Promise<string>((answer) => {
        socket.on('connect', () => answer('open'));
        socket.on('connect_error', (error) => answer(error.message));
      }),
    );
  } finally {
    socket.close();
  }
}

/** An open screen of somebody: hears everything it is told and remembers it. */
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

  /** As soon as `look` finds something. */
  function until<T>(expected: string, find: () => T | undefined, timeoutMs = WAIT_MS): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const check = () => {
      const value = find();
      if (value !== undefined) resolve(value);
    };
    waiting.add(check);
    check();
    const soFar = () => `${expected}; heard ${JSON.stringify(received.map(({ name, payload }) => [name, payload]))}`;
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
    /** Everything that came over the wire, as it came. */
    frames,
    allOf,
    names: () => received.map(({ name }) => name),
    /** What a client keeps to resume from: nothing counts before everything missed has been told. */
    lastEventId() {
      const upToDate = received.findIndex(({ name }) => name === 'resumed');
      return (
        received.slice(upToDate + 1).findLast(({ eventId }) => eventId)?.eventId ??
        (received[upToDate]!.payload as string)
      );
    },
    waitFor: <T extends Topic>(topic: T, matches: (payload: Payload<T>) => boolean = () => true) =>
      until(`company-${companyId}-${topic}`, () => allOf(topic).find(matches)),
    closes: (timeoutMs?: number) => until('the socket to be closed', () => isClosed || undefined, timeoutMs),
    isClosed: () => isClosed,
    /** Says a word and waits for the answer: null is yes, a code is no. */
    emitWithAck: (event: string, ...args: unknown[]) =>
      withTimeout(
        () => `an answer to ${event}`,
        new Promise<string | null>((answer) =>
          socket.emit(event, ...args, (code: string | null) => answer(code ?? null)),
        ),
      ),
    /** As if it had just opened, and up to date. */
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
 * What happened before may be told late, because the log waits for every open transaction of the server.
 * A tag of `who` is told after all of it: then the screens forget what they heard, and only new things can come.
 */
export async function drainEvents(caller: Caller, ...screens: TestSocket[]): Promise<void> {
  const name = `Calma ${process.pid} ${++drainCount}`;
  await caller.request('POST', '/tags', { name });
  for (const screen of screens) {
    await screen.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === name);
    screen.reset();
  }
}

/** A company with an admin, an agent and an open screen for each: one hears word by word, the other in bundles. */
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
    timer = setTimeout(() => reject(new Error(`Waited in vain for ${expected()}`)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
