import type { VirtualItem } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type RefObject } from 'react';

const ANIMATION_MS = 150;
/**
 * In a burst rows are not animated: constant movement is not watched, and costs. Longer than the time between two
 * batches of updates.
 */
const CALM_MS = 1200;
/** A few moving rows can be followed with the eye; more cannot. */
const MAX_ANIMATED = 3;

/**
 * Animates a moved row from its old to its new position.
 * An animation, not a transition: a row that changes its DOM position would lose the transition.
 */
export function useRowAnimation(board: RefObject<HTMLElement | null>, items: readonly VirtualItem[]): void {
  const positions = useRef(new Map<VirtualItem['key'], number>());
  const movedAt = useRef(-Infinity);

  useLayoutEffect(() => {
    const before = positions.current;
    positions.current = new Map(items.map(({ key, start }) => [key, start]));
    const moved = items.flatMap(({ key, start }, at) => {
      const from = before.get(key);
      return from === undefined || from === start ? [] : { at, from, start };
    });
    if (moved.length === 0) return;
    const isCalm = performance.now() - movedAt.current > CALM_MS;
    movedAt.current = performance.now();
    const up = moved.filter(({ from, start }) => start < from).length;
    const addedCount = items.filter(({ key }) => !before.has(key)).length;
    if (!isCalm || addedCount + Math.min(up, moved.length - up) > MAX_ANIMATED) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { at, from, start } of moved)
      board.current?.children[at]?.animate?.(
        [{ transform: `translateY(${from}px)` }, { transform: `translateY(${start}px)` }],
        { duration: ANIMATION_MS, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
      );
  }, [board, items]);
}
