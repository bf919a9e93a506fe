import { describe, expect, it } from 'vitest';
import { arrange } from './layout.worker.ts';

describe('the automatic arrangement', () => {
  it('places nodes from left to right along their edges, without overlaps', () => {
    const nodes = ['a', 'b', 'c', 'd'].map((id) => ({ id, width: 200, height: 100 }));
    const edges = [
      { source: 'a', target: 'b' },
      { source: 'a', target: 'c' },
      { source: 'b', target: 'd' },
      { source: 'd', target: 'a' },
    ];
    const positions = new Map(arrange({ nodes, edges }));
    expect(positions.get('b')!.x).toBeGreaterThanOrEqual(positions.get('a')!.x + 200);
    expect(positions.get('d')!.x).toBeGreaterThanOrEqual(positions.get('b')!.x + 200);
    expect(Math.abs(positions.get('b')!.y - positions.get('c')!.y)).toBeGreaterThanOrEqual(100);
  });
});
