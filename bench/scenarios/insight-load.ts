import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DAY_MS } from '../../packages/domain/src/kit/durations.ts';
import { atMost, megabytes, ms, none, percentile, ratio, type Figure } from '../figures.ts';
import { seedNumbers, type SeededNumbers } from '../numbers-seed.ts';
import type { Measured } from '../processes.ts';
import { maximumDuring, openQuietCompanies } from '../quiet-companies.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

const COMPANIES = 10;
/** Nine companies at this interval send 200 messages a second together. */
const MESSAGE_INTERVAL_MS = 45;
/** How long is measured: without the load, beside it, and each with `--small`. */
const SECONDS = { alone: 20, busy: 40, small: 10 };
const FACTOR = { usual: 1, large: 5, small: 0.1 };
/** Agents who look at the dashboard at the same time, and the pause before each looks again. */
const DASHBOARD_READERS = 3;
const DASHBOARD_PAUSE_MS = 250;
/** Longer ranges are refused until their days are stored, which takes the installation a while. */
const DASHBOARD_DAYS = [30, 90];
const EXPORT_POLL_MS = 250;

/** Nine companies with 200 messages a second beside one that exports a year of services and reads its dashboards meanwhile (DX-07). */
export async function insightLoad(
  _: () => Promise<BenchServer>,
  log: (line: string) => void,
  { large, small }: { large: boolean; small: boolean },
): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: COMPANIES });
  try {
    const seeded = await seed(bench, large ? FACTOR.large : small ? FACTOR.small : FACTOR.usual);
    log(`${seeded.services} services`);
    const server = await bench.startServer();
    const quiet = await openQuietCompanies(bench, server, MESSAGE_INTERVAL_MS);
    try {
      await quiet.measure(5);
      const measuringAlone = quiet.measure(small ? SECONDS.small : SECONDS.alone);
      const aloneBytes = await maximumDuring(measuringAlone, server.resident);
      const alone = await measuringAlone;
      const readings = readInsight(server, bench, seeded);
      const measuringFrom = performance.now();
      const measuring = quiet.measure(small ? SECONDS.small : SECONDS.busy);
      const besideBytes = await maximumDuring(measuring, server.resident);
      const beside = await measuring;
      const perSecond = (beside.screen.length * 1000) / (performance.now() - measuringFrom);
      const { rows, dashboards, failed } = await readings.stop();
      log(`${perSecond.toFixed(0)} messages a second beside them`);
      log(`${rows} rows exported and ${dashboards} dashboards read meanwhile`);
      const [besideP99, aloneP99] = [percentile(beside.screen, 99), percentile(alone.screen, 99)];
      return [
        ratio('insight-load: webhook to socket frame', besideP99, aloneP99, ms),
        atMost('insight-load: resident memory', besideBytes, megabytes, `${megabytes(aloneBytes)} before the exports`),
        none('insight-load: messages not received', beside.missing, `of ${beside.screen.length}`),
        none('insight-load: exports and dashboards that failed', failed, `of ${dashboards} dashboards, ${rows} rows`),
        none('insight-load: nothing exported or read', rows === 0 || dashboards === 0 ? 1 : 0, `${rows} rows`),
      ];
    } finally {
      await Promise.all([server.stop(), quiet.stop()]);
    }
  } finally {
    await bench.close();
  }
}

async function seed({ ownerUrl, companies }: BenchServer, factor: number): Promise<SeededNumbers> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await seedNumbers(owner, companies[0]!.id, factor);
  } finally {
    await owner.end();
  }
}

/** The first company exports one report after the other and reads its dashboards, until it is stopped. */
function readInsight({ url }: Measured, bench: BenchServer, { yearFrom, today }: SeededNumbers) {
  let isStopped = false;
  const read = { rows: 0, dashboards: 0, failed: 0 };
  const request = async <T>(path: string, body?: object): Promise<T | undefined> => {
    const authorization = `Bearer ${bench.tokensOf(bench.companies[0]!)[0]!}`;
    const answer = await fetch(`${url}/api${path}`, {
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const json = (await answer.json()) as T;
    if (answer.ok) return json;
    read.failed += 1;
    return undefined;
  };
  async function exportReports(): Promise<void> {
    while (!isStopped) {
      let report = await request<{ id: number; status: string; rows: number }>('/report-exports', {
        filter: { by: 'cycle', dateFrom: yearFrom, dateTo: today },
      });
      while (report && !isStopped && (report.status === 'waiting' || report.status === 'running')) {
        await delay(EXPORT_POLL_MS);
        report = await request(`/report-exports/${report.id}`);
      }
      read.rows += report?.rows ?? 0;
      if (report?.status === 'failed') read.failed += 1;
    }
  }
  async function readDashboards(): Promise<void> {
    for (let n = 0; !isStopped; n++) {
      const days = DASHBOARD_DAYS[n % DASHBOARD_DAYS.length]!;
      const from = new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
      const answer = await request(`/dashboard?date_from=${from}&date_to=${today}`);
      if (answer) read.dashboards += 1;
      await delay(DASHBOARD_PAUSE_MS);
    }
  }
  const work = Promise.all([exportReports(), ...Array.from({ length: DASHBOARD_READERS }, readDashboards)]);
  // It is awaited when it is stopped.
  work.catch(() => {});
  return {
    async stop() {
      isStopped = true;
      await work;
      return read;
    },
  };
}
