/** Stores the typed keys of a panel and names them in its node. */
import type { FlowNode } from '@balcao/domain/flow/document';
import { keysOf, mapKeys } from '@balcao/domain/flow/keys';
import { api } from '../../../lib/api.ts';

export async function storeKeys(flowId: number, node: FlowNode, typed: ReadonlyMap<string, string>): Promise<FlowNode> {
  // The only address that the key may be sent to; services of models have a fixed one.
  const url = node.type === 'http' ? node.data.url : '';
  const stored = new Map<string, string>();
  for (const { ref } of keysOf({ nodes: [node] })) {
    const value = typed.get(ref);
    if (value === undefined) continue;
    const { ref: storedRef } = await api.flows.addKey({ params: { id: flowId }, body: { value, url } });
    stored.set(ref, storedRef);
  }
  return mapKeys({ nodes: [node] }, ({ ref }) => stored.get(ref) ?? ref).nodes[0]!;
}
