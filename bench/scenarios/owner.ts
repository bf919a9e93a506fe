import pg from 'pg';
import { atMost, ms, percentile, type Figure } from '../figures.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

const COMPANIES = 5000;
/** Companies of the page of all connections. */
const CONNECTED = 1000;
const PAGE = 20;
const REQUESTS = 200;
const WARM_UP = 20;

/** What the platform owner opens: a page of the companies, searched or filtered too, and the connections of all. */
export async function owner(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: 1 });
  const database = new pg.Client({ connectionString: bench.ownerUrl });
  await database.connect();
  try {
    log(`adding ${COMPANIES} companies, ${CONNECTED} with connections`);
    await createClients(database);
    const server = await bench.startServer();
    const [token] = bench.tokensOf(bench.companies[0]!);
    const timesOf = async (pathOf: (n: number) => string) => {
      const times: number[] = [];
      const before = await server.cpuMicros();
      for (let n = -WARM_UP; n < REQUESTS; n++) {
        const since = performance.now();
        const answer = await fetch(`${server.url}/api${pathOf(n)}`, { headers: { authorization: `Bearer ${token}` } });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${pathOf(n)} was answered with ${answer.status}.`);
        if (n >= 0) times.push(performance.now() - since);
      }
      const cpu = ((await server.cpuMicros()) - before) / 1000 / (WARM_UP + REQUESTS);
      log(`CPU time of the server per request, without the database: ${ms(cpu)}`);
      return times;
    };
    const pages = COMPANIES / PAGE;
    const pageOf = (n: number) => 1 + ((n + WARM_UP) % pages);
    const kinds = [
      (n: number) => `pageNumber=${pageOf(n)}`,
      (n: number) => `searchParam=cliente%20${n % 10}`,
      () => 'which=ending',
      () => 'which=overdue',
    ];
    try {
      const companies = await timesOf((n) => `/companies?${kinds[(n + WARM_UP) % kinds.length]!(n)}`);
      const connections = await timesOf((n) =>
        n % 2 === 0 ? '/whatsapp/all' : '/whatsapp/all?searchParam=cliente%2012',
      );
      log(`median ${ms(percentile(companies, 50))} and ${ms(percentile(connections, 50))}`);
      return [
        atMost('owner: page of 5,000 companies, p95', percentile(companies, 95), ms, `${companies.length} requests`),
        atMost(
          'owner: connections of 1,000 companies, p95',
          percentile(connections, 95),
          ms,
          `${connections.length} requests`,
        ),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await database.end();
    await bench.close();
  }
}

/** Companies with five users each; every third is in trial, every tenth overdue, every fiftieth inactive. */
async function createClients(database: pg.Client): Promise<void> {
  // The first company is that of the platform owner.
  await database.query(`update users set is_super = true where profile = 'admin'`);
  await database.query(
    `with made as (
       insert into companies (company_id, name, plan_id, due_date, is_active)
       select nextval('company_ids'), 'Cliente ' || n, (select min(id) from plans),
              (current_date + case when n % 10 = 0 then -3 else n % 60 end)::timestamp, n % 50 <> 0
         from generate_series(1, $1::int) n returning company_id, due_date)
     insert into subscription_entries (company_id, kind, day)
     select company_id, 'start', due_date::date from made`,
    [COMPANIES],
  );
  const clients = `(select company_id, row_number() over (order by company_id) as n from companies where name like 'Cliente %')`;
  await database.query(
    `insert into users (company_id, name, email, password_hash)
     select c.company_id, 'Pessoa ' || p, 'p' || p || '@' || c.company_id || '.example.com', 'nobody signs in'
       from ${clients} c, generate_series(1, 5) p`,
  );
  await database.query(
    `insert into subscription_entries (company_id, kind, months)
     select c.company_id, 'payment', 1 from ${clients} c where c.n % 3 <> 0`,
  );
  await database.query(
    `insert into connections (company_id, name, channel, status)
     select c.company_id, 'Matriz ' || k, 'whatsapp', case when (c.n + k) % 7 = 0 then 'DISCONNECTED' else 'CONNECTED' end
       from ${clients} c, generate_series(1, 3) k where c.n <= $1`,
    [CONNECTED],
  );
  await database.query('analyze');
}
