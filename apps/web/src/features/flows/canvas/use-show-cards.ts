import { useReactFlow, useStoreApi } from '@xyflow/react';
import type { CardView } from '../editor/card-view.ts';
import { viewOf } from './boxes.ts';

const DURATION_MS = 220;

/** Brings cards into view, also those that the canvas does not have because they are far away. */
export function useShowCards(): (views: readonly CardView[]) => void {
  const { setViewport } = useReactFlow();
  const store = useStoreApi();
  return (views) => {
    const { width, height, domNode } = store.getState();
    if (views.length === 0 || width === 0 || height === 0) return;
    // The steps of a movement are calculated from the size on screen, which a hidden canvas does not have.
    const isVisible = domNode !== null && domNode.clientWidth > 0;
    void setViewport(viewOf(views, { width, height }), isVisible ? { duration: DURATION_MS } : {});
  };
}
