import type { CallAction } from '../service-call.ts';
import { leave, type Outcome, type Scene } from './node-kind.ts';

interface Allowed {
  transferred: string;
  allows(action: CallAction): boolean;
}

/**
 * Performs what a model or bot ordered; undefined if the conversation stays at the node. Orders are a closed list: one that
 * the node does not allow, or about something that the company does not have, changes nothing.
 */
export function performAction({ transferred, allows }: Allowed, scene: Scene, action: CallAction): Outcome | undefined {
  const { references } = scene.facts;
  const isAllowed = allows(action);
  switch (action.type) {
    case 'transfer': {
      const { queueId } = action;
      if (!isAllowed || !references.queues.has(queueId)) return refuse(scene, 'queueMissing');
      const userId = action.userId !== null && references.users.has(action.userId) ? action.userId : null;
      if (userId !== action.userId) scene.skip('userMissing');
      return handOver(scene, transferred, queueId, userId);
    }
    case 'tag':
      if (!isAllowed || !references.tags.has(action.tagId)) return refuse(scene, 'tagMissing');
      scene.perform({ type: 'tag', add: [action.tagId], remove: [] });
      return undefined;
    case 'close':
      if (!isAllowed) return refuse(scene, 'notSupported');
      scene.perform({ type: 'close', mode: 'farewell', by: 'bot' });
      scene.perform({ type: 'log', reason: 'closed' });
      return { type: 'end', reason: 'closed' };
    case 'stop': {
      if (!isAllowed) return refuse(scene, 'notSupported');
      const { fallbackQueueId } = scene.settings;
      const queueId = fallbackQueueId !== null && references.queues.has(fallbackQueueId) ? fallbackQueueId : null;
      return handOver(scene, transferred, queueId, null);
    }
  }
}

function refuse(scene: Scene, reason: 'queueMissing' | 'tagMissing' | 'notSupported'): undefined {
  scene.skip(reason);
}

function handOver(scene: Scene, port: string, queueId: number | null, userId: number | null): Outcome {
  scene.perform({ type: 'assign', queueId, userId, reason: 'node' });
  if (queueId !== null) scene.perform({ type: 'log', reason: userId === null ? 'queueChosen' : 'agentChosen' });
  scene.handOver();
  return leave(port);
}
