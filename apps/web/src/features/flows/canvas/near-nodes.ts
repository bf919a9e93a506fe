/** The cards that a large flow gives to the canvas, which looks at each of them for every frame. */
import { useStore, type Edge, type ReactFlowState } from '@xyflow/react';
import { useMemo } from 'react';
import { around, boxOf, doOverlap, isInside, shownBox, type Box } from './boxes.ts';
import type { CardNode } from './flow-card.tsx';
import { LARGE_FLOW } from './opening-view.ts';

/** A share of the width and height in view, on each side of it. */
const AROUND = 0.75;
/** After zooming in, far fewer cards are near. */
const MAX_SHARE = 4;

interface Near {
  shown: Box;
  area: Box;
}

const nearOf = (state: ReactFlowState): Near => {
  const shown = shownBox(state);
  const { left, top, right, bottom } = shown;
  const [x, y] = [(right - left) * AROUND, (bottom - top) * AROUND];
  return { shown, area: { left: left - x, top: top - y, right: right + x, bottom: bottom + y } };
};
const widthOf = ({ left, right }: Box): number => right - left;
/** NaN while a hidden canvas is moved: the cards stay as they are. */
const isStillNear = (before: Near, now: Near): boolean =>
  Number.isNaN(widthOf(now.area)) ||
  (isInside(now.shown, before.area) && widthOf(before.area) < widthOf(now.area) * MAX_SHARE);

/** Cards in the area, selected ones, which move together, and the ends of all edges that may cross the area. */
export function nearNodes(nodes: readonly CardNode[], edges: readonly Edge[], area: Box): CardNode[] {
  const boxes = new Map(nodes.map(({ id, position, height = 0 }) => [id, boxOf(position, height)]));
  const ends = edges.flatMap(({ source, target }) => {
    const [from, to] = [boxes.get(source), boxes.get(target)];
    return from && to && doOverlap(around(from, to), area) ? [source, target] : [];
  });
  const near = new Set(ends);
  return nodes.filter(({ id, selected }) => selected || near.has(id) || doOverlap(boxes.get(id)!, area));
}

export function useNearFlow(nodes: CardNode[], edges: Edge[]): { nodes: CardNode[]; edges: Edge[] } {
  const { area } = useStore(nearOf, isStillNear);
  return useMemo(() => {
    if (nodes.length <= LARGE_FLOW) return { nodes, edges };
    const near = nearNodes(nodes, edges, area);
    const ids = new Set(near.map(({ id }) => id));
    return { nodes: near, edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) };
  }, [nodes, edges, area]);
}
