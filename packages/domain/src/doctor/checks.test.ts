import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkIds, doctorChecks, exitCodeOf, stateOf, worstOf, type CheckState } from './checks.ts';

describe('the state of a check', () => {
  it.each([
    ['disk', 80, 'ok'],
    ['disk', 81, 'warning'],
    ['disk', 93, 'error'],
    ['certificate', 61, 'ok'],
    ['certificate', 13, 'warning'],
    ['certificate', 2, 'error'],
    ['storage', 0, 'error'],
    ['storage', 1, 'ok'],
    ['checksumFailures', 1, 'error'],
    ['openFileLimit', 4096, 'ok'],
    ['openFileLimit', 1024, 'warning'],
    ['openFileLimit', 256, 'error'],
    ['openFiles', 95, 'error'],
    ['databaseVersion', 18, 'ok'],
    ['databaseVersion', 17, 'error'],
    ['lastWebhook', 25, 'warning'],
    ['accessTokens', 366, 'warning'],
    ['oldSecret', 7, 'ok'],
    ['oldSecret', 7.1, 'warning'],
    ['backupsConfigured', 0, 'warning'],
    ['lastDrill', null, 'unknown'],
    ['lastDrill', Number.NaN, 'unknown'],
  ] as const)('%s at %s is %s', (id, value, state) => {
    expect(stateOf(id, value)).toBe(state);
  });

  it('never gets better as the number gets worse', () => {
    const order: CheckState[] = ['ok', 'warning', 'error'];
    fc.assert(
      fc.property(fc.constantFrom(...checkIds), fc.double({ noNaN: true }), fc.double({ noNaN: true }), (id, a, b) => {
        const isLowBad = 'isLowBad' in doctorChecks[id];
        const [better, worse] = a < b === isLowBad ? [b, a] : [a, b];
        expect(order.indexOf(stateOf(id, worse))).toBeGreaterThanOrEqual(order.indexOf(stateOf(id, better)));
      }),
    );
  });

  it('the worst check decides the state and the exit code', () => {
    expect(worstOf([])).toBe('ok');
    expect(worstOf(['ok', 'unknown', 'warning'])).toBe('warning');
    expect(worstOf(['error', 'ok'])).toBe('error');
    expect((['ok', 'unknown', 'warning', 'error'] as const).map(exitCodeOf)).toEqual([0, 1, 1, 2]);
  });
});
