import type { FlowDoc, FlowNode } from '../document.ts';
import type { Raw } from './fields.ts';
import { isWireType, wireData } from './node-data.ts';

/** A document as the API writes it. */
export interface WireFlow {
  nodes: Record<string, unknown>[];
  connections: Record<string, unknown>[];
}
/** Types whose only exit the API calls `a`. */
export const endsInA = (type: string): boolean => ['ticket', 'queue', 'typebot', 'openai'].includes(type);

export function presentWireFlow({ nodes, edges }: Pick<FlowDoc, 'nodes' | 'edges'>): WireFlow {
  const types = new Map(nodes.map(({ id, type }) => [id, type]));
  return {
    nodes: nodes.map((node) => ({
      id: node.id,
      type: node.type,
      position: node.position,
      ...(node.name !== undefined && { name: node.name }),
      data: presentData(node),
    })),
    connections: edges.map(({ id, source, port, target }) => ({
      id,
      source,
      sourceHandle: port === 'done' && endsInA(types.get(source) ?? '') ? 'a' : port,
      target,
    })),
  };
}

const presentData = (node: FlowNode): Raw =>
  isWireType(node.type) ? wireData[node.type].present(node.data as never) : { ...node.data };
