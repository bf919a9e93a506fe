/** The part of a flow that is in view when its drawing opens. */
import type { Viewport } from '@xyflow/react';
import type { CardView } from '../editor/card-view.ts';
import { boundsOf, viewOf, type Size } from './boxes.ts';

/** Below this zoom a card shows its icon and its title only. */
export const FAR_ZOOM = 0.5;
/** Above this number of cards the whole flow is a pattern rather than a drawing. */
export const LARGE_FLOW = 100;
const READABLE_ZOOM = 0.75;
const MARGIN = 48;

/**
 * Everything, if its cards can be read then; else the start at the left, from where the flow is read. `isOverview`: a path
 * or differences are shown, which may be anywhere, so that only a large flow opens at its start.
 */
export function openingView(views: readonly CardView[], { width, height }: Size, isOverview: boolean): Viewport {
  const first = views.find(({ node }) => node.type === 'start') ?? views[0];
  if (!first || width === 0 || height === 0) return { x: 0, y: 0, zoom: 1 };
  const everything = viewOf(views, { width, height });
  if (everything.zoom >= FAR_ZOOM || (isOverview && views.length <= LARGE_FLOW)) return everything;
  const bounds = boundsOf(views);
  const { position } = first.node;
  const zoom = READABLE_ZOOM;
  const centered = height / 2 - (position.y + first.height / 2) * zoom;
  // Without empty space above the first row or, if there is more above than below, under the last one.
  const top = MARGIN - bounds.top * zoom;
  const bottom = height - MARGIN - bounds.bottom * zoom;
  return { x: MARGIN - position.x * zoom, y: Math.min(Math.max(centered, Math.min(bottom, top)), top), zoom };
}
