import type { FlowDoc, FlowFile } from '@balcao/domain/flow/document';
import { keysOf, withoutKeys } from '@balcao/domain/flow/keys';

/** What nodes name by id. Prompts, integrations and keys of services belong to one company and are never carried over. */
export const namedKinds = ['queues', 'users', 'tags', 'lanes', 'fileLists', 'templates', 'flows'] as const;
export type NamedKind = (typeof namedKinds)[number];
export type ReferenceNames = Record<NamedKind, Record<string, string>>;

/** The fields of nodes and settings that refer to something of the company. */
const kindOfField: Record<string, NamedKind> = {
  queueId: 'queues',
  fallbackQueueId: 'queues',
  userId: 'users',
  laneId: 'lanes',
  fileListId: 'fileLists',
  templateId: 'templates',
  flowId: 'flows',
};
const droppedFields = new Set(['promptId', 'integrationId']);

/** Something that a copy of the document lacks. */
export interface RemovedNote {
  kind: 'keyRemoved' | 'unknownReference';
  nodeId: string;
  subject: string;
}
/** The keys, prompts and integrations that `mapReferences` removes from this document. */
export function removedBy(
  { nodes }: Pick<FlowDoc, 'nodes'>,
  nameOf: (kind: 'prompts' | 'integrations', id: number) => string | undefined,
): RemovedNote[] {
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const keys = keysOf({ nodes }).map(({ nodeId, path }): RemovedNote => {
    const node = nodeOf.get(nodeId);
    const header = node?.type === 'http' ? node.data.headers[Number(path.split('.')[1])] : undefined;
    return { kind: 'keyRemoved', nodeId, subject: header?.name ?? path.replace(/Ref$/, '') };
  });
  const references = nodes.flatMap(({ id: nodeId, data }): RemovedNote[] => {
    const note = (kind: 'prompts' | 'integrations', id: number | null): RemovedNote[] =>
      id === null ? [] : [{ kind: 'unknownReference', nodeId, subject: nameOf(kind, id) ?? `${kind} ${id}` }];
    if ('promptId' in data) return note('prompts', data.promptId);
    return 'integrationId' in data ? note('integrations', data.integrationId) : [];
  });
  return [...keys, ...references];
}

/** A copy of the document in which each id is replaced; null removes it. Secrets are removed. */
export function mapReferences(
  doc: FlowDoc,
  idOf: (kind: NamedKind, id: number, nodeId: string | null) => number | null,
  fileOf: (file: FlowFile, nodeId: string) => FlowFile = (file) => file,
): FlowDoc {
  const mapped = (value: unknown, nodeId: string | null): unknown => {
    if (Array.isArray(value)) return value.map((entry) => mapped(entry, nodeId));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, mapField(key, field, nodeId)]));
  };
  const mapField = (key: string, field: unknown, nodeId: string | null): unknown => {
    if (droppedFields.has(key)) return null;
    const kind = kindOfField[key];
    if (kind) return typeof field === 'number' ? idOf(kind, field, nodeId) : null;
    if (key === 'file' && nodeId !== null) return fileOf(field as FlowFile, nodeId);
    return mapped(field, nodeId);
  };
  const { nodes } = withoutKeys(doc);
  const tagIds = (ids: number[], nodeId: string) => ids.flatMap((id) => idOf('tags', id, nodeId) ?? []);
  return {
    ...doc,
    nodes: nodes.map((node) =>
      node.type === 'tag'
        ? { ...node, data: { add: tagIds(node.data.add, node.id), remove: tagIds(node.data.remove, node.id) } }
        : ({ ...node, data: mapped(node.data, node.id) } as typeof node),
    ),
    settings: mapped(doc.settings, null) as FlowDoc['settings'],
  };
}
