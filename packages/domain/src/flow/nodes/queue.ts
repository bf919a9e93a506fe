import { done, leave, type NodeKind } from './node-kind.ts';

/** The conversation waits in a queue, as if the customer had chosen it. */
const toQueue = <Type extends 'ticket' | 'queue'>(): NodeKind<Type> => ({
  defaults: () => ({ queueId: null }),
  ports: () => [done],
  inspect: ({ queueId }, inspector) => inspector.reference('queues', 'queueId', queueId),
  handsOver: true,
  enter({ queueId }, scene) {
    if (queueId === null || !scene.facts.references.queues.has(queueId))
      return { type: 'fallBack', reason: 'queueMissing' };
    scene.perform({ type: 'assign', queueId, userId: null, reason: 'node' });
    scene.perform({ type: 'log', reason: 'queueChosen' });
    scene.handOver();
    return leave(done.id);
  },
});
export const ticket: NodeKind<'ticket'> = toQueue<'ticket'>();
export const queue: NodeKind<'queue'> = toQueue<'queue'>();
