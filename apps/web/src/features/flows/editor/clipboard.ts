/** Reads copied nodes. Loaded with the first paste: the schemas are as large as a screen. */
import { flowEdge, flowNode } from '@balcao/contract/flow/document';
import { inspectNode } from '@balcao/domain/flow/inspect';
import { withoutKeys } from '@balcao/domain/flow/keys';
import type { FlowNode } from '@balcao/domain/flow/document';
import type { References } from '@balcao/domain/flow/references';
import { z } from 'zod';
import { MARK } from './copied-nodes.ts';
import type { Clip } from './document-edits.ts';

const Marked = z.object({
  type: z.literal(MARK),
  nodes: z.array(flowNode).max(1000),
  edges: z.array(flowEdge).max(3000),
});

/** Undefined for anything else than copied nodes. Ids that this company does not have are emptied. */
export function readClip(text: string, references: References): Clip | undefined {
  if (!text.includes(MARK)) return undefined;
  try {
    const parsed = Marked.safeParse(JSON.parse(text));
    if (!parsed.success) return undefined;
    const nodes = withoutKeys(parsed.data).nodes.map((node) => withoutUnknown(node, references));
    return { nodes, edges: parsed.data.edges };
  } catch {
    return undefined;
  }
}

function withoutUnknown(node: FlowNode, references: References): FlowNode {
  const copy = structuredClone(node);
  for (const { code, field, value } of inspectNode(node, references))
    if (field !== null && code.startsWith('unknown') && code !== 'unknownType')
      empty(copy.data, field.split('.'), value);
  return copy;
}

/** Clears one field by its path: an entry of a list of ids is removed, a file or an id is emptied. */
function empty(data: object, path: readonly string[], value: string | null): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  const holder = data as Record<string, unknown>;
  const present = holder[key];
  // A list shrinks with each id that is removed, so that the position in the path may be another one by now.
  if (Array.isArray(present) && present.every((entry) => typeof entry === 'number'))
    holder[key] = present.filter((id) => String(id) !== value);
  else if (rest.length > 0 && typeof present === 'object' && present !== null) empty(present, rest, value);
  else if (typeof present === 'object' && present !== null && 'original' in present)
    holder[key] = { name: '', original: '' };
  else holder[key] = typeof present === 'string' ? '' : null;
}
