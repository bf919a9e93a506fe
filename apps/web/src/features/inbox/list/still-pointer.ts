/** Clicks on a row that has just come under a resting pointer do nothing: they were meant for the row before it. */
import { useLayoutEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** A second click of the same intention comes within this time. */
const SETTLE_MS = 800;

export function useStillPointer(rows: unknown) {
  /** The ticket under the pointer when it moved last; undefined while it is elsewhere. */
  const pointed = useRef<string | null | undefined>(undefined);
  const changedAt = useRef(-Infinity);
  useLayoutEffect(() => {
    changedAt.current = performance.now();
  }, [rows]);

  const forget = () => {
    pointed.current = undefined;
  };
  return {
    onPointerMove: (event: PointerEvent) => {
      pointed.current = event.pointerType === 'mouse' ? ticketAt(event.target) : undefined;
    },
    /** The pointer is elsewhere, or the user scrolls. */
    forget,
    onClickCapture: (event: MouseEvent) => {
      const isSettled = performance.now() - changedAt.current > SETTLE_MS;
      // Keys click too, without a count.
      if (isSettled || pointed.current === undefined || event.detail === 0) return;
      if (ticketAt(event.target) === pointed.current) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

const ticketAt = (where: EventTarget): string | null =>
  (where as Element).closest('[role="listitem"]')?.querySelector('[data-row]')?.getAttribute('data-row') ?? null;
