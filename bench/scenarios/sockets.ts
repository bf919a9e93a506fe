import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Seat } from '../clients/listeners.ts';
import type { Target, Writes } from '../clients/writer.ts';
import { gather, seatsOf, type Crowd, type Greeting } from '../crowd.ts';
import { kilobytes, median, ms, none, percentile, ratio, type Figure } from '../figures.ts';
import type { World } from '../house.ts';
import { startHelper, startMeasured, type Measured, type Memory } from '../processes.ts';

const PER_SECOND = 100;
const WINDOW = 4 * PER_SECOND;
const ROUNDS = 7;
const STRANGERS = 20;
const BARE = resolve(import.meta.dirname, '../bare/sockets.ts');

interface Side {
  server: Measured;
  crowd: Crowd;
  targets: Target[];
  p99s: number[];
}

/** 2,000 signed-in sockets of 50 companies while 100 tags a second change; each change goes to 40 sockets. */
export async function sockets(open: () => Promise<World>, say: (line: string) => void): Promise<Figure[]> {
  const world = await open();
  const seats = seatsOf(world);
  const writer = startHelper('writer.ts');
  const ended: { stop(): Promise<unknown> }[] = [writer];
  const breaches: string[] = [];
  let frames = 0;
  let astray = 0;

  function side(server: Measured, greeting: Greeting, tagAt: (company: number, tag: number) => string): Side {
    const crowd = gather(server, greeting);
    ended.push(crowd, server);
    const targets = world.companies.map((company) => ({
      companyId: company.id,
      url: server.url + tagAt(company.id, company.tagIds[0]!),
      token: world.tokensOf(company)[0]!,
    }));
    return { server, crowd, targets, p99s: [] };
  }

  /** Writes, then answers the latency of every frame; what came too little, too often or to the wrong one is counted. */
  async function write(crowd: Crowd, targets: Target[], count: number, listening = seats.length): Promise<number[]> {
    const expected = count * (listening / world.companies.length);
    await writer.ask({ targets, perSecond: PER_SECOND, count } satisfies Writes);
    const heard = await crowd.hear(expected);
    frames += expected;
    astray += Math.abs(expected - heard.latencies.length - heard.colleagues);
    breaches.push(...heard.breaches);
    return heard.latencies;
  }

  /** Connects everybody; answers the bytes that each has cost. */
  async function fill({ server, crowd, targets }: Side): Promise<Memory> {
    // Once in small, so that what is loaded and compiled on first use is not counted as a socket's memory.
    const some = seats.slice(0, 200);
    await crowd.connect(some);
    await write(crowd, targets, PER_SECOND, some.length);
    await crowd.leave();
    await delay(500);
    const before = await server.memory();
    await crowd.connect(seats);
    const after = await server.memory();
    const each = (what: keyof Memory) => (after[what] - before[what]) / seats.length;
    return { resident: each('resident'), heap: each('heap') };
  }

  try {
    const ours = side(await world.startServer(), 'resumed', (_, tag) => `/api/tags/${tag}`);
    const bare = side(
      await startMeasured(BARE, { APP_URL: world.appUrl }, /ready: (\S+)/),
      'connect',
      (company, tag) => `/${company}/tags/${tag}`,
    );
    const memory = { ours: await fill(ours), bare: await fill(bare) };
    say(`${seats.length} sockets at each, ${PER_SECOND} writes a second`);
    // Not counted: the collections before have thrown compiled code away.
    for (const { crowd, targets } of [ours, bare]) await write(crowd, targets, WINDOW);
    for (let round = 1; round <= ROUNDS; round++) {
      for (const { crowd, targets, p99s } of [ours, bare])
        p99s.push(percentile(await write(crowd, targets, WINDOW), 99));
      say(`round ${round}: p99 ${ms(ours.p99s.at(-1)!)} against ${ms(bare.p99s.at(-1)!)}`);
    }
    // Of a changed user an admin and the user itself may hear everything, the others little more than the name.
    await write(ours.crowd, usersOf(world, ours), world.companies.length);
    const admitted = await ours.crowd.intrude(strangersTo(seats), seats[0]!.companyId);
    for (const breach of breaches.slice(0, 5)) say(`breach: ${breach}`);
    return [
      ratio('sockets: p99 from write to frame', median(ours.p99s), median(bare.p99s), ms),
      ratio('sockets: memory per socket', memory.ours.resident, memory.bare.resident, kilobytes),
      // The same budget for what the program holds: pages come in lumps, this does not.
      ratio('sockets: heap per socket', memory.ours.heap, memory.bare.heap, kilobytes),
      none('sockets: frames that a socket may not have', breaches.length, `of ${frames}, each checked by its receiver`),
      none('sockets: frames lost or told twice', astray, `of ${frames}`),
      none('sockets: strangers let into a company', admitted, `of ${STRANGERS} with another company’s token`),
    ];
  } finally {
    await Promise.all(ended.map((one) => one.stop()));
  }
}

const usersOf = ({ companies }: World, { server, targets }: Side): Target[] =>
  targets.map((target, n) => ({ ...target, url: `${server.url}/api/users/${companies[n]!.users[1]!.id}` }));

const strangersTo = ([first, ...others]: Seat[]): Seat[] =>
  others.filter(({ companyId }) => companyId !== first!.companyId).slice(0, STRANGERS);
