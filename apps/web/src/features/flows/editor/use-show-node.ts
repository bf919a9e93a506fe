import { useReactFlow, useStoreApi } from '@xyflow/react';
import { CARD_WIDTH, HEADER_HEIGHT } from './card-geometry.ts';
import type { Position } from './document-edits.ts';

const DURATION_MS = 220;

/** Moves the canvas to a new card if it is outside of what is visible. */
export function useShowNode(): (position: Position) => void {
  const { getViewport, setCenter } = useReactFlow();
  const store = useStoreApi();
  return ({ x, y }) =>
    // After the panel is closed, which makes the canvas wider.
    void requestAnimationFrame(() => {
      const { width, height } = store.getState();
      const { x: left, y: top, zoom } = getViewport();
      const isVisible =
        x * zoom + left >= 0 &&
        (x + CARD_WIDTH) * zoom + left <= width &&
        y * zoom + top >= 0 &&
        (y + HEADER_HEIGHT) * zoom + top <= height;
      if (isVisible || width === 0) return;
      void setCenter(x + CARD_WIDTH / 2, y + HEADER_HEIGHT / 2, { zoom, duration: DURATION_MS });
    });
}
