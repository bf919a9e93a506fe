import type { VirtualItem } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type RefObject } from 'react';

const ANIMATION_MS = 150;
/**
 * In a burst rows only find their places: what moves all the time is not looked at, and costs. Longer than the list waits
 * between two showings while more and more comes.
 */
const CALM_MS = 1200;
/** One or two that overtake the others can be followed with the eye; when all change their places nothing can. */
const MAX_ANIMATED = 3;

/**
 * A row that has another place now glides there from the one it had.
 * An animation and no transition: a row that changes its place among its siblings would lose that on the way.
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
