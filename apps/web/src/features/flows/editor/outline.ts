/** The flow as a list: from the start along its exits, every node once, what cannot be reached at the end. */
import type { FlowDoc } from '@balcao/domain/flow/document';
import { portsOf } from '@balcao/domain/flow/ports';

export interface OutlineRow {
  nodeId: string;
  depth: number;
  isReachable: boolean;
}

export function outlineOf(doc: FlowDoc): OutlineRow[] {
  const nodes = new Map(doc.nodes.map((node) => [node.id, node]));
  const targets = new Map(doc.edges.map(({ source, port, target }) => [`${source} ${port}`, target]));
  const rows: OutlineRow[] = [];
  const seen = new Set<string>();

  const visit = (first: string, isReachable: boolean) => {
    // A stack of our own: a flow may be a thousand nodes deep.
    const waiting = [{ id: first, depth: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const node = nodes.get(next.id);
      if (!node || seen.has(node.id)) continue;
      seen.add(node.id);
      rows.push({ nodeId: node.id, depth: next.depth, isReachable });
      const exits = portsOf(node).flatMap(({ id }) => targets.get(`${node.id} ${id}`) ?? []);
      // A single way on is no branch and stays on its level.
      const depth = exits.length > 1 ? next.depth + 1 : next.depth;
      for (const id of exits.toReversed()) waiting.push({ id, depth });
    }
  };
  for (const { id, type } of doc.nodes) if (type === 'start') visit(id, true);
  for (const { id } of doc.nodes) if (!seen.has(id)) visit(id, false);
  return rows;
}
