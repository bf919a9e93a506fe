/** Two documents in one drawing: the newer one, and what it no longer has. */
import { diff, type Diff } from '@balcao/domain/flow/diff';
import type { Edge, FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import { portsOf } from '@balcao/domain/flow/ports';

export type Tone = 'added' | 'changed' | 'removed';

export interface Comparison {
  changes: Diff;
  nodes: readonly FlowNode[];
  edges: readonly Edge[];
  tones: ReadonlyMap<string, Tone>;
  edgeTones: ReadonlyMap<string, 'added' | 'removed'>;
}

export function compareDocs(before: FlowDoc, after: FlowDoc): Comparison {
  const changes = diff(before, after);
  const isInAfter = new Set(after.nodes.map(({ id }) => id));
  // A node of another type keeps its id: it is removed and added in words, and changed in the drawing.
  const gone = changes.removed.filter(({ id }) => !isInAfter.has(id));
  const replaced = changes.removed.filter(({ id }) => isInAfter.has(id));
  const nodes = [...after.nodes, ...gone];
  const exits = new Map(nodes.map((node) => [node.id, new Set(portsOf(node).map(({ id }) => id))]));
  // A removed edge may have an id that is used again, and an exit that no longer exists: that one is in words only.
  const goneEdges = changes.edgesRemoved
    .filter(({ source, port, target }) => exits.get(source)?.has(port) && exits.has(target))
    .map((edge) => ({ ...edge, id: `removed ${edge.id}` }));
  return {
    changes,
    nodes,
    edges: [...after.edges, ...goneEdges],
    tones: new Map<string, Tone>([
      ...changes.added.map(({ id }) => [id, 'added'] as const),
      ...gone.map(({ id }) => [id, 'removed'] as const),
      ...replaced.map(({ id }) => [id, 'changed'] as const),
      ...changes.changed.map(({ nodeId }) => [nodeId, 'changed'] as const),
    ]),
    edgeTones: new Map<string, 'added' | 'removed'>([
      ...changes.edgesAdded.map(({ id }) => [id, 'added'] as const),
      ...goneEdges.map(({ id }) => [id, 'removed'] as const),
    ]),
  };
}
