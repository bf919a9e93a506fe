import { webhookTypes } from '../../integration/integration-types.ts';
import { goOn, next, type NodeBehavior, type NodeDescription } from './node-kind.ts';

/** Sends the customer's last message to n8n or another receiver and does not wait for it. */
export const webhook: NodeDescription<'webhook'> = {
  defaults: () => ({ integrationId: null }),
  ports: () => [next],
  inspect: ({ integrationId }, inspector) => inspector.integration('integrationId', integrationId, webhookTypes),
};
export const webhookBehavior: NodeBehavior<'webhook'> = {
  enter({ integrationId }, context) {
    const type = integrationId === null ? undefined : context.facts.integration(integrationId)?.type;
    if (integrationId === null || type === undefined || !webhookTypes.includes(type)) context.skip('notConfigured');
    else {
      const request = { kind: 'webhook' as const, integrationId, text: context.run.lastText };
      context.perform({ type: 'call', callId: context.newCallId(), nodeId: context.nodeId, request });
    }
    return goOn;
  },
};
