/** Plays the scenarios one after the other on one stage and prints what each saw. */
import { report, verify } from '../verify/verify.ts';
import { createJudge, type Scenario, type Size, type Verdict } from './scenario.ts';
import { seeded } from './seeded.ts';
import { openStage, type Company } from './stage.ts';

export interface Wanted {
  seed: number;
  size: Size;
  scenarios: Scenario[];
  say(line: string): void;
  /** Leaves the logs and the database where they are. */
  keep?: boolean;
}
/** Longer than any retry in the product but the last ones. */
const QUIET_SECONDS = 60;

export async function play({
  seed,
  size,
  scenarios,
  say,
  keep = false,
}: Wanted): Promise<{ verdicts: Verdict[]; findings: number }> {
  const random = seeded(seed);
  const stage = await openStage(seed);
  const verdicts: Verdict[] = [];
  const whose = new Map<number, string>();
  try {
    say(
      `chaos: seed ${seed}, ${size.messages} messages, ${size.kills} kills of the server, ${size.pgKills} of Postgres`,
    );
    // The first company is the platform's own.
    const wishes = scenarios.map((scenario) => scenario.wish(size));
    const [, ...companies] = await stage.found([{ lines: 0 }, ...wishes.flat()]);
    let given = 0;
    for (const [index, scenario] of scenarios.entries()) {
      const own = companies.slice(given, (given += wishes[index]!.length));
      for (const company of own) whose.set(company.id, scenario.ids.join(', '));
      for (const verdict of await one(scenario, own)) {
        verdicts.push(verdict);
        const isHeld = verdict.broken.length === 0;
        say(`${verdict.id} ${verdict.figures.join(', ')}: ${isHeld ? '«held»' : '«BROKEN»'}`);
        for (const reason of verdict.broken) say(`  ${reason}`);
      }
    }
    await stage.only('a');
    const checked = await verify({
      ownerUrl: stage.ownerUrl,
      quietSeconds: QUIET_SECONDS,
      storageDir: stage.storageDir,
    });
    const findings = report(checked, say);
    const rows = checked.flatMap((one) => one.findings.map(({ row }) => row as { company_id?: number }));
    for (const id of new Set(rows.flatMap((row) => row.company_id ?? [])))
      say(`  company ${id} belongs to ${whose.get(id) ?? 'nobody'}`);
    return { verdicts, findings };
  } finally {
    if (keep) say(`everything is left in ${stage.dir}`);
    await stage.close({ keep });
  }

  async function one(scenario: Scenario, companies: Company[]): Promise<Verdict[]> {
    const own = new Map<string, Verdict>(scenario.ids.map((id) => [id, { id, figures: [], broken: [] }]));
    const since = Date.now();
    try {
      await scenario.run({
        stage,
        companies,
        company: companies[0]!,
        line: companies[0]!.lines[0]!,
        size,
        random: random.part(scenario.ids[0]!),
        judge: (id) => createJudge(own.get(id)!),
      });
    } catch (fault) {
      for (const verdict of own.values()) verdict.broken.push((fault as Error).stack ?? String(fault));
    }
    // Nobody needs to hold these sessions any more.
    await stage.owner
      .query(`update connections set status = 'DISCONNECTED' where company_id = any($1)`, [
        companies.map(({ id }) => id),
      ])
      .catch(() => {});
    const last = [...own.values()].at(-1)!;
    last.figures.push(`${((Date.now() - since) / 1000).toFixed(0)} s`);
    return [...own.values()];
  }
}
