import type { IntegrationType } from '../integration/integration-types.ts';
import { MAX_WAIT_MINUTES } from './bounds.ts';
import type { Edge, FlowDoc, FlowNode, FlowSettings, NodeData, NodeType } from './document.ts';
import { defaultSettings, newNode } from './new-node.ts';

/** What is attached to a connection, a queue or an option. An integration of type flowbuilder names a flow of its own. */
export type ServiceTarget =
  | { promptId: number }
  | { integrationId: number; type: Exclude<IntegrationType, 'flowbuilder'> };

/**
 * The flow of a prompt or an integration that is attached to something: the service answers from the first message on, as
 * long as the conversation has no agent. A webhook gets every message.
 */
export function oneNodeFlow(target: ServiceTarget, settings: Partial<FlowSettings> = {}): FlowDoc {
  // A customer who is silent is not given up: the next message goes to the service again.
  const general = { ...defaultSettings(), giveUpMinutes: MAX_WAIT_MINUTES, onGiveUp: 'leave' as const, ...settings };
  const start = drawn('start', 'start', {});
  if ('promptId' in target) {
    const service = drawn('service', 'openai', { promptId: target.promptId });
    return { schema: 1, nodes: [start, service], edges: [edge('start', 'a', 'service')], settings: general };
  }
  const { integrationId, type } = target;
  if (type === 'typebot' || type === 'dialogflow') {
    const service = drawn('service', 'typebot', { integrationId });
    return { schema: 1, nodes: [start, service], edges: [edge('start', 'a', 'service')], settings: general };
  }
  const service = drawn('service', 'webhook', { integrationId });
  const wait = drawn('wait', 'wait', { minutes: MAX_WAIT_MINUTES });
  const edges = [
    edge('start', 'a', 'service'),
    edge('service', 'a', 'wait'),
    edge('wait', 'answered', 'service'),
    edge('wait', 'a', 'wait'),
    edge('wait', 'failed', 'wait'),
  ];
  return { schema: 1, nodes: [start, service, wait], edges, settings: general };
}

function drawn<Type extends NodeType>(id: string, type: Type, data: Partial<NodeData[Type]>): FlowNode {
  const node = newNode(type, id, { x: 0, y: 0 });
  return { ...node, data: { ...node.data, ...data } } as FlowNode;
}
const edge = (source: string, port: string, target: string): Edge => ({
  id: `${source}-${port}`,
  source,
  port,
  target,
});
