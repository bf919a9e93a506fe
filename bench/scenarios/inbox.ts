import { deepStrictEqual } from 'node:assert/strict';
import { resolve } from 'node:path';
import budgets from '../budgets.json' with { type: 'json' };
import type { Calls } from '../clients/callers.ts';
import { median, micros, ms, rate, type Figure } from '../figures.ts';
import { openBenchServer, type BenchServer } from '../server.ts';
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
}
const casesOf = ({ longUuid, openIds, queueIds }: Seeded): Case[] => [
  { name: 'open list', paths: ['/api/tickets?status=open&showAll=true'] },
  { name: 'closed list', paths: ['/api/tickets?status=closed&showAll=true'] },
  { name: 'closed list, page 50', paths: ['/api/tickets?status=closed&showAll=true&pageNumber=50'] },
  {
    name: 'name search',
    paths: [`/api/tickets?status=search&showAll=true&searchParam=${NAME}`],
  },
  {
    name: 'message search',
    paths: ['/api/tickets?status=search&showAll=true&searchParam=boleto&searchOnMessages=true'],
  },
  { name: 'thread', paths: [`/api/messages/${longUuid}`] },
  { name: 'thread, page 50', paths: [`/api/messages/${longUuid}?pageNumber=50`] },
  { name: 'contact search', paths: [`/api/contacts?searchParam=${NAME}`] },
  {
    name: 'ticket update',
    paths: openIds.map((id) => `/api/tickets/${id}`),
    put: queueIds.map((queueId) => ({ queueId })),
  },
];

/** The requests of an agent's screen, with 100,000 tickets and a million messages; `--large` adds five times that. */
export async function inbox(
  _: () => Promise<BenchServer>,
  log: (line: string) => void,
  { large = false }: { large?: boolean } = {},
): Promise<Figure[]> {
  const usual = await measure(1, log);
  const figures = usual.map(({ name, cpu, bareCpu }) => ({
    name: `inbox: CPU of ${name}`,
    measured: cpu / bareCpu,
    budget: budgets['inbox: CPU per request'],
    format: (value: number) => `${value.toFixed(2)}×`,
    from: `${micros(cpu)} against ${micros(bareCpu)}`,
  }));
  if (!large) return figures;
  const grown = await measure(LARGE, log);
  return [
    ...figures,
    ...grown.map(({ name, perSecond }, n) => ({
      name: `inbox: growth of ${name}`,
      measured: usual[n]!.perSecond / perSecond,
      budget: budgets['inbox: growth of the time'],
      format: (value: number) => `${value.toFixed(2)}×`,
      from: `${ms(1000 / perSecond)} against ${ms(1000 / usual[n]!.perSecond)} a request, with ${LARGE}× the data`,
    })),
  ];
}

async function measure(factor: number, log: (line: string) => void) {
  const bench = await openBenchServer(log, { count: 2 });
  const stops: (() => Promise<unknown>)[] = [() => bench.close()];
  try {
    const [company, otherCompany] = bench.companies;
    log(`seeding ${factor}× 50,000 contacts, 100,000 tickets, 1,000,000 messages`);
    const { id: userId } = company!.users[0]!;
    const seeded = await seedInbox(bench.ownerUrl, {
      companyId: company!.id,
      otherCompanyId: otherCompany!.id,
      userId,
      factor,
    });
    const ours = await bench.startServer();
    stops.unshift(() => ours.stop());
    const bare = await startMeasured(BARE, { APP_URL: bench.appUrl, COMPANY: String(company!.id) }, /ready: (\S+)/);
    stops.unshift(() => bare.stop());
    const callers = startHelper('callers.ts');
    stops.unshift(() => callers.stop());
    const token = () => bench.tokensOf(company!)[0]!;
    const call = ({ url }: Measured, { paths, put }: Case, requests: number) =>
      callers.request({
        url: paths.map((path) => url + path),
        token: token(),
        requests,
        concurrency: CONCURRENCY,
        ...(put && { put }),
      } satisfies Calls);

    const measured = [];
    for (const testCase of casesOf(seeded)) {
      if (!testCase.put) await sameRows(ours.url, bare.url, testCase.paths[0]!, token());
      for (const server of [ours, bare]) await call(server, testCase, WARM_UP);
      const rounds: Record<'cpu' | 'bareCpu' | 'perSecond' | 'barePerSecond', number>[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const ourCost = await cost(ours, () => call(ours, testCase, REQUESTS));
        const bareCost = await cost(bare, () => call(bare, testCase, REQUESTS));
        rounds.push({
          cpu: ourCost.cpu,
          bareCpu: bareCost.cpu,
          perSecond: ourCost.perSecond,
          barePerSecond: bareCost.perSecond,
        });
      }
      const of = (field: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[field]));
      const figures = { cpu: of('cpu'), bareCpu: of('bareCpu'), perSecond: of('perSecond') };
      log(
        `${testCase.name}: ${rate(figures.perSecond)} (bare ${rate(of('barePerSecond'))}), CPU ${micros(figures.cpu)} against ${micros(figures.bareCpu)}`,
      );
      measured.push({ ...testCase, ...figures });
    }
    return measured;
  } finally {
    for (const stop of stops) await stop();
  }
}

async function cost(server: Measured, work: () => Promise<unknown>) {
  const before = await server.cpuMicros();
  const startedAt = performance.now();
  await work();
  const took = performance.now() - startedAt;
  return { cpu: ((await server.cpuMicros()) - before) / REQUESTS, perSecond: (REQUESTS / took) * 1000 };
}

/** The comparison is valid only while both return the same rows. */
async function sameRows(ours: string, bare: string, path: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const [ourIds, bareIds] = await Promise.all(
    [ours, bare].map(async (url) => {
      const answer = (await (await fetch(url + path, { headers })).json()) as Record<string, { id: number | string }[]>;
      return (answer['tickets'] ?? answer['messages'] ?? answer['contacts'] ?? []).map(({ id }) => Number(id));
    }),
  );
  deepStrictEqual(ourIds, bareIds, path);
  if (ourIds!.length === 0) throw new Error(`${path} returns no rows`);
}
