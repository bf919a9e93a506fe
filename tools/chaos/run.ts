/** Runs the scenarios one after the other in one environment, prints the result of each, and checks the files of the database. */
import { report, verify } from '../verify/verify.ts';
import {
  createChecker,
  newResult,
  requireComparison,
  type Scenario,
  type Size,
  type ScenarioResult,
} from './scenario.ts';
import { seeded } from './seeded.ts';
import type { Company } from './companies.ts';
import { compareFiles } from './damage.ts';
import { openEnvironment } from './environment.ts';

export interface RunOptions {
  seed: number;
  size: Size;
  scenarios: Scenario[];
  log(line: string): void;
  /** Preserves the logs and the database after the run. */
  retainFiles?: boolean;
}
/** Longer than any retry delay in the product except the last ones. */
const STUCK_AFTER_SECONDS = 60;
/** Id of the comparison at the end of every run. */
const DATABASE_ID = 'OP-07';

export async function runScenarios({
  seed,
  size,
  scenarios,
  log,
  retainFiles = false,
}: RunOptions): Promise<{ results: ScenarioResult[]; findings: number }> {
  const random = seeded(seed);
  const environment = await openEnvironment(seed);
  const results: ScenarioResult[] = [];
  const scenarioByCompany = new Map<number, string>();
  try {
    log(
      `chaos: seed ${seed}, ${size.messages} messages, ${size.kills} kills of the server, ${size.pgKills} of Postgres`,
    );
    // The first company is the company of the platform.
    const setups = scenarios.map((scenario) => scenario.setup(size));
    const [, ...companies] = await environment.createCompanies([{ connections: 0 }, ...setups.flat()]);
    let assigned = 0;
    for (const [index, scenario] of scenarios.entries()) {
      const own = companies.slice(assigned, (assigned += setups[index]!.length));
      for (const company of own) scenarioByCompany.set(company.id, scenario.ids.join(', '));
      for (const result of await runScenario(scenario, own)) {
        results.push(result);
        show(result);
      }
    }
    await environment.only('a');
    const checked = await verify({
      ownerUrl: environment.ownerUrl,
      stuckAfterSeconds: STUCK_AFTER_SECONDS,
      storageDir: environment.storageDir,
    });
    const findings = report(checked, log);
    const rows = checked.flatMap((checkResult) =>
      checkResult.findings.map(({ row }) => row as { company_id?: number }),
    );
    for (const id of new Set(rows.flatMap((row) => row.company_id ?? [])))
      log(`  company ${id} belongs to ${scenarioByCompany.get(id) ?? 'no scenario'}`);
    results.push(await compareDatabase());
    return { results, findings };
  } finally {
    if (retainFiles) log(`logs and database are in ${environment.dir}`);
    await environment.close({ retainFiles });
  }

  function show(result: ScenarioResult): void {
    log(`${result.id} ${result.figures.join(', ')}: ${outcomeOf(result)}`);
    for (const reason of result.broken) log(`  ${reason}`);
  }

  /** The database after everything that the scenarios did to it. Without its cache, every page comes from the disk. */
  async function compareDatabase(): Promise<ScenarioResult> {
    const result = newResult(DATABASE_ID);
    const since = Date.now();
    try {
      await environment.only();
      await environment.database.stopFor(0);
      await compareFiles(createChecker(result), environment.owner, environment.ownerUrl);
    } catch (error) {
      result.broken.push((error as Error).stack ?? String(error));
    }
    requireComparison(result);
    result.figures.push(`${((Date.now() - since) / 1000).toFixed(0)} s`);
    show(result);
    return result;
  }

  async function runScenario(scenario: Scenario, companies: Company[]): Promise<ScenarioResult[]> {
    const own = new Map<string, ScenarioResult>(scenario.ids.map((id) => [id, newResult(id)]));
    const since = Date.now();
    try {
      await scenario.run({
        environment,
        companies,
        company: companies[0]!,
        connection: companies[0]!.connections[0]!,
        size,
        random: random.part(scenario.ids[0]!),
        check: (id) => createChecker(own.get(id)!),
      });
    } catch (error) {
      for (const result of own.values()) result.broken.push((error as Error).stack ?? String(error));
    }
    for (const result of own.values()) requireComparison(result);
    // The sessions of a finished scenario are no longer needed.
    await environment.owner
      .query(`update connections set status = 'DISCONNECTED' where company_id = any($1)`, [
        companies.map(({ id }) => id),
      ])
      .catch(() => {});
    const last = [...own.values()].at(-1)!;
    last.figures.push(`${((Date.now() - since) / 1000).toFixed(0)} s`);
    return [...own.values()];
  }
}

const outcomeOf = ({ broken, skipped }: ScenarioResult): string =>
  broken.length > 0 ? '«BROKEN»' : skipped === undefined ? '«held»' : `«not played»: ${skipped}`;
