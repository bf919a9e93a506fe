import { done, leave, type NodeBehavior, type NodeDescription } from './node-kind.ts';

/** The conversation waits for one agent; for the queue if that agent does not exist or is not active. */
export const agent: NodeDescription<'agent'> = {
  defaults: () => ({ to: 'user', userId: null, queueId: null }),
  ports: () => [done],
  inspect({ to, userId, queueId }, inspector) {
    if (to === 'user') inspector.reference('users', 'userId', userId);
    // An account owner may be missing: then the queue is the only way on.
    if (to === 'accountOwner' || queueId !== null) inspector.reference('queues', 'queueId', queueId);
  },
  handsOver: true,
};
export const agentBehavior: NodeBehavior<'agent'> = {
  enter({ to, userId, queueId }, context) {
    const { references, contact } = context.facts;
    const owner = to === 'accountOwner' ? contact.accountOwner : null;
    const wantedUserId = owner ? owner.userId : to === 'user' ? userId : null;
    const wantedQueueId = queueId ?? owner?.queueId ?? null;
    const queue = wantedQueueId !== null && references.queues.has(wantedQueueId) ? wantedQueueId : null;
    const user = wantedUserId !== null && references.users.has(wantedUserId) ? wantedUserId : null;
    if (user === null) context.skip('userMissing');
    if (user === null && queue === null) return { type: 'fallBack', reason: 'queueMissing' };
    context.perform({ type: 'assign', queueId: queue, userId: user, reason: 'node' });
    context.perform({ type: 'log', reason: user === null ? 'queueChosen' : 'agentChosen' });
    context.handOver();
    return leave(done.id);
  },
};
