import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRace, journeysWith, MAX_RETRIED, RETRIED_ERRORS, retrySummary, withReason } from './retries.ts';

describe('retries of a test run', () => {
  it('are named, and fail the run above a small number [F-E1]', () => {
    const names = Array.from({ length: MAX_RETRIED + 1 }, (_, n) => `file.test.ts > test ${n}`);
    expect(retrySummary([])).toEqual({ text: 'No test needed a second try.', isFailure: false });
    const accepted = retrySummary(names.slice(1));
    expect(accepted.isFailure).toBe(false);
    for (const name of names.slice(1)) expect(accepted.text).toContain(name);
    expect(retrySummary(names).isFailure).toBe(true);
  });

  it('are refused for failed properties and for tests about concurrency [F-E1]', () => {
    let message = '';
    try {
      fc.assert(fc.property(fc.integer(), (n) => n < 10));
    } catch (error) {
      message = (error as Error).message;
    }
    expect(RETRIED_ERRORS.test(message)).toBe(false);
    expect(RETRIED_ERRORS.test('expected 1 to be 2')).toBe(true);
    const file = 'apps/server/src/modules/tags/tags.test.ts';
    expect(isRace('creates one ticket for concurrent requests on two connections [M-077]', file)).toBe(true);
    expect(isRace('keep the invariants; refused commands change nothing [PB-01] [PB-02]', file)).toBe(true);
    expect(isRace('removes a tag', file)).toBe(false);
    expect(isRace('send nothing after a stop', 'apps/server/src/modules/bot/flow-races.test.ts')).toBe(true);
  });

  it('of journeys are found in the report, at any depth [F-E1]', () => {
    const spec = (title: string, status: string) => ({ title, file: 'a.journey.ts', tests: [{ status }] });
    const suites = [
      {
        title: 'a.journey.ts',
        specs: [spec('signs in', 'expected')],
        suites: [{ title: 'inner', specs: [spec('sends', 'flaky')] }],
      },
    ];
    expect(journeysWith('flaky', suites)).toEqual(['a.journey.ts > sends']);
    const failed = {
      ...spec('sends', 'flaky'),
      tests: [{ status: 'flaky', results: [{ error: { message: 'late' } }] }],
    };
    expect(journeysWith('flaky', [{ title: 'a.journey.ts', specs: [failed] }])).toEqual([
      'a.journey.ts > sends\n    late',
    ]);
  });

  it('show the first line of the error, without colors', () => {
    expect(withReason('a.test.ts > works', '\u001B[31mstill 3\u001B[39m\n  at line 5')).toBe(
      'a.test.ts > works\n    still 3',
    );
    expect(withReason('a.test.ts > works', undefined)).toBe('a.test.ts > works');
  });
});

describe('random values of tests', () => {
  it('come from the seed of the run, which a variable repeats [F-E1]', () => {
    expect(process.env['TEST_SEED']).toMatch(/^\d+$/);
    const draw = (parameters: object) => fc.sample(fc.integer(), { numRuns: 5, ...parameters });
    expect(draw({})).toEqual(draw({ seed: Number(process.env['TEST_SEED']) }));
  });
});
