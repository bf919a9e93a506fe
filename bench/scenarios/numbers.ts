import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { ReportFilter } from '../../packages/contract/src/endpoints/reports.ts';
import { DAY_MS } from '../../packages/domain/src/kit/durations.ts';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { createLog } from '../../apps/server/src/infrastructure/log/log.ts';
import { metricDayStore } from '../../apps/server/src/modules/dashboard/metric-days.store.ts';
import { buildServer } from '../../apps/server/src/wiring/server.ts';
import type { Calls } from '../clients/callers.ts';
import { createDatabaseMeter } from '../database-cpu.ts';
import { atLeast, median, micros, ms, none, ratio, timed, type Figure } from '../figures.ts';
import { seedNumbers, type SeededNumbers } from '../numbers-seed.ts';
import { startHelper, startMeasured, type Measured } from '../processes.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

const LARGE = 5;
const DASHBOARD_ROUNDS = 5;
const QUARTER_ROUNDS = 3;
const REBUILD_ROUNDS = 21;
const PERIOD_ROUNDS = 4;
const PAGE_ROUNDS = 201;
const EXPORT_ROUNDS = 3;
const CSV_FETCH = 500;
/** Triggers that write the periods of a service. */
const PERIOD_TRIGGERS = [
  ['tickets', 'tickets_period'],
  ['ticket_tracking', 'ticket_tracking_began'],
  ['ticket_tracking', 'ticket_tracking_ends'],
  ['ticket_tracking', 'ticket_tracking_changes'],
] as const;

interface Context {
  bench: BenchServer;
  owner: pg.Client;
  companyId: number;
  seeded: SeededNumbers;
  log: (line: string) => void;
}

/** Dashboard, reports and what they cost elsewhere, with 100,000 services in 30 days and 200,000 in a year. */
export async function numbers(
  _: () => Promise<BenchServer>,
  log: (line: string) => void,
  { large }: { large: boolean },
): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: 2 });
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  try {
    const companyId = bench.companies[1]!.id;
    const seeded = await seedNumbers(owner, companyId, large ? LARGE : 1);
    log(`${seeded.services} services`);
    const context = { bench, owner, companyId, seeded, log };
    return [...(await overHttp(context)), ...(await inProcess(context))];
  } finally {
    await owner.end();
    await bench.close();
  }
}

/** More unstored days are refused. */
const QUARTER_DAYS = 90;
const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** Without jobs, which would store days and change what is compared. */
async function overHttp(context: Context): Promise<Figure[]> {
  const { bench, owner, companyId, seeded, log } = context;
  const company = bench.companies[1]!;
  const server = await bench.startServer({ ROLE: 'api' });
  const bare = await startMeasured(
    resolve(import.meta.dirname, '../bare/dashboard.ts'),
    { APP_URL: bench.appUrl, COMPANY: String(companyId), ZONE: seeded.timeZone },
    /ready: (\S+)/,
  );
  const callers = startHelper('callers.ts');
  const databaseCpu = await createDatabaseMeter(owner);
  /** CPU time of the server and of the database. */
  const cost = async (measured: Measured, calls: Omit<Calls, 'token'>) => {
    const before = (await measured.cpuMicros()) + databaseCpu();
    await callers.request({ ...calls, token: bench.tokensOf(company)[0]! } satisfies Calls);
    return (await measured.cpuMicros()) + databaseCpu() - before;
  };
  const dashboard = (measured: Measured, from: string) =>
    cost(measured, {
      url: `${measured.url}/api/dashboard?date_from=${from}&date_to=${seeded.today}`,
      requests: 1,
      concurrency: 1,
    });
  try {
    const month = await compare(
      DASHBOARD_ROUNDS,
      () => dashboard(server, seeded.monthFrom),
      () => dashboard(bare, seeded.monthFrom),
    );
    log(`30 days: ${micros(month.ours)} of CPU`);
    const quarterFrom = daysBefore(seeded.today, QUARTER_DAYS - 1);
    const live: number[] = [];
    for (let n = 0; n < QUARTER_ROUNDS; n++) live.push(await dashboard(server, quarterFrom));
    const periods = await costOfPeriods(context, server, cost);
    const stored = await storeDays(context);
    log(`${stored.days} days stored in ${(stored.took / 1000).toFixed(0)} s`);
    const fast: number[] = [];
    for (let n = 0; n < QUARTER_ROUNDS; n++) fast.push(await dashboard(server, quarterFrom));
    return [
      ratio('numbers: CPU of the dashboard of 30 days', month.ours, month.bare, micros),
      atLeast('numbers: dashboard of 90 stored days', median(live), median(fast), micros),
      ratio('numbers: CPU of accept, transfer and close with periods', periods.ours, periods.bare, micros),
    ];
  } finally {
    await Promise.all([server.stop(), bare.stop(), callers.stop()]);
  }
}

/** Accepts, transfers and closes each waiting conversation, with the triggers that write periods and without them. */
async function costOfPeriods(
  { owner, bench, seeded }: Context,
  server: Measured,
  cost: (measured: Measured, calls: Omit<Calls, 'token'>) => Promise<number>,
) {
  const [admin, other] = bench.companies[1]!.users;
  const { queueId, waitingIds } = seeded;
  // The callers count down: the last body is sent first.
  const put = [
    { status: 'closed', sendFarewellMessage: false },
    { isTransfered: true, userId: other!.id, queueId },
    { status: 'open', userId: admin!.id, queueId },
  ];
  const round = async () => {
    const requests = put.length * waitingIds.length;
    const url = waitingIds.map((id) => `${server.url}/api/tickets/${id}`);
    return (await cost(server, { url, put, requests, concurrency: 1 })) / requests;
  };
  const switchTo = async (state: 'enable' | 'disable') => {
    for (const [table, trigger] of PERIOD_TRIGGERS)
      await owner.query(`alter table ${table} ${state} trigger ${trigger}`);
  };
  await round();
  const without = async () => {
    await switchTo('disable');
    try {
      return await round();
    } finally {
      await switchTo('enable');
    }
  };
  const { ours, bare } = await compare(PERIOD_ROUNDS, round, without);
  // Services without periods would make the other figures wrong.
  await owner.query(
    `delete from ticket_tracking k where company_id = $1 and not exists (
       select from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id)`,
    [bench.companies[1]!.id],
  );
  return { ours, bare };
}

async function storeDays({ bench, companyId, seeded }: Context) {
  return withModules(bench, async ({ metricDays }) => {
    const startedAt = performance.now();
    let days = 0;
    // The first step only begins: days are stored from the next one on.
    await metricDays.step(companyId);
    while (await metricDays.step(companyId)) days++;
    if (days < 370) throw new Error(`Only ${days} days were stored up to ${seeded.today}.`);
    return { days, took: performance.now() - startedAt };
  });
}

async function inProcess(context: Context): Promise<Figure[]> {
  return withModules(context.bench, async (modules) => [
    await rebuiltDay(context, modules),
    await reportPage(context, modules),
    ...(await exportedRows(context, modules)),
  ]);
}
type BenchModules = Awaited<ReturnType<typeof buildServer>>['modules'];

async function withModules<T>({ appUrl, env }: BenchServer, work: (modules: BenchModules) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-numbers-'));
  const config = readConfig({ ...env, DATA_DIR: dir });
  const server = await buildServer({ config, appUrl, log: createLog({ level: 'silent' }) });
  try {
    return await work(server.modules);
  } finally {
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** One row per agent: the sums of a day that a plain report would show. */
const plainDay = {
  name: 'bench.plain-day',
  text: `select k.last_user_id, count(*), count(k.finished_at), count(r.rate), avg(r.rate), sum(k.reply_wait_s), sum(s.attended_s),
                sum(s.waiting_s)
           from ticket_tracking k
           join tickets t on t.company_id = k.company_id and t.id = k.ticket_id and t.imported_at is null
           left join user_ratings r on r.company_id = k.company_id and r.cycle_id = k.id
           left join lateral (
             select sum(extract(epoch from p.to_at - p.from_at)) filter (where p.kind = 'attended') as attended_s,
                    sum(extract(epoch from p.to_at - p.from_at)) filter (where p.kind = 'waiting') as waiting_s
               from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id) s on true
          where k.company_id = $1 and k.created_at >= $2::date::timestamp at time zone $3
            and k.created_at < ($2::date + 1)::timestamp at time zone $3 group by k.last_user_id`,
};
async function rebuiltDay({ companyId, seeded }: Context, { db }: BenchModules): Promise<Figure> {
  const { oneDay, timeZone } = seeded;
  const { ours, bare } = await compare(
    REBUILD_ROUNDS,
    () =>
      timed(() =>
        db.inCompany(companyId, async (tx) =>
          metricDayStore.replace(tx, oneDay, timeZone, await metricDayStore.count(tx, oneDay, timeZone)),
        ),
      ),
    () => timed(() => db.inCompany(companyId, (tx) => tx.query(plainDay, [companyId, oneDay, timeZone]))),
  );
  return ratio('numbers: rebuild of a day of 5,000 services', ours, bare, ms);
}

const plainPage = {
  name: 'bench.plain-page',
  text: `select k.id, k.created_at, k.finished_at, t.uuid, t.number, t.last_message, t.status, c.name, u.name as agent, q.name as queue,
                w.name as connection, r.rate
           from ticket_tracking k
           join tickets t on t.company_id = k.company_id and t.id = k.ticket_id
           join contacts c on c.company_id = k.company_id and c.id = t.contact_id
           left join users u on u.company_id = k.company_id and u.id = k.last_user_id
           left join queues q on q.company_id = k.company_id and q.id = k.queue_id
           left join connections w on w.company_id = k.company_id and w.id = k.connection_id
           left join user_ratings r on r.company_id = k.company_id and r.cycle_id = k.id
          where k.company_id = $1 and (k.created_at, k.id) < ($2::timestamptz, $3::bigint)
          order by k.created_at desc, k.id desc limit 11`,
};
async function reportPage({ owner, bench, companyId, seeded }: Context, modules: BenchModules): Promise<Figure> {
  const { db, reports, access } = modules;
  const actor = access.authenticator.asAdmin(companyId, bench.companies[1]!.users[0]!.id);
  const filter = ReportFilter.parse({ by: 'cycle', dateFrom: seeded.yearFrom, dateTo: seeded.today });
  // From the middle of the list.
  const { rows } = await owner.query<{ at: string; microseconds: string; id: number }>(
    `select created_at::text as at, (extract(epoch from created_at) * 1000000)::bigint::text as microseconds, id::float8
       from ticket_tracking where company_id = $1 order by created_at desc, id desc offset $2 limit 1`,
    [companyId, Math.floor(seeded.services / 2)],
  );
  const { at, microseconds, id } = rows[0]!;
  const { ours, bare } = await compare(
    PAGE_ROUNDS,
    () => timed(() => reports.list(actor, filter, { page: 1, size: 10, after: { at: microseconds, id } })),
    () => timed(() => db.snapshotCompany(companyId, (tx) => tx.query(plainPage, [companyId, at, id]))),
  );
  return ratio('numbers: report page of 10 rows', ours, bare, ms);
}

/** The services of 30 days as xlsx, and as csv by a plain cursor. */
async function exportedRows({ bench, companyId, seeded, log }: Context, modules: BenchModules): Promise<Figure[]> {
  const { reportExports, access } = modules;
  const actor = access.authenticator.asAdmin(companyId, bench.companies[1]!.users[0]!.id);
  const filter = ReportFilter.parse({ by: 'cycle', dateFrom: seeded.monthFrom, dateTo: seeded.today });
  const rowCounts: number[] = [];
  const ours = async () => {
    const { id } = await reportExports.request(actor, 'tickets', filter);
    const took = await timed(() => reportExports.run({ companyId, exportId: id }));
    const { status, rowCount } = await reportExports.get(actor, id);
    if (status !== 'done') throw new Error(`The export is ${status}.`);
    rowCounts.push(rowCount);
    return (took * 1000) / rowCount;
  };
  const csvCounts: number[] = [];
  const bare = async () => {
    const startedAt = performance.now();
    const count = await writeCsv(bench.appUrl, companyId, seeded);
    csvCounts.push(count);
    return ((performance.now() - startedAt) * 1000) / count;
  };
  const figures = await compare(EXPORT_ROUNDS, ours, bare);
  log(`${rowCounts[0]} rows exported`);
  return [
    ratio('numbers: export per row', figures.ours, figures.bare, micros),
    none('numbers: rows missing in the export', Math.abs(rowCounts[0]! - csvCounts[0]!), `of ${csvCounts[0]}`),
  ];
}

async function writeCsv(appUrl: string, companyId: number, { monthFrom, today, timeZone }: SeededNumbers) {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-csv-'));
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    const file = createWriteStream(join(dir, 'report.csv'));
    await client.query(`begin read only; select set_config('app.company', '${companyId}', true)`);
    await client.query(
      `declare rows cursor for ${plainPage.text
        .replace(
          '(k.created_at, k.id) < ($2::timestamptz, $3::bigint)',
          `k.created_at >= '${monthFrom}'::date::timestamp at time zone '${timeZone}' and k.created_at < ('${today}'::date + 1)::timestamp at time zone '${timeZone}'`,
        )
        .replace('k.company_id = $1', `k.company_id = ${companyId}`)
        .replace('limit 11', '')}`,
    );
    let count = 0;
    for (;;) {
      const { rows } = await client.query<Record<string, unknown>>(`fetch ${CSV_FETCH} from rows`);
      if (rows.length === 0) break;
      count += rows.length;
      const lines = rows.map((row) =>
        Object.values(row)
          .map((value) => `"${String(value ?? '')}"`)
          .join(';'),
      );
      if (!file.write(`${lines.join('\n')}\n`)) await once(file, 'drain');
    }
    file.end();
    await once(file, 'close');
    return count;
  } finally {
    await client.end();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Both sides in turns, after one round that is not counted; the medians. */
async function compare(rounds: number, measureOurs: () => Promise<number>, measureBare: () => Promise<number>) {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const pair = [await measureOurs(), await measureBare()] as const;
    if (round < 0) continue;
    ours.push(pair[0]);
    bare.push(pair[1]);
  }
  return { ours: median(ours), bare: median(bare) };
}
