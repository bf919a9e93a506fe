import { describe, expect, it } from 'vitest';
import { scenarios } from './scenarios.ts';
import { selectScenarios } from './selection.ts';

const idsOf = (selection: Parameters<typeof selectScenarios>[1]) =>
  selectScenarios(scenarios, selection).flatMap(({ ids }) => ids);

describe('the selection of chaos scenarios', () => {
  it('is everything, the quick ones, the named ones or those of some channels', () => {
    expect(selectScenarios(scenarios, { short: false })).toEqual(scenarios);
    expect(selectScenarios(scenarios, { short: true }).every(({ isQuick }) => isQuick)).toBe(true);
    expect(idsOf({ scenario: 'WH-13,IN-04', short: true })).toEqual(expect.arrayContaining(['WH-13', 'IN-04']));
    expect(selectScenarios(scenarios, { on: 'graph', short: false }).every(({ on }) => on === 'graph')).toBe(true);
    expect(idsOf({ on: 'sandbox', short: false })).toContain('WH-13');
  });

  it('refuses unknown names and a selection without scenarios [F-E2]', () => {
    expect(() => idsOf({ on: 'typo', short: false })).toThrow('There is no typo; there are sandbox, graph.');
    expect(() => idsOf({ scenario: 'WH-13,XX-99', short: false })).toThrow('There is no XX-99');
    expect(() => idsOf({ scenario: '', short: false })).toThrow();
    expect(() => idsOf({ scenario: 'IN-04', on: 'graph', short: false })).toThrow('No scenario is selected');
  });
});
