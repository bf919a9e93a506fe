/** Rectangles of the drawing, in its own units. */
import { getViewportForBounds, type ReactFlowState, type Viewport } from '@xyflow/react';
import { CARD_WIDTH } from '../editor/card-geometry.ts';
import type { CardView } from '../editor/card-view.ts';

export const MIN_ZOOM = 0.1;
const FIT = { padding: 0.15, maxZoom: 1 };

export interface Size {
  width: number;
  height: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const boxOf = ({ x, y }: { x: number; y: number }, height: number): Box => ({
  left: x,
  top: y,
  right: x + CARD_WIDTH,
  bottom: y + height,
});

const nothing: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
export const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});
export const aroundAll = (boxes: readonly Box[]): Box => boxes.reduce(around, nothing);
export const boundsOf = (views: readonly CardView[]): Box =>
  aroundAll(views.map(({ node, height }) => boxOf(node.position, height)));

export const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom;
export const doOverlap = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
/** Also true of NaN, which a hidden canvas has while it is moved. */
export const isSameBox = (a: Box, b: Box): boolean =>
  Object.is(a.left, b.left) && Object.is(a.top, b.top) && Object.is(a.right, b.right) && Object.is(a.bottom, b.bottom);

/** What is in view. */
export const shownBox = ({ transform: [x, y, zoom], width, height }: ReactFlowState): Box => ({
  left: -x / zoom,
  top: -y / zoom,
  right: (width - x) / zoom,
  bottom: (height - y) / zoom,
});

/** The view that shows all of the given cards. */
export function viewOf(views: readonly CardView[], { width, height }: Size): Viewport {
  const { left, top, right, bottom } = boundsOf(views);
  const bounds = { x: left, y: top, width: right - left, height: bottom - top };
  return getViewportForBounds(bounds, width, height, MIN_ZOOM, FIT.maxZoom, FIT.padding);
}
