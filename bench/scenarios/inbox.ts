import { deepStrictEqual } from 'node:assert/strict';
import { resolve } from 'node:path';
import budgets from '../budgets.json' with { type: 'json' };
import type { Calls } from '../clients/callers.ts';
import { median, micros, ms, rate, type Figure } from '../figures.ts';
import { openWorld, type World } from '../house.ts';
import { seedInbox, type Seeded } from '../inbox-seed.ts';
import { startHelper, startMeasured, type Measured } from '../processes.ts';

const CONCURRENCY = 16;
const ROUNDS = 9;
const WARM_UP = 400;
const REQUESTS = 160;
/** The second size, with `--large`. */
const LARGE = 5;
const BARE = resolve(import.meta.dirname, '../bare/inbox.ts');
const NAME = 'maria conceicao';

interface Case {
  name: string;
  paths: string[];
  put?: object[];
  /** What a well-known open system of this kind serves a second, on two cores and the same data, and how far ahead we are to be. */
  theirs?: number;
  ahead?: number;
}
const casesOf = ({ longUuid, openIds, queueIds }: Seeded): Case[] => [
  { name: 'open list', paths: ['/api/tickets?status=open&showAll=true'], theirs: 16, ahead: 25 },
  { name: 'closed list', paths: ['/api/tickets?status=closed&showAll=true'], theirs: 0.8, ahead: 200 },
  { name: 'closed list, page 50', paths: ['/api/tickets?status=closed&showAll=true&pageNumber=50'] },
  {
    name: 'name search',
    paths: [`/api/tickets?status=search&showAll=true&searchParam=${NAME}`],
    theirs: 0.8,
    ahead: 200,
  },
  {
    name: 'message search',
    paths: ['/api/tickets?status=search&showAll=true&searchParam=boleto&searchOnMessages=true'],
    theirs: 0.2,
    ahead: 200,
  },
  { name: 'thread', paths: [`/api/messages/${longUuid}`], theirs: 16, ahead: 25 },
  { name: 'thread, page 50', paths: [`/api/messages/${longUuid}?pageNumber=50`] },
  { name: 'contact search', paths: [`/api/contacts?searchParam=${NAME}`], theirs: 11, ahead: 40 },
  {
    name: 'ticket update',
    paths: openIds.map((id) => `/api/tickets/${id}`),
    put: queueIds.map((queueId) => ({ queueId })),
    theirs: 32,
    ahead: 12,
  },
];

/** What an agent's screen asks for all day, with 100,000 tickets and a million messages; with `--large` also with five times that. */
export async function inbox(
  _: () => Promise<World>,
  say: (line: string) => void,
  { large = false }: { large?: boolean } = {},
): Promise<Figure[]> {
  const usual = await measure(1, say);
  const figures = usual.flatMap(({ name, cpu, bareCpu, perSecond, theirs = 0, ahead = 0 }) => [
    {
      name: `inbox: CPU of ${name}`,
      measured: cpu / bareCpu,
      budget: budgets['inbox: CPU per request'],
      show: (value: number) => `${value.toFixed(2)}×`,
      from: `${micros(cpu)} against ${micros(bareCpu)}`,
    },
    ...(ahead === 0
      ? []
      : [
          {
            name: `inbox: ${name} a second`,
            measured: perSecond / theirs,
            budget: ahead,
            isFloor: true,
            show: (value: number) => `${value.toFixed(0)}×`,
            from: `${rate(perSecond)} against ${theirs}/s of a well-known open system`,
          },
        ]),
  ]);
  if (!large) return figures;
  const grown = await measure(LARGE, say);
  return [
    ...figures,
    ...grown.map(({ name, perSecond }, n) => ({
      name: `inbox: growth of ${name}`,
      measured: usual[n]!.perSecond / perSecond,
      budget: budgets['inbox: growth of the time'],
      show: (value: number) => `${value.toFixed(2)}×`,
      from: `${ms(1000 / perSecond)} against ${ms(1000 / usual[n]!.perSecond)} a request, with ${LARGE}× the data`,
    })),
  ];
}

async function measure(factor: number, say: (line: string) => void) {
  const world = await openWorld(say, { count: 2 });
  const stops: (() => Promise<unknown>)[] = [() => world.close()];
  try {
    const [company, beside] = world.companies;
    say(`seeding ${factor}× 50,000 contacts, 100,000 tickets, 1,000,000 messages`);
    const { id: userId } = company!.users[0]!;
    const seeded = await seedInbox(world.ownerUrl, { companyId: company!.id, besideId: beside!.id, userId, factor });
    const ours = await world.startServer();
    stops.unshift(() => ours.stop());
    const bare = await startMeasured(BARE, { APP_URL: world.appUrl, COMPANY: String(company!.id) }, /ready: (\S+)/);
    stops.unshift(() => bare.stop());
    const callers = startHelper('callers.ts');
    stops.unshift(() => callers.stop());
    const token = () => world.tokensOf(company!)[0]!;
    const call = ({ url }: Measured, { paths, put }: Case, requests: number) =>
      callers.ask({
        url: paths.map((path) => url + path),
        token: token(),
        requests,
        concurrency: CONCURRENCY,
        ...(put && { put }),
      } satisfies Calls);

    const measured = [];
    for (const one of casesOf(seeded)) {
      if (!one.put) await sameRows(ours.url, bare.url, one.paths[0]!, token());
      for (const server of [ours, bare]) await call(server, one, WARM_UP);
      const rounds: Record<'cpu' | 'bareCpu' | 'perSecond' | 'barePerSecond', number>[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const mine = await cost(ours, () => call(ours, one, REQUESTS));
        const least = await cost(bare, () => call(bare, one, REQUESTS));
        rounds.push({ cpu: mine.cpu, bareCpu: least.cpu, perSecond: mine.perSecond, barePerSecond: least.perSecond });
      }
      const of = (what: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[what]));
      const figures = { cpu: of('cpu'), bareCpu: of('bareCpu'), perSecond: of('perSecond') };
      say(
        `${one.name}: ${rate(figures.perSecond)} (bare ${rate(of('barePerSecond'))}), CPU ${micros(figures.cpu)} against ${micros(figures.bareCpu)}`,
      );
      measured.push({ ...one, ...figures });
    }
    return measured;
  } finally {
    for (const stop of stops) await stop();
  }
}

async function cost(server: Measured, work: () => Promise<unknown>) {
  const before = await server.cpuMicros();
  const begun = performance.now();
  await work();
  const took = performance.now() - begun;
  return { cpu: ((await server.cpuMicros()) - before) / REQUESTS, perSecond: (REQUESTS / took) * 1000 };
}

/** The comparison means something only while both show the same rows. */
async function sameRows(ours: string, bare: string, path: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const [one, other] = await Promise.all(
    [ours, bare].map(async (url) => {
      const answer = (await (await fetch(url + path, { headers })).json()) as Record<string, { id: number | string }[]>;
      return (answer['tickets'] ?? answer['messages'] ?? answer['contacts'] ?? []).map(({ id }) => Number(id));
    }),
  );
  deepStrictEqual(one, other, path);
  if (one!.length === 0) throw new Error(`Nothing is found by ${path}`);
}
