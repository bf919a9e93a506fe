import { done, leave, type NodeKind } from './node-kind.ts';

/** The conversation waits in a queue, as if the customer had chosen it. */
const toQueue = <Type extends 'ticket' | 'queue'>(): NodeKind<Type> => ({
  defaults: () => ({ queueId: null }),
  ports: () => [done],
  inspect: ({ queueId }, inspector) => inspector.reference('queues', 'queueId', queueId),
  handsOver: true,
  enter({ queueId }, context) {
    if (queueId === null || !context.facts.references.queues.has(queueId))
      return { type: 'fallBack', reason: 'queueMissing' };
    context.perform({ type: 'assign', queueId, userId: null, reason: 'node' });
    context.perform({ type: 'log', reason: 'queueChosen' });
    context.handOver();
    return leave(done.id);
  },
});
export const ticket: NodeKind<'ticket'> = toQueue<'ticket'>();
export const queue: NodeKind<'queue'> = toQueue<'queue'>();
