import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Commits } from '../clients/committers.ts';
import type { HeardMessages, HearOrder } from '../clients/hearers.ts';
import type { Rings } from '../clients/ringers.ts';
import { delivery } from '../deliveries.ts';
import { atLeast, median, none, rate, type Figure } from '../figures.ts';
import { openWorld, type World } from '../house.ts';
import { startHelper, type Measured } from '../processes.ts';

const COMPANIES = 8;
const A_ROUND = 2000;
const ROUNDS = 7;
/** Not counted: code that has never run is not what is measured. */
const WARM_UP = 3;
const CONCURRENCY = 32;
const PATIENCE_MS = 60_000;
const BARE = resolve(import.meta.dirname, '../bare/inbound.sql');

/**
 * How many deliveries a second are kept for good, and how many become messages that sockets have heard of, against bare
 * clients that commit the same bodies and the same seven statements. With fsync: durable is what is promised.
 */
export async function inbound(_: () => Promise<World>, say: (line: string) => void): Promise<Figure[]> {
  const world = await openWorld(say, { durable: true, count: COMPANIES });
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  await owner.query(readFileSync(BARE, 'utf8'));
  const ringers = startHelper('ringers.ts');
  const committers = startHelper('committers.ts');
  const hearers = startHelper('hearers.ts');
  const listen = (order: HearOrder) => hearers.ask<HeardMessages>(order);
  const ended: { stop(): Promise<unknown> }[] = [ringers, committers, hearers];
  async function started(env?: Record<string, string>): Promise<Measured> {
    const server = await world.startServer(env);
    ended.unshift(server);
    return server;
  }
  let made = 0;
  let refused = 0;
  const next = (count: number) => Array.from({ length: count }, () => delivery(world, made++));
  const kept = async () => Number((await owner.query<{ n: string }>('select count(*) as n from messages')).rows[0]!.n);

  async function ring({ url }: Measured, count: number): Promise<number> {
    const rings = next(count).map(({ path, body, signature }) => ({ path, body, signature }));
    const answer = await ringers.ask<{ ms: number; refused: number }>({
      url,
      rings,
      concurrency: CONCURRENCY,
    } satisfies Rings);
    refused += answer.refused;
    return (count / answer.ms) * 1000;
  }
  async function bare(does: Commits['does'], bodies: Commits['bodies']) {
    const { ms } = await committers.ask<{ ms: number }>({
      databaseUrl: world.ownerUrl,
      does,
      bodies,
      concurrency: CONCURRENCY,
    } satisfies Commits);
    return (bodies.length / ms) * 1000;
  }

  /** The street door alone: what it keeps is worked off later. */
  async function keeping(): Promise<Figure> {
    const door = await started({
      ROLE: 'api',
      SANDBOX_URL: 'http://127.0.0.1:9',
      SANDBOX_TOKEN: 'nobody is called here',
    });
    const rounds = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < WARM_UP; round++) await ring(door, A_ROUND);
    for (let round = 1; round <= ROUNDS; round++) {
      rounds.ours.push(await ring(door, A_ROUND));
      rounds.bare.push(await bare('inbox', next(A_ROUND)));
      made -= A_ROUND;
      say(`round ${round}: kept ${rate(rounds.ours.at(-1)!)} against ${rate(rounds.bare.at(-1)!)}`);
    }
    return atLeast('inbound: deliveries kept a second', median(rounds.ours), median(rounds.bare), rate);
  }

  /** The whole way, from the ring to the socket. */
  async function doing(): Promise<Figure[]> {
    const server = await started();
    const late = performance.now() + PATIENCE_MS;
    while ((await kept()) < made && performance.now() < late) await delay(200);
    const before = made;
    await listen({
      do: 'listen',
      url: server.url,
      hearers: world.companies.map((company) => ({ companyId: company.id, token: world.tokensOf(company)[0]! })),
    });
    const done = async () => {
      const begun = performance.now();
      await ring(server, A_ROUND);
      await listen({ do: 'until', count: made - before, patienceMs: PATIENCE_MS });
      return (A_ROUND / (performance.now() - begun)) * 1000;
    };
    const rounds = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < WARM_UP; round++) await done();
    for (let round = 1; round <= ROUNDS; round++) {
      rounds.ours.push(await done());
      rounds.bare.push(await bare('message', next(A_ROUND)));
      made -= A_ROUND;
      say(`round ${round}: done ${rate(rounds.ours.at(-1)!)} against ${rate(rounds.bare.at(-1)!)}`);
    }
    const { heard, doubled } = await listen({ do: 'until', count: made - before, patienceMs: 0 });
    return [
      atLeast('inbound: messages done a second', median(rounds.ours), median(rounds.bare), rate),
      none('inbound: messages not told, or told twice', made - before - heard + doubled, `of ${made - before}`),
    ];
  }

  try {
    const figures = [await keeping(), ...(await doing())];
    return [
      ...figures,
      none('inbound: messages lost or doubled', Math.abs((await kept()) - made) + refused, `of ${made}`),
    ];
  } finally {
    for (const one of ended) await one.stop();
    await owner.end();
    await world.close();
  }
}
