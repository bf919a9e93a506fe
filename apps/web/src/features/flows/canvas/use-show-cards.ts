import { useReactFlow, useStoreApi } from '@xyflow/react';
import type { CardView } from '../editor/card-view.ts';
import { viewOf } from './boxes.ts';

const DURATION_MS = 220;

/** Brings cards into view, also those that the canvas does not have because they are far away. */
export function useShowCards(): (views: readonly CardView[]) => void {
  const { setViewport } = useReactFlow();
  const store = useStoreApi();
  return (views) => {
    const { width, height } = store.getState();
    if (views.length > 0 && width > 0) void setViewport(viewOf(views, { width, height }), { duration: DURATION_MS });
  };
}
