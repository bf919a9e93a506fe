/** Copied nodes as marked JSON for the system's clipboard, so that they can be pasted into another flow. */
import type { FlowNode } from '@balcao/domain/flow/document';
import type { Clip } from './document-edits.ts';

export const MARK = 'balcao/flow-nodes';

export const writeClip = ({ nodes, edges }: Clip): string =>
  JSON.stringify({ type: MARK, nodes: nodes.map(withoutKeys), edges });

/** Keys of services never leave their flow. */
export const withoutKeys = (node: FlowNode): FlowNode =>
  node.type === 'openai' ? { ...node, data: { ...node.data, apiKeyRef: null, voiceKeyRef: null } } : node;
