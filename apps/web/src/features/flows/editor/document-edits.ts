/** Every change of a flow's document as a pure function. An edit that changes nothing returns the same document. */
import type { Edge, FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import { newId } from '@balcao/domain/flow/ids';
import { portsOf } from '@balcao/domain/flow/ports';
import { CARD_WIDTH } from './card-geometry.ts';

/** A new node is placed this far right of the last one. */
export const NEW_NODE_GAP = 40;
/** A duplicate is placed this far right of the rightmost node. */
export const DUPLICATE_OFFSET = 240;

export type Position = FlowNode['position'];
export interface PortRef {
  source: string;
  port: string;
}

export const newNodeId = (): string => newId((count) => crypto.getRandomValues(new Uint8Array(count)));

export const nodeById = (doc: FlowDoc, id: string): FlowNode | undefined => doc.nodes.find((node) => node.id === id);
export const startOf = (doc: FlowDoc): FlowNode | undefined => doc.nodes.find(({ type }) => type === 'start');
export const edgeFrom = (doc: FlowDoc, { source, port }: PortRef): Edge | undefined =>
  doc.edges.find((edge) => edge.source === source && edge.port === port);

/** Right of the node that was added last. */
export function nextPosition(doc: FlowDoc): Position {
  const last = doc.nodes.at(-1)?.position;
  return last ? { x: last.x + CARD_WIDTH + NEW_NODE_GAP, y: last.y } : { x: 0, y: 0 };
}

/** A second start is refused: a flow has exactly one. */
export function addNode(doc: FlowDoc, node: FlowNode, from?: PortRef): FlowDoc {
  if (node.type === 'start' && startOf(doc)) return doc;
  const added = { ...doc, nodes: [...doc.nodes, node] };
  return from ? connect(added, { ...from, target: node.id }) : added;
}

export function duplicateNode(doc: FlowDoc, id: string, newId = newNodeId()): FlowDoc {
  const node = nodeById(doc, id);
  if (!node || node.type === 'start') return doc;
  const rightmost = Math.max(...doc.nodes.map(({ position }) => position.x));
  const position = { x: rightmost + DUPLICATE_OFFSET, y: node.position.y };
  return addNode(doc, { ...structuredClone(node), id: newId, position });
}

/** Removes nodes with all their edges, and single edges. The start stays. */
export function removeItems(doc: FlowDoc, nodeIds: Iterable<string>, edgeIds: Iterable<string> = []): FlowDoc {
  const startId = startOf(doc)?.id;
  const goneNodes = new Set([...nodeIds].filter((id) => id !== startId));
  const goneEdges = new Set(edgeIds);
  const nodes = doc.nodes.filter(({ id }) => !goneNodes.has(id));
  const edges = doc.edges.filter(
    ({ id, source, target }) => !goneEdges.has(id) && !goneNodes.has(source) && !goneNodes.has(target),
  );
  const isSame = nodes.length === doc.nodes.length && edges.length === doc.edges.length;
  return isSame ? doc : { ...doc, nodes, edges };
}

export const canConnect = (doc: FlowDoc, { source, port, target }: PortRef & { target: string }): boolean => {
  const [from, to] = [nodeById(doc, source), nodeById(doc, target)];
  return from !== undefined && to !== undefined && to.type !== 'start' && portsOf(from).some(({ id }) => id === port);
};

/** A port has one edge: a second one replaces the first. */
export function connect(doc: FlowDoc, edge: PortRef & { target: string }, newId = newNodeId()): FlowDoc {
  const present = edgeFrom(doc, edge);
  if (!canConnect(doc, edge) || present?.target === edge.target) return doc;
  const { source, port, target } = edge;
  return { ...doc, edges: [...doc.edges.filter(({ id }) => id !== present?.id), { id: newId, source, port, target }] };
}

export function disconnect(doc: FlowDoc, port: PortRef): FlowDoc {
  const present = edgeFrom(doc, port);
  return present ? removeItems(doc, [], [present.id]) : doc;
}

/** Replaces a node. Edges of ports that it no longer has are removed. */
export function replaceNode(doc: FlowDoc, node: FlowNode): FlowDoc {
  if (!nodeById(doc, node.id)) return doc;
  const ports = new Set(portsOf(node).map(({ id }) => id));
  return {
    ...doc,
    nodes: doc.nodes.map((present) => (present.id === node.id ? node : present)),
    edges: doc.edges.filter(({ source, port }) => source !== node.id || ports.has(port)),
  };
}

export function moveNodes(doc: FlowDoc, positions: ReadonlyMap<string, Position>): FlowDoc {
  let hasMoved = false;
  const nodes = doc.nodes.map((node) => {
    const position = positions.get(node.id);
    if (!position || (position.x === node.position.x && position.y === node.position.y)) return node;
    hasMoved = true;
    return { ...node, position: { x: Math.round(position.x), y: Math.round(position.y) } };
  });
  return hasMoved ? { ...doc, nodes } : doc;
}

export interface Clip {
  nodes: readonly FlowNode[];
  edges: readonly Edge[];
}

/** The chosen nodes and the edges between them; never the start. */
export function clipOf(doc: FlowDoc, nodeIds: ReadonlySet<string>): Clip {
  const nodes = doc.nodes.filter(({ id, type }) => nodeIds.has(id) && type !== 'start');
  const copied = new Set(nodes.map(({ id }) => id));
  return { nodes, edges: doc.edges.filter(({ source, target }) => copied.has(source) && copied.has(target)) };
}

/** Adds copies with new ids, so that they are right of everything else and keep their places to each other. */
export function paste(doc: FlowDoc, clip: Clip, createId: () => string = newNodeId): { doc: FlowDoc; ids: string[] } {
  const nodes = clip.nodes.filter(({ type }) => type !== 'start');
  if (nodes.length === 0) return { doc, ids: [] };
  const newIds = new Map(nodes.map(({ id }) => [id, createId()]));
  const left = Math.min(...nodes.map(({ position }) => position.x));
  const rightmost = Math.max(0, ...doc.nodes.map(({ position }) => position.x));
  const copies = nodes.map((node) => ({
    ...structuredClone(node),
    id: newIds.get(node.id)!,
    position: { x: node.position.x - left + rightmost + DUPLICATE_OFFSET, y: node.position.y },
  }));
  const pasted = clip.edges.reduce<FlowDoc>(
    (now, { source, port, target }) => {
      const [from, to] = [newIds.get(source), newIds.get(target)];
      return from && to ? connect(now, { source: from, port, target: to }, createId()) : now;
    },
    { ...doc, nodes: [...doc.nodes, ...copies] },
  );
  return { doc: pasted, ids: copies.map(({ id }) => id) };
}
