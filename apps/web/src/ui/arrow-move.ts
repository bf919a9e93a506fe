import type { KeyboardEvent } from 'react';

/** Moves an entry of a list with the arrow keys: up by -1, down by 1. */
export const arrowMove = (onMove: (by: -1 | 1) => void) => (event: KeyboardEvent) => {
  const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
  if (!by) return;
  event.preventDefault();
  onMove(by);
};
