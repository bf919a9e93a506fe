import pg from 'pg';
import { atMost, ms, type Figure } from '../figures.ts';
import { callsOf, countStatements, measureCosts } from '../hour-calls.ts';
import { seedInbox } from '../inbox-seed.ts';
import { fixedCalculationMs } from '../fixed-calculation.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

const ROUNDS = 3;

/** The calls of an agent's hour: statements, rows, bytes and CPU time of server and database. */
export async function hour(
  _: () => Promise<BenchServer>,
  log: (line: string) => void,
  { small = false }: { small?: boolean } = {},
): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: 2 });
  const stops: (() => Promise<unknown>)[] = [() => bench.close()];
  try {
    const [company, otherCompany] = bench.companies;
    log(`seeding ${small ? 'a tenth of ' : ''}50,000 contacts, 100,000 tickets, 1,000,000 messages`);
    const agent = company!.users[0]!;
    const seeded = await seedInbox(bench.ownerUrl, {
      companyId: company!.id,
      otherCompanyId: otherCompany!.id,
      userId: agent.id,
      factor: small ? 0.1 : 1,
    });
    const owner = new pg.Client({ connectionString: bench.ownerUrl });
    await owner.connect();
    stops.unshift(() => owner.end());
    const calls = callsOf(seeded, agent.id, bench);
    const token = () => bench.tokensOf(company!)[0]!;

    const at = { bench, owner, calls, token };
    const counts = await countStatements(at, log);
    const costs = await measureCosts(at, small ? 1 : ROUNDS);
    const table = calls.map(({ name, budget }) => ({ name, budget, ...counts.get(name)!, ...costs.get(name)! }));
    log(`a fixed calculation took ${fixedCalculationMs().toFixed(0)} ms of CPU time on this machine`);
    log('| call | statements | round trips | rows | KB | server ms | database ms | together ms | one caller ms |');
    log('|---|---|---|---|---|---|---|---|---|');
    for (const { name, statements, roundTrips, rows, bytes, server, database, alone } of table)
      log(
        `| ${name} | ${statements} | ${roundTrips} | ${rows.toFixed(0)} | ${(bytes / 1024).toFixed(1)} | ${server.toFixed(2)} | ${database.toFixed(2)} | ${(server + database).toFixed(2)} | ${alone.toFixed(2)} |`,
      );
    return table.flatMap(({ budget, server, database }) =>
      budget === undefined
        ? []
        : [atMost(budget, server + database, ms, `${ms(server)} of the server, ${ms(database)} of the database`)],
    );
  } finally {
    for (const stop of stops) await stop();
  }
}
