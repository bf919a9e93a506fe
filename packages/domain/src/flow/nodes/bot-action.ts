import type { CallAction } from '../service-call.ts';
import { leave, type Outcome, type NodeContext } from './node-kind.ts';

interface Allowed {
  transferred: string;
  allows(action: CallAction): boolean;
}

/**
 * Performs what a model or bot ordered; undefined if the conversation stays at the node. Orders are a closed list: one that
 * the node does not allow, or about something that the company does not have, changes nothing.
 */
export function performAction(
  { transferred, allows }: Allowed,
  context: NodeContext,
  action: CallAction,
): Outcome | undefined {
  const { references } = context.facts;
  const isAllowed = allows(action);
  switch (action.type) {
    case 'transfer': {
      const { queueId } = action;
      if (!isAllowed || !references.queues.has(queueId)) return refuse(context, 'queueMissing');
      const userId = action.userId !== null && references.users.has(action.userId) ? action.userId : null;
      if (userId !== action.userId) context.skip('userMissing');
      return handOver(context, transferred, queueId, userId);
    }
    case 'tag':
      if (!isAllowed || !references.tags.has(action.tagId)) return refuse(context, 'tagMissing');
      context.perform({ type: 'tag', add: [action.tagId], remove: [] });
      return undefined;
    case 'close':
      if (!isAllowed) return refuse(context, 'notSupported');
      context.perform({ type: 'close', mode: 'farewell', by: 'bot' });
      context.perform({ type: 'log', reason: 'closed' });
      return { type: 'end', reason: 'closed' };
    case 'stop': {
      if (!isAllowed) return refuse(context, 'notSupported');
      const { fallbackQueueId } = context.settings;
      const queueId = fallbackQueueId !== null && references.queues.has(fallbackQueueId) ? fallbackQueueId : null;
      return handOver(context, transferred, queueId, null);
    }
  }
}

function refuse(context: NodeContext, reason: 'queueMissing' | 'tagMissing' | 'notSupported'): undefined {
  context.skip(reason);
}

function handOver(context: NodeContext, port: string, queueId: number | null, userId: number | null): Outcome {
  context.perform({ type: 'assign', queueId, userId, reason: 'node' });
  if (queueId !== null) context.perform({ type: 'log', reason: userId === null ? 'queueChosen' : 'agentChosen' });
  context.handOver();
  return leave(port);
}
