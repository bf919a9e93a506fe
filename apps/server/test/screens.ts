import { eventName, type BundledLine, type Told, type Topic } from '@balcao/contract';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { TestHouse } from './house.ts';
import type { Caller } from './people.ts';

/** Longer than any telling takes on a busy machine; a test that waits this long has failed. */
const PATIENCE_MS = 8_000;

interface Heard {
  name: string;
  told: unknown;
  place: string;
}
type Options = Partial<ManagerOptions & SocketOptions>;
type Door = { url?: string | undefined };

/** A socket at the company's door, not yet opened. */
export const aSocket = (house: Door, companyId: number | string, options: Options = {}): Socket =>
  io(`${house.url}/${companyId}`, { transports: ['websocket'], forceNew: true, reconnection: false, ...options });

/** How the door answers: 'open', or the code it refuses with. Closes again. */
export async function knock(house: Door, companyId: number | string, options: Options = {}): Promise<string> {
  const socket = aSocket(house, companyId, options);
  try {
    return await within(
      () => 'the door to answer',
      new Promise<string>((answer) => {
        socket.on('connect', () => answer('open'));
        socket.on('connect_error', (fault) => answer(fault.message));
      }),
    );
  } finally {
    socket.close();
  }
}

/** An open screen of somebody: hears everything it is told and remembers it. */
export async function aScreen(
  house: Door,
  { companyId, token }: Pick<Caller, 'companyId' | 'token'>,
  auth: object = {},
) {
  const socket = aSocket(house, companyId, { auth: { token, ...auth } });
  const heard: Heard[] = [];
  const frames: string[] = [];
  const waiting = new Set<() => void>();
  let isClosed = false;
  const stir = () => waiting.forEach((look) => look());
  socket.on('disconnect', () => {
    isClosed = true;
    stir();
  });
  socket.onAny((name: string, told: unknown, place: string) => {
    if (name === 'bundle')
      for (const [topic, one, at] of told as BundledLine[])
        heard.push({ name: eventName(companyId, topic), told: one, place: at });
    else heard.push({ name, told, place });
    stir();
  });

  /** As soon as `look` finds something. */
  function until<T>(what: string, look: () => T | undefined, patienceMs = PATIENCE_MS): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const check = () => {
      const found = look();
      if (found !== undefined) resolve(found);
    };
    waiting.add(check);
    check();
    const soFar = () => `${what}; heard ${JSON.stringify(heard.map(({ name, told }) => [name, told]))}`;
    return within(soFar, promise, patienceMs).finally(() => waiting.delete(check));
  }

  const connected = new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  await within(() => 'the socket to open', connected);
  socket.io.engine.on('packet', ({ data }) => void frames.push(String(data)));
  await until('the socket to be up to date', () => heard.find(({ name }) => name === 'resumed'));

  const allOf = <T extends Topic>(topic: T) =>
    heard.filter(({ name }) => name === eventName(companyId, topic)).map(({ told }) => told as Told<T>);
  return {
    socket,
    heard,
    /** Everything that came over the wire, as it came. */
    frames,
    allOf,
    names: () => heard.map(({ name }) => name),
    /** What a client keeps to resume from: nothing counts before everything missed has been told. */
    lastEventId() {
      const upToDate = heard.findIndex(({ name }) => name === 'resumed');
      return heard.slice(upToDate + 1).findLast(({ place }) => place)?.place ?? (heard[upToDate]!.told as string);
    },
    hears: <T extends Topic>(topic: T, matches: (told: Told<T>) => boolean = () => true) =>
      until(`company-${companyId}-${topic}`, () => allOf(topic).find(matches)),
    closes: (patienceMs?: number) => until('the socket to be closed', () => isClosed || undefined, patienceMs),
    isClosed: () => isClosed,
    /** Says a word and waits for the answer: null is yes, a code is no. */
    says: (word: string, ...words: unknown[]) =>
      within(
        () => `an answer to ${word}`,
        new Promise<string | null>((answer) =>
          socket.emit(word, ...words, (code: string | null) => answer(code ?? null)),
        ),
      ),
    /** As if it had just opened, and up to date. */
    forget() {
      const told = this.lastEventId();
      heard.splice(0, heard.length, { name: 'resumed', told, place: '' });
      frames.length = 0;
    },
    close: () => void socket.close(),
  };
}
export type Screen = Awaited<ReturnType<typeof aScreen>>;

let calms = 0;
/**
 * What happened before may be told late, because the log waits for every open transaction of the server.
 * A tag of `who` is told after all of it: then the screens forget what they heard, and only new things can come.
 */
export async function calm(who: Caller, ...screens: Screen[]): Promise<void> {
  const name = `Calma ${process.pid} ${++calms}`;
  await who.ask('POST', '/tags', { name });
  for (const screen of screens) {
    await screen.hears('tag', (told) => 'tag' in told && told.tag.name === name);
    screen.forget();
  }
}

/** A company with an admin, an agent and an open screen for each: one hears word by word, the other in bundles. */
export async function anOffice(house: TestHouse) {
  const admin = await house.anAdmin();
  const agent = await house.anAgent(admin.companyId);
  const [admins, agents] = [await aScreen(house, admin), await aScreen(house, agent, { bundles: true })];
  await calm(admin, admins, agents);
  return { admin, agent, admins, agents, close: () => [admins, agents].forEach((screen) => screen.close()) };
}
export type Office = Awaited<ReturnType<typeof anOffice>>;

function within<T>(what: () => string, work: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited in vain for ${what()}`)), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
