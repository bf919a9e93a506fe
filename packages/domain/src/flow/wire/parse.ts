import { MAX_EDGES, MAX_NAME_LENGTH, MAX_NODES, MAX_POSITION, NODE_ID } from '../bounds.ts';
import { nodeTypes, type Edge, type FlowDoc, type FlowNode, type NodeType } from '../document.ts';
import { defaultSettings } from '../new-node.ts';
import { portsOf } from '../ports.ts';
import { truncate } from '../variables.ts';
import { fieldsOf, isRaw, listOf, writtenText, type Raw } from './fields.ts';
import { flattened, isWireType, ownData, wireData } from './node-data.ts';
import { endsInA } from './present.ts';
import type { ImportNote } from './report.ts';

export interface ParsedFlow {
  /** With default settings: the API has none. The schema still has to accept it. */
  doc: FlowDoc;
  report: ImportNote[];
  /** Keys that the client typed. They are no part of the document; the caller stores or drops them. */
  keys: TypedKey[];
}
export interface TypedKey {
  nodeId: string;
  field: 'apiKeyRef' | 'voiceKeyRef';
  value: string;
}

/** A document of the API or of a file of another program. Whatever does not fit is left out and reported. */
export function parseWireFlow(flow: { nodes: unknown; connections: unknown }): ParsedFlow {
  const report: ImportNote[] = [];
  const keys: TypedKey[] = [];
  const ids = new Map<string, string>();
  const nodes = listOf(flow.nodes)
    .slice(0, MAX_NODES)
    .flatMap((raw): FlowNode[] => {
      const type = nodeTypes.find((known) => known === raw['type']);
      const writtenId = writtenText(raw['id']);
      if (type === undefined || writtenId === '' || ids.has(writtenId)) {
        report.push({
          kind: 'unknownType',
          nodeId: null,
          subject: truncate(writtenText(raw['type']), MAX_NAME_LENGTH),
        });
        return [];
      }
      const node = parseNode(raw, type, freeId(writtenId, ids, report), report);
      if (type === 'openai') keys.push(...typedKeys(node.id, raw['data']));
      return [node];
    });
  const edges = parseEdges(listOf(flow.connections).slice(0, MAX_EDGES), nodes, ids, report);
  return { doc: { schema: 1, nodes, edges, settings: defaultSettings() }, report, keys };
}

function typedKeys(nodeId: string, data: unknown): TypedKey[] {
  const fields = isRaw(data) ? flattened(data) : {};
  const typed = (name: string, field: TypedKey['field']): TypedKey[] => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof value === 'string' && value.trim() !== '' ? [{ nodeId, field, value: value.trim() }] : [];
  };
  return [...typed('apiKey', 'apiKeyRef'), ...typed('voiceKey', 'voiceKeyRef')];
}

/** The id itself if it is allowed, else one made from it. */
function freeId(written: string, ids: Map<string, string>, report: ImportNote[]): string {
  const used = new Set(ids.values());
  let id = written;
  const base = written.replace(/[^\w-]/g, '_').slice(0, 30);
  for (let n = 1; !NODE_ID.test(id) || used.has(id); n += 1) id = `${base}-${n}`;
  ids.set(written, id);
  if (id !== written) report.push({ kind: 'renamed', nodeId: id, subject: truncate(written, MAX_NAME_LENGTH) });
  return id;
}

/** Types that other programs draw and do not run. */
const neverRan: readonly NodeType[] = ['interval', 'condition', 'img', 'audio', 'video'];

function parseNode(raw: Raw, type: NodeType, id: string, report: ImportNote[]): FlowNode {
  const note = (kind: ImportNote['kind'], subject: string): void => void report.push({ kind, nodeId: id, subject });
  if (neverRan.includes(type)) note('willRun', type);
  const data = isRaw(raw['data']) ? raw['data'] : {};
  const position = isRaw(raw['position']) ? raw['position'] : {};
  const coordinate = (value: unknown): number => {
    const number = Number(value ?? 0);
    return Math.abs(number) <= MAX_POSITION ? number : 0;
  };
  return {
    id,
    type,
    position: { x: coordinate(position['x']), y: coordinate(position['y']) },
    ...(typeof raw['name'] === 'string' && { name: truncate(raw['name'], MAX_NAME_LENGTH) }),
    data: isWireType(type) ? wireData[type].parse(fieldsOf(flattened(data), note), note) : ownData(type, data),
  } as FlowNode;
}

const EDGE_ID = /^[\w-]{1,80}$/;
function parseEdges(
  connections: readonly Raw[],
  nodes: readonly FlowNode[],
  ids: ReadonlyMap<string, string>,
  report: ImportNote[],
): Edge[] {
  const byId = new Map(nodes.map((node) => [node.id, { node, ports: new Set(portsOf(node).map(({ id }) => id)) }]));
  const edges = new Map<string, Edge>();
  const edgeIds = new Set<string>();
  for (const connection of connections) {
    const source = byId.get(ids.get(writtenText(connection['source'])) ?? '');
    const target = byId.get(ids.get(writtenText(connection['target'])) ?? '')?.node;
    const handle = writtenText(connection['sourceHandle'] ?? 'a');
    const port = source && handle === 'a' && endsInA(source.node.type) ? 'done' : handle;
    const exit = `${source?.node.id} ${port}`;
    if (!source?.ports.has(port) || !target || target.type === 'start' || edges.has(exit)) {
      report.push({ kind: 'edgeRemoved', nodeId: source?.node.id ?? null, subject: truncate(port, MAX_NAME_LENGTH) });
      continue;
    }
    const writtenId = writtenText(connection['id']);
    let id = writtenId;
    for (let n = 1; !EDGE_ID.test(id) || edgeIds.has(id); n += 1)
      id = n === 1 ? `${source.node.id}-${port}` : `${source.node.id}-${port}-${n}`;
    edgeIds.add(id);
    edges.set(exit, { id, source: source.node.id, port, target: target.id });
  }
  return [...edges.values()];
}
