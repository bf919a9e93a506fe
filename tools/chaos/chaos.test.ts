import { describe, expect, it } from 'vitest';
import { figure } from '../../apps/server/test/case-counts.ts';
import { runScenarios } from './run.ts';
import { scenarios } from './scenarios.ts';

const isFull = process.env['PROOF'] === 'full';
/** The short form is part of every run; `npm run test:full` runs the counts of the catalogue. */
const size = isFull
  ? { messages: 10_000, kills: 100, pgKills: 10, isShort: false }
  : { messages: 150, kills: 3, pgKills: 1, isShort: true };
const core = ['IN-01', 'WH-09', 'OB-03', 'CR-01', 'TWO-01', 'PB-09'];
const TIMEOUT_MS = isFull ? 3_600_000 : 480_000;

describe('while servers and database are killed', () => {
  it(
    'no message is lost, duplicated or out of order, and the database is consistent afterwards [OP-06] [OP-07] [PB-09]',
    // No retry: a failure in one of two runs is a defect.
    { timeout: TIMEOUT_MS, retry: 0 },
    async () => {
      const lines: string[] = [];
      const picked = isFull
        ? scenarios
        : scenarios.filter(({ ids, on }) => on === undefined && ids.some((id) => core.includes(id)));
      const { results, findings } = await runScenarios({
        seed: 7,
        size,
        scenarios: picked,
        log: (line) => lines.push(line),
      });
      for (const { id, figures } of results) figure(id, figures.join(', '));
      expect(results.filter(({ broken }) => broken.length > 0)).toEqual([]);
      expect(findings, lines.join('\n')).toBe(0);
    },
  );
});
