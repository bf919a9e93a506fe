import type { Scenario } from './scenario.ts';

const OPTIONS = `npm run chaos -- [options]

  --scenario IN-01,CR-01  only these scenarios
  --messages 10000        messages, or recipients of a campaign (2,000; with --short 200)
  --kills 100             kills of servers (20; with --short 3)
  --pg-kills 10           kills of PostgreSQL (3; with --short 1)
  --on graph              only scenarios on the simulated Meta channels; --on sandbox: only the others
  --seed 7                other faults; the same seed gives the same ones (1)
  --short                 less of everything
  --keep                  preserves logs and database

A campaign of 50,000 people on two servers that are killed 20 times:
  npm run chaos -- --scenario CP-01 --messages 50000 --kills 20

Scenarios:`;

/** Options, an example and the scenarios with their ids. */
export function usage(scenarios: readonly Pick<Scenario, 'ids' | 'title'>[]): string {
  return [OPTIONS, ...scenarios.map(({ ids, title }) => `  ${ids.join(', ')}: ${title}`)].join('\n');
}
