/** The cards and edges of a flow as the canvas takes them. */
import { Position, type Edge as DrawnEdge } from '@xyflow/react';
import type { Edge } from '@balcao/domain/flow/document';
import { useMemo, useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx } from '../../../ui/index.ts';
import { CARD_WIDTH, HEADER_HEIGHT } from '../editor/card-geometry.ts';
import type { CardView } from '../editor/card-view.ts';
import type { Position as Place } from '../editor/document-edits.ts';
import css from './canvas.module.css';
import { canvasTexts } from './canvas.texts.ts';
import type { CardNode } from './flow-card.tsx';
import type { CanvasMarks } from './marks.ts';
import type { CanvasSelection } from './selection.ts';

export const HANDLE_SIZE = 13;

/** Unchanged nodes stay the same objects, so that the canvas draws only what changed. */
export function useDrawnNodes({
  views,
  selection,
  problems,
  marks,
  dragged,
}: {
  views: readonly CardView[];
  selection: CanvasSelection;
  problems: ReadonlyMap<string, 'error' | 'warning'>;
  marks: CanvasMarks;
  dragged: ReadonlyMap<string, Place>;
}): CardNode[] {
  const [draw] = useState(createNodeCache);
  return useMemo(
    () =>
      views.map((view) => {
        const { id, position } = view.node;
        return draw({
          view,
          mark: marks.nodes.get(id),
          problem: problems.get(id),
          selected: selection.nodes.has(id),
          position: dragged.get(id) ?? position,
        });
      }),
    [draw, views, selection.nodes, problems, marks, dragged],
  );
}

function createNodeCache() {
  const known = new WeakMap<CardView, CardNode>();
  return (now: Drawing): CardNode => {
    const before = known.get(now.view);
    if (before && isSame(before, now)) return before;
    const node = drawnNode(now);
    known.set(now.view, node);
    return node;
  };
}

type Drawing = CardNode['data'] & { selected: boolean; position: Place };
const isSame = (node: CardNode, now: Drawing): boolean =>
  node.data.mark === now.mark &&
  node.data.problem === now.problem &&
  node.selected === now.selected &&
  node.position.x === now.position.x &&
  node.position.y === now.position.y;

function drawnNode({ view, mark, problem, selected, position }: Drawing): CardNode {
  const { node, title, height, portY } = view;
  const handle = { width: HANDLE_SIZE, height: HANDLE_SIZE };
  const half = HANDLE_SIZE / 2;
  return {
    id: node.id,
    type: 'card',
    position,
    data: { view, mark, problem },
    selected,
    // Not by a transform: the browser then paints all cards as one.
    style: { transform: 'none', left: position.x, top: position.y },
    width: CARD_WIDTH,
    height,
    // Only visible cards are measured; without these sizes the first view would fit to them alone.
    measured: { width: CARD_WIDTH, height },
    ariaLabel: title,
    // Given, so that edges and visibility need no measuring.
    handles: [
      ...(node.type === 'start'
        ? []
        : [
            {
              ...handle,
              type: 'target' as const,
              position: Position.Left,
              x: -half,
              y: HEADER_HEIGHT / 2 - half,
            },
          ]),
      ...[...portY].map(([id, y]) => ({
        ...handle,
        id,
        type: 'source' as const,
        position: Position.Right,
        x: CARD_WIDTH - half,
        y: y - half,
      })),
    ],
  };
}

export function useDrawnEdges({
  views,
  edges,
  selection,
  marks,
}: {
  views: readonly CardView[];
  edges: readonly Edge[];
  selection: CanvasSelection;
  marks: CanvasMarks;
}): DrawnEdge[] {
  const t = useTexts(canvasTexts);
  return useMemo(() => {
    const titles = new Map(views.map(({ node, title }) => [node.id, title]));
    return edges.map(({ id, source, port, target }) => {
      const tone = marks.edgeTones?.get(id);
      return {
        id,
        source,
        sourceHandle: port,
        target,
        selected: selection.edges.has(id),
        className: cx(css.edge, marks.edges.has(id) && css.onPath, tone && css[tone]),
        ariaLabel: t('edgeNamed', { source: titles.get(source) ?? '', target: titles.get(target) ?? '' }),
      };
    });
  }, [views, edges, selection.edges, marks, t]);
}
