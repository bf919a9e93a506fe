/** The edges of a large flow seen from far away, many in one shape: one by one they are too thin to be pointed at. */
import { getBezierPath, Position, ViewportPortal, type Edge } from '@xyflow/react';
import { memo, useState } from 'react';
import { cx } from '../../../ui/index.ts';
import { CARD_WIDTH, HEADER_HEIGHT } from '../editor/card-geometry.ts';
import css from './canvas.module.css';
import type { CardNode } from './flow-card.tsx';

/** Neighbors share a shape, so that only the shapes in view have to be painted. */
const EDGES_OF_A_SHAPE = 40;

export function FarEdges({ nodes, edges }: { nodes: readonly CardNode[]; edges: readonly Edge[] }) {
  const [pathOf] = useState(createPathCache);
  const nodeById = new Map(nodes.map((node) => [node.id, node]));
  const groups = new Map<string, Edge[]>();
  for (const edge of edges) {
    const key = cx(edge.className, edge.selected && 'selected');
    const group = groups.get(key);
    if (group) group.push(edge);
    else groups.set(key, [edge]);
  }
  return (
    <ViewportPortal>
      <svg className={css.farEdges} aria-hidden="true">
        {[...groups].map(([className, group]) => (
          <g key={className} className={cx('react-flow__edge', className)}>
            {chunksOf(group, EDGES_OF_A_SHAPE).map((chunk) => (
              <Shape key={chunk[0]!.id} d={chunk.map((edge) => pathOf(edge, nodeById)).join('')} />
            ))}
          </g>
        ))}
      </svg>
    </ViewportPortal>
  );
}

const Shape = memo(function Shape({ d }: { d: string }) {
  return <path className="react-flow__edge-path" d={d} />;
});

const chunksOf = <T,>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));

/** While a card is dragged only its own edges are calculated again. */
function createPathCache() {
  const known = new Map<string, { from: CardNode; to: CardNode; path: string }>();
  return ({ id, source, sourceHandle, target }: Edge, nodeById: ReadonlyMap<string, CardNode>): string => {
    const [from, to] = [nodeById.get(source), nodeById.get(target)];
    const portY = from?.data.view.portY.get(sourceHandle ?? '');
    if (!from || !to || portY === undefined) return '';
    const before = known.get(id);
    if (before?.from === from && before.to === to) return before.path;
    const [path] = getBezierPath({
      sourceX: from.position.x + CARD_WIDTH,
      sourceY: from.position.y + portY,
      sourcePosition: Position.Right,
      targetX: to.position.x,
      targetY: to.position.y + HEADER_HEIGHT / 2,
      targetPosition: Position.Left,
    });
    known.set(id, { from, to, path });
    return path;
  };
}
