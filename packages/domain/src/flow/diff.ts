import type { Edge, FlowDoc, FlowNode } from './document.ts';

/** Changes from one document to another. A moved node is listed apart: it is not a change. */
export interface Diff {
  added: FlowNode[];
  removed: FlowNode[];
  /** One entry per node with its changed fields; a node of another type is removed and added. */
  changed: { nodeId: string; fields: FieldChange[] }[];
  moved: { nodeId: string; before: { x: number; y: number }; after: { x: number; y: number } }[];
  edgesAdded: Edge[];
  edgesRemoved: Edge[];
  settings: FieldChange[];
}
/**
 * `path` is `name`, the name of a setting, or a path inside `data` (`data.options.0.value`); dots inside a key are written
 * `~1`. Undefined: the field does not exist.
 */
export interface FieldChange {
  path: string;
  before: unknown;
  after: unknown;
}

export function diff(before: FlowDoc, after: FlowDoc): Diff {
  const [nodesBefore, nodesAfter] = [byId(before.nodes), byId(after.nodes)];
  const [edgesBefore, edgesAfter] = [byText(before.edges), byText(after.edges)];
  const isSame = (a: FlowNode, b: FlowNode | undefined): b is FlowNode => b?.type === a.type;
  const common = before.nodes.flatMap((node) => {
    const other = nodesAfter.get(node.id);
    return isSame(node, other) ? [[node, other] as const] : [];
  });
  return {
    added: after.nodes.filter((node) => !isSame(node, nodesBefore.get(node.id))),
    removed: before.nodes.filter((node) => !isSame(node, nodesAfter.get(node.id))),
    changed: common
      .map(([a, b]) => ({
        nodeId: a.id,
        fields: [...changesOf('name', a.name, b.name), ...changesOf('data', a.data, b.data)],
      }))
      .filter(({ fields }) => fields.length > 0),
    moved: common
      .filter(([a, b]) => a.position.x !== b.position.x || a.position.y !== b.position.y)
      .map(([a, b]) => ({ nodeId: a.id, before: a.position, after: b.position })),
    edgesAdded: [...edgesAfter].flatMap(([key, edge]) => (edgesBefore.has(key) ? [] : [edge])),
    edgesRemoved: [...edgesBefore].flatMap(([key, edge]) => (edgesAfter.has(key) ? [] : [edge])),
    settings: Object.keys(after.settings).flatMap((name) =>
      changesOf(name, before.settings[name as keyof typeof before.settings], after.settings[name as 'exit']),
    ),
  };
}
const byId = (nodes: readonly FlowNode[]) => new Map(nodes.map((node) => [node.id, node]));
const byText = (edges: readonly Edge[]) =>
  new Map(edges.map((edge) => [[edge.id, edge.source, edge.port, edge.target].join(' '), edge]));

/** Whether anything but positions differs. */
export const hasChanges = ({ moved: _, ...lists }: Diff): boolean =>
  Object.values(lists).some((list) => list.length > 0);

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const encode = (key: string): string => key.replaceAll('~', '~0').replaceAll('.', '~1');
const decode = (key: string): string => key.replaceAll('~1', '.').replaceAll('~0', '~');
/** The keys of a path: `data.options.0.value` is data, options, 0, value. */
export const keysOf = (path: string): string[] => path.split('.').map(decode);

function changesOf(path: string, before: unknown, after: unknown): FieldChange[] {
  if (before === after) return [];
  if (!isFields(before) || !isFields(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ path, before, after }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => changesOf(`${path}.${encode(key)}`, own(before, key), own(after, key)));
}
const own = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);

/** The document after the changes. `apply(a, diff(a, b))` is b, except for the order of nodes and edges. */
export function apply(doc: FlowDoc, changes: Diff): FlowDoc {
  const removed = new Set(changes.removed.map(({ id }) => id));
  const fields = new Map(changes.changed.map(({ nodeId, fields: list }) => [nodeId, list]));
  const moved = new Map(changes.moved.map(({ nodeId, after }) => [nodeId, after]));
  const removedEdges = byText(changes.edgesRemoved);
  const stayingEdges = [...byText(doc.edges)].flatMap(([key, edge]) => (removedEdges.has(key) ? [] : [edge]));
  const stayingNodes = doc.nodes
    .filter(({ id }) => !removed.has(id))
    .map((node) => {
      const { position, ...other } = withChanges(node, fields.get(node.id) ?? []);
      return { ...other, position: moved.get(node.id) ?? position };
    });
  return {
    ...doc,
    nodes: [...stayingNodes, ...changes.added],
    edges: [...stayingEdges, ...changes.edgesAdded],
    settings: withChanges(doc.settings, changes.settings),
  };
}

function withChanges<Target extends object>(target: Target, changes: readonly FieldChange[]): Target {
  if (changes.length === 0) return target;
  const copy = structuredClone(target) as Fields;
  // From the last index to the first, so that removing an entry of a list does not move the others.
  for (const { path, after } of changes.toReversed()) {
    const keys = keysOf(path);
    const last = keys.pop()!;
    let parent: Fields | undefined = copy;
    for (const key of keys) {
      const child: unknown = parent && own(parent, key);
      parent = isFields(child) ? child : undefined;
    }
    if (!parent) continue;
    if (after !== undefined) Object.defineProperty(parent, last, { ...FIELD, value: after });
    else if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete parent[last];
  }
  return copy as Target;
}
/** A key named `__proto__` becomes a plain field. */
const FIELD = { writable: true, enumerable: true, configurable: true };
