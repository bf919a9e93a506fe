import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Heard, Order, Seat } from '../clients/listeners.ts';
import type { Target, Writes } from '../clients/writer.ts';
import { kilobytes, median, ms, none, percentile, ratio, type Figure } from '../figures.ts';
import type { World } from '../house.ts';
import { startHelper, startMeasured, type Helper, type Measured, type Memory } from '../processes.ts';

const PER_SECOND = 100;
const WINDOW_SECONDS = 5;
const ROUNDS = 6;
/** Long after the slowest frame; whatever has not come by then is lost. */
const PATIENCE_MS = 5_000;
const PROCESSES = 2;
const BARE = resolve(import.meta.dirname, '../bare/sockets.ts');

interface Side {
  server: Measured;
  until: 'connect' | 'resumed';
  targets: Target[];
  listeners: Helper[];
  /** Bytes a socket. */
  memory: Memory;
  p99s: number[];
}

/** 2,000 signed-in sockets of 50 companies while 100 tags a second change; each change goes to 40 sockets. */
export async function sockets(open: () => Promise<World>, say: (line: string) => void): Promise<Figure[]> {
  const world = await open();
  const seats = seatsOf(world);
  const writer = startHelper('writer.ts');
  const helpers = [writer];
  const servers: Measured[] = [];
  let missing = 0;
  const breaches: string[] = [];

  async function makeSide(server: Measured, until: Side['until'], address: (company: number, tag: number) => string) {
    servers.push(server);
    const listeners = Array.from({ length: PROCESSES }, () => startHelper('listeners.ts'));
    helpers.push(...listeners);
    const targets = world.companies.map((company) => ({
      companyId: company.id,
      url: server.url + address(company.id, company.tagIds[0]!),
      token: world.tokensOf(company)[0]!,
    }));
    const side: Side = { server, until, targets, listeners, memory: { resident: 0, heap: 0 }, p99s: [] };
    // Once in small, so that what is loaded and compiled on first use is not counted as a socket's memory.
    await connect(side, seats.slice(0, 200));
    await write(side, PER_SECOND, seats.slice(0, 200).length);
    await Promise.all(listeners.map((one) => one.ask({ do: 'leave' } satisfies Order)));
    await delay(500);
    const before = await server.memory();
    await connect(side, seats);
    const after = await server.memory();
    const each = (what: keyof Memory) => (after[what] - before[what]) / seats.length;
    side.memory = { resident: each('resident'), heap: each('heap') };
    return side;
  }

  /** Answers the latencies of all frames, and remembers what was lost or strange. */
  async function write({ targets, listeners }: Side, count: number, listening = seats.length) {
    const perCompany = listening / world.companies.length;
    await writer.ask<{ failed: number }>({ targets, perSecond: PER_SECOND, count } satisfies Writes);
    const deadline = performance.now() + PATIENCE_MS;
    const latencies: number[] = [];
    while (latencies.length < count * perCompany && performance.now() < deadline) {
      for (const one of listeners) {
        const heard = await one.ask<Heard>({ do: 'report' } satisfies Order);
        latencies.push(...heard.latencies);
        breaches.push(...heard.breaches);
      }
      await delay(50);
    }
    missing += count * perCompany - latencies.length;
    return latencies;
  }

  try {
    const ours = await makeSide(await world.startServer(), 'resumed', (_, tag) => `/api/tags/${tag}`);
    const bare = await makeSide(
      await startMeasured(BARE, { APP_URL: world.appUrl }, /ready: (\S+)/),
      'connect',
      (company, tag) => `/${company}/tags/${tag}`,
    );
    say(`${seats.length} sockets at each`);
    // Not counted: the collections before have thrown compiled code away.
    for (const side of [ours, bare]) await write(side, PER_SECOND * WINDOW_SECONDS);
    for (let round = 1; round <= ROUNDS; round++) {
      for (const side of [ours, bare]) side.p99s.push(percentile(await write(side, PER_SECOND * WINDOW_SECONDS), 99));
      say(`round ${round}: p99 ${ms(ours.p99s.at(-1)!)} against ${ms(bare.p99s.at(-1)!)}`);
    }
    const admitted = await intrude(ours, seats);
    for (const breach of breaches.slice(0, 5)) say(`breach: ${breach}`);
    const frames = 2 * PER_SECOND * WINDOW_SECONDS * ROUNDS * (seats.length / world.companies.length);
    return [
      ratio('sockets: p99 from write to frame', median(ours.p99s), median(bare.p99s), ms),
      ratio('sockets: memory per socket', ours.memory.resident, bare.memory.resident, kilobytes),
      // The same budget for what the program holds: pages come in lumps, this does not.
      ratio('sockets: heap per socket', ours.memory.heap, bare.memory.heap, kilobytes),
      none('sockets: frames at the wrong socket', breaches.length, `of ${frames}, each checked by its receiver`),
      none('sockets: frames that did not come', missing, `of ${frames}`),
      none('sockets: strangers let into a company', admitted, 'of 20 with another company’s token'),
    ];
  } finally {
    await Promise.all([...helpers, ...servers].map((one) => one.stop()));
  }
}

async function connect({ server, until, listeners }: Side, seats: Seat[]): Promise<void> {
  await Promise.all(
    listeners.map((one, n) => {
      const own = seats.filter((_, place) => place % listeners.length === n);
      return one.ask({ do: 'connect', url: server.url, seats: own, until } satisfies Order);
    }),
  );
}

const intrude = ({ server, listeners }: Side, seats: Seat[]): Promise<number> => {
  const first = seats[0]!.companyId;
  const strangers = seats.filter(({ companyId }) => companyId !== first).slice(0, 20);
  return listeners[0]!.ask({ do: 'intrude', url: server.url, seats: strangers, companyId: first } satisfies Order);
};

/** One after the other from each company, so that any part of the list has as many of each. */
function seatsOf(world: World): Seat[] {
  const byCompany = world.companies.map((company) => {
    const tokens = world.tokensOf(company);
    return company.users.map(({ id, profile }, n) => ({
      companyId: company.id,
      userId: id,
      isAdmin: profile === 'admin',
      token: tokens[n]!,
    }));
  });
  return byCompany[0]!.flatMap((_, n) => byCompany.map((seats) => seats[n]!));
}
