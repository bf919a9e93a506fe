import type { FlowDoc, FlowNode } from './document.ts';

/** A document prepared for lookups. */
export interface DocIndex {
  start: string | undefined;
  nodes: ReadonlyMap<string, FlowNode>;
  /** Target by source and port. */
  targets: ReadonlyMap<string, ReadonlyMap<string, string>>;
}
/** Documents are immutable, so each is indexed once. */
const indexes = new WeakMap<FlowDoc, DocIndex>();

export function indexOf(doc: FlowDoc): DocIndex {
  const known = indexes.get(doc);
  if (known) return known;
  const nodes = new Map(doc.nodes.map((node) => [node.id, node]));
  const targets = new Map<string, Map<string, string>>();
  for (const { source, port, target } of doc.edges) {
    const ports = targets.get(source) ?? new Map<string, string>();
    if (!ports.has(port)) ports.set(port, target);
    targets.set(source, ports);
  }
  const index = { start: doc.nodes.find(({ type }) => type === 'start')?.id, nodes, targets };
  indexes.set(doc, index);
  return index;
}
