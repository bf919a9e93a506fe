import { createHash, randomBytes } from 'node:crypto';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { referencesOf as referencesOfNodes } from '@balcao/domain/flow/inspect';
import type { DocReferences } from '@balcao/domain/flow/references';
import { newId } from '@balcao/domain/flow/ids';
import { emptyDoc } from '@balcao/domain/flow/new-node';
import { upgrade } from '@balcao/domain/flow/upgrade';

export const newNodeId = () => newId((count) => randomBytes(count));
export const newDoc = (): FlowDoc => emptyDoc(newNodeId());
/** Documents are upgraded when they are read; an unreadable one is shown as an empty flow. */
export function docOf(stored: unknown): FlowDoc {
  const { schema, nodes, edges, settings } = upgrade(stored) ?? newDoc();
  return { schema, nodes, edges, settings };
}

export const referencesOf = ({ nodes, settings }: FlowDoc): DocReferences =>
  referencesOfNodes(nodes, settings.fallbackQueueId);

/** Equal for equal documents, in whatever order their fields are. */
export const digestOf = (doc: FlowDoc): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(sorted(doc)))
    .digest();
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, field]) => field !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, field]) => [key, sorted(field)]),
        )
      : value;
