import { describe, expect, it } from 'vitest';
import { landingSide, movedLaneIds } from './lane-order.ts';

describe('the order of the columns after a drop [F-U17]', () => {
  it.each([
    ['to the right: after the column under it', [1, 2, 3], 1, 3, [2, 3, 1], 'after'],
    ['to the left: before the column under it', [1, 2, 3], 3, 1, [3, 1, 2], 'before'],
    ['over its neighbor', [1, 2, 3], 2, 3, [1, 3, 2], 'after'],
    ['over the column without a lane: first', [1, 2, 3], 3, null, [3, 1, 2], 'after'],
    ['over itself: unchanged', [1, 2, 3], 2, 2, [1, 2, 3], null],
    ['first over the column without a lane: unchanged', [1, 2, 3], 1, null, [1, 2, 3], null],
  ] as const)('%s', (_, laneIds, laneId, targetId, expected, side) => {
    expect(movedLaneIds(laneIds, laneId, targetId)).toEqual(expected);
    expect(landingSide(laneIds, laneId, targetId)).toBe(side);
  });
});
