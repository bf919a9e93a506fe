import { webhookTypes } from '../../integration/integration-types.ts';
import { goOn, next, type NodeBehavior, type NodeDescription } from './node-kind.ts';

/** Sends the customer's last message to n8n or another receiver and does not wait for it. */
export const webhook: NodeDescription<'webhook'> = {
  defaults: () => ({ integrationId: null }),
  ports: () => [next],
  inspect: ({ integrationId }, inspector) => inspector.integration('integrationId', integrationId, webhookTypes),
};
export const webhookBehavior: NodeBehavior<'webhook'> = {
  enter({ integrationId }, scene) {
    const type = integrationId === null ? undefined : scene.facts.integration(integrationId)?.type;
    if (integrationId === null || type === undefined || !webhookTypes.includes(type)) scene.skip('notConfigured');
    else {
      const request = { kind: 'webhook' as const, integrationId, text: scene.run.lastText };
      scene.perform({ type: 'call', callId: scene.newCallId(), nodeId: scene.nodeId, request });
    }
    return goOn;
  },
};
