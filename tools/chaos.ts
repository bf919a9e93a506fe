/**
 * `npm run chaos`: servers and database are killed, channels misbehave, and no message may be lost, duplicated or
 * reordered. The same seed gives the same faults. `--scenario IN-01,CR-01` selects scenarios, `--messages`, `--kills`
 * and `--pg-kills` set the counts, `--on graph` or `--on sandbox` selects the channels, `--short` runs less of
 * everything, `--keep` preserves logs and database for inspection, `--help` lists options and scenarios.
 */
import { parseArgs } from 'node:util';
import { runScenarios } from './chaos/run.ts';
import { scenarios } from './chaos/scenarios.ts';
import { selectScenarios } from './chaos/selection.ts';
import { usage } from './chaos/usage.ts';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      messages: { type: 'string' },
      kills: { type: 'string' },
      'pg-kills': { type: 'string' },
      scenario: { type: 'string' },
      on: { type: 'string' },
      short: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage(scenarios));
    return 0;
  }
  const { short } = values;
  const number = (value: string | undefined, usual: number) => {
    const count = value === undefined ? usual : Number(value);
    if (!Number.isSafeInteger(count) || count < 0) throw new Error(`Not a count: ${value}`);
    return count;
  };
  const size = {
    messages: number(values.messages, short ? 200 : 2000),
    kills: number(values.kills, short ? 3 : 20),
    pgKills: number(values['pg-kills'], short ? 1 : 3),
    isShort: short,
  };
  const picked = selectScenarios(scenarios, values);

  const since = performance.now();
  const { results, findings } = await runScenarios({
    seed: number(values.seed, 1),
    size,
    scenarios: picked,
    log: console.log,
    retainFiles: values.keep,
  });
  const broken = results.filter((result) => result.broken.length > 0).map(({ id }) => id);
  const minutes = ((performance.now() - since) / 60_000).toFixed(1);
  const skipped = results.filter((result) => result.skipped !== undefined).length;
  const all = broken.length === 0 && findings === 0;
  console.log(
    `\n${all ? 'Everything held' : `Broken: ${broken.join(', ') || 'the consistency of the database'}`}: ` +
      `${results.length - skipped} results, ${skipped} not played, ${findings} findings, in ${minutes} min`,
  );
  return all ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
