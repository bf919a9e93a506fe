import { describe, expect, it } from 'vitest';
import { aDoc, aNode, aPath } from '../../testing/flows.ts';
import { formatDuration } from './duration.ts';
import { routeOf, toneOf, visitsOf } from './run-visits.ts';

const doc = aDoc([aNode('menu', 'menu', {}), aNode('message', 'm')], ['start a menu', 'menu a1 m', 'm a menu']);

describe('the visits of a run', () => {
  it('put the steps at one node together, and a loop apart', () => {
    const { steps } = aPath(doc, [
      { nodeId: 'start', event: 'entered' },
      { nodeId: 'start', event: 'left', port: 'a' },
      { nodeId: 'menu', event: 'entered' },
      { nodeId: 'menu', event: 'waited', ms: 2000 },
      { nodeId: 'menu', event: 'repeated', ms: 3000 },
      { nodeId: 'menu', event: 'left', port: 'a1' },
      { nodeId: 'm', event: 'entered' },
      { nodeId: 'menu', event: 'entered' },
      { nodeId: 'menu', event: 'left', port: 'a1' },
      { nodeId: 'menu', event: 'entered' },
    ]);
    expect(visitsOf(steps).map(({ nodeId, ms, steps: inside }) => [nodeId, ms, inside.length])).toEqual([
      ['start', 0, 1],
      ['menu', 5000, 3],
      ['m', 0, 0],
      ['menu', 0, 1],
      ['menu', 0, 0],
    ]);
  });

  it('put everything inside a called flow together', () => {
    const { steps } = aPath(doc, [
      { nodeId: 'm', event: 'entered' },
      { nodeId: 'm', event: 'called' },
      { nodeId: null, event: 'entered' },
      { nodeId: null, event: 'left', ms: 100 },
      { nodeId: null, event: 'entered' },
      { nodeId: 'm', event: 'returned' },
    ]);
    expect(visitsOf(steps).map(({ nodeId }) => nodeId)).toEqual(['m', null, 'm']);
  });

  it('make a route of nodes and taken edges', () => {
    const path = aPath(doc, [
      { nodeId: 'start', event: 'entered' },
      { nodeId: 'start', event: 'left', port: 'a' },
      { nodeId: 'menu', event: 'entered' },
    ]);
    expect(routeOf(path)).toEqual({ nodes: ['start', 'menu'], edges: ['e0'] });
  });

  it('have a tone by the end of the run', () => {
    expect(
      [null, 'completed', 'takenOver', 'gaveUp', 'broken'].map((endReason) => toneOf({ endReason } as never)),
    ).toEqual(['info', 'success', 'warn', 'neutral', 'danger']);
  });
});

describe('a duration', () => {
  it.each([
    [0, '0 s'],
    [1200, '1,2 s'],
    [48_400, '48 s'],
    [59_900, '1 min'],
    [132_000, '2 min 12 s'],
    [3_600_000, '1 h'],
    [3_605_000, '1 h'],
    [90_061_000, '1 d 1 h'],
  ])('of %i ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
