import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { createLog } from '../../apps/server/src/infrastructure/log/log.ts';
import { buildServer } from '../../apps/server/src/wiring/server.ts';
import { createDatabaseMeter } from '../database-cpu.ts';
import { atMost, none, type Figure } from '../figures.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

const COMPANIES = 10_000;
const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;

/** The night in which all companies of a large installation are due: `invoice.issue` twice. */
export async function invoices(
  _: () => Promise<BenchServer>,
  log: (line: string) => void,
  { small }: { small: boolean },
): Promise<Figure[]> {
  const count = small ? COMPANIES / 10 : COMPANIES;
  const bench = await openBenchServer(log, { count: 1, durable: true });
  const database = new pg.Client({ connectionString: bench.ownerUrl });
  await database.connect();
  const dataDir = join(bench.env['DATA_DIR']!, 'issuing');
  mkdirSync(dataDir, { recursive: true });
  const config = readConfig({ ...bench.env, DATA_DIR: dataDir });
  const server = await buildServer({ config, appUrl: bench.appUrl, log: createLog({ level: 'error' }) });
  try {
    log(`adding ${count} companies that are due`);
    await createDueCompanies(database, count);
    const { issueAll } = server.modules.billing.issuing;
    const databaseCpu = await createDatabaseMeter(database);
    const before = { own: process.cpuUsage(), database: databaseCpu() };
    const since = performance.now();
    const written = await issueAll();
    const took = performance.now() - since;
    const { user, system } = process.cpuUsage(before.own);
    const ofDatabase = databaseCpu() - before.database;
    log(
      `${written} invoices; CPU time ${seconds((user + system) / 1000)}, of the database ${seconds(ofDatabase / 1000)}`,
    );
    const again = await issueAll();
    const { rows } = await database.query<{ count: number }>('select count(*)::int as count from invoices');
    return [
      // The smaller run has its part of the time.
      atMost(
        'invoices: issued for 10,000 companies',
        (took * COMPANIES) / count,
        seconds,
        `${count} in ${seconds(took)}`,
      ),
      none(
        'invoices: missing, or issued twice',
        Math.abs(rows[0]!.count - count) + Math.abs(written - count),
        `of ${count}`,
      ),
      none('invoices: written by a second run', again, `of ${count}`),
    ];
  } finally {
    await server.close();
    await database.end();
    await bench.close();
  }
}

async function createDueCompanies(database: pg.Client, count: number): Promise<void> {
  await database.query('update plans set amount_cents = 9900');
  await database.query(
    `with made as (
       insert into companies (company_id, name, email, plan_id, due_date)
       select nextval('company_ids'), 'Cliente ' || n, 'cobranca' || n || '@example.com', (select min(id) from plans),
              ((now() at time zone 'America/Sao_Paulo')::date + 5)::timestamp at time zone 'America/Sao_Paulo' - interval '1 ms'
         from generate_series(1, $1::int) n returning company_id, due_date)
     insert into subscription_entries (company_id, kind, day)
     select company_id, 'start', (due_date at time zone 'America/Sao_Paulo')::date from made`,
    [count],
  );
  await database.query('analyze');
}
