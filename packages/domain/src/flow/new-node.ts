import type { FlowDoc, FlowNode, FlowSettings, NodeType } from './document.ts';
import { nodeKinds } from './nodes/index.ts';

export const newNode = <Type extends NodeType>(type: Type, id: string, position: { x: number; y: number }): FlowNode =>
  ({ id, type, position, data: nodeKinds[type].defaults() }) as FlowNode;

export const defaultSettings = (): FlowSettings => ({
  exit: 'human',
  giveUpMinutes: 1440,
  onGiveUp: 'human',
  fallbackQueueId: null,
});

/** The label of the first node, as the API gives it. */
export const START_NAME = 'Inicio do fluxo';

/** A new flow: only its start. */
export const emptyDoc = (startId: string): FlowDoc => ({
  schema: 1,
  nodes: [{ ...newNode('start', startId, { x: 0, y: 0 }), name: START_NAME }],
  edges: [],
  settings: defaultSettings(),
});
