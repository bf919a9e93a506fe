/** Calculates the places of all cards. Runs in a worker, because a large flow takes more than a second. */
import { Graph, layout } from '@dagrejs/dagre';

export interface LayoutJob {
  nodes: { id: string; width: number; height: number }[];
  edges: { source: string; target: string }[];
}
export type LayoutResult = [id: string, position: { x: number; y: number }][];

/** The default ranker needs more than ten seconds for a tangled flow of this size. */
const LARGE = 300;

export function arrange({ nodes, edges }: LayoutJob): LayoutResult {
  const graph = new Graph();
  graph.setGraph({
    rankdir: 'LR',
    nodesep: 32,
    ranksep: 72,
    ranker: nodes.length > LARGE ? 'longest-path' : 'network-simplex',
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  for (const { source, target } of edges) graph.setEdge(source, target);
  layout(graph);
  return nodes.map(({ id, width, height }) => {
    const { x, y } = graph.node(id) as { x: number; y: number };
    return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }];
  });
}

// In a worker the global object is not a window; tests call `arrange` directly.
if (typeof document === 'undefined' && typeof postMessage === 'function')
  addEventListener('message', ({ data }: MessageEvent<LayoutJob>) => postMessage(arrange(data)));
