import { doneResult, type CallHandler } from '@balcao/domain/flow/service-call';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import type { WebhookSender, WebhookTarget } from '../../gateways/bots/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { IntegrationRow } from '../../infrastructure/db/schema/integrations.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { conversationStore, type IntegrationConversation } from './conversations.store.ts';
import type { IntegrationKeys } from './integration-keys.ts';
import { hasWebhook } from './integrations.ts';
import { integrationStore } from './integrations.store.ts';
import { failedCall, notConfigured } from './service-failures.ts';

export interface WebhookCallDeps {
  db: Db;
  clock: Clock;
  keys: IntegrationKeys;
  webhooks: WebhookSender;
  hidesNumbers(tx: Tx): Promise<boolean>;
}
export interface WebhookFacts {
  event: 'message' | 'test';
  deliveryId: string;
  at: Date;
  companyId: number;
  conversation: IntegrationConversation;
  hidesNumbers: boolean;
  text: string;
}

/** Sends what a customer wrote to a receiver. One way: nothing in the answer has an effect but its status. */
export function createWebhookCalls(deps: WebhookCallDeps): CallHandler<'webhook'> {
  const { db, clock, keys, webhooks } = deps;
  return async function callWebhook({ companyId, id: deliveryId, ticketId, request }) {
    const loaded = await db.readCompany(companyId, async (tx) => {
      const integration = await integrationStore.byId(tx, request.integrationId);
      const conversation = await conversationStore.byTicket(tx, ticketId);
      return integration && conversation && { integration, conversation, hidesNumbers: await deps.hidesNumbers(tx) };
    });
    const target = loaded && targetOf(loaded.integration, keys);
    if (!loaded || !target) return notConfigured;
    const { conversation, hidesNumbers } = loaded;
    const facts = { deliveryId, at: clock.now(), companyId, conversation, hidesNumbers, text: request.text };
    const body = webhookBody({ event: 'message', ...facts });
    try {
      const { status } = await webhooks.deliver(target, { id: deliveryId, body });
      return doneResult({ isOver: true, status });
    } catch (error) {
      return failedCall(error);
    }
  };
}

/** Undefined for an integration without a receiver, or whose secret no known key opens. */
export function targetOf(integration: IntegrationRow, keys: IntegrationKeys): WebhookTarget | undefined {
  const { type, url, headerName } = integration;
  const secret = keys.open(integration, 'signingSecret');
  if (!hasWebhook(type) || url === '' || !secret) return undefined;
  if (headerName === '') return { url, secret };
  const value = keys.open(integration, 'headerValue');
  return value && { url, secret, header: { name: headerName, value } };
}

/** Payload v1. Numbers are masked where the company hides them; what the customer wrote is sent as it is. */
export function webhookBody({
  event,
  deliveryId,
  at,
  companyId,
  conversation,
  hidesNumbers,
  text,
}: WebhookFacts): string {
  const { contactName, contactNumber, queueId, queueName, userId, userName } = conversation;
  return JSON.stringify({
    version: 1,
    event,
    deliveryId,
    at: at.toISOString(),
    company: { id: companyId, name: conversation.companyName },
    connection:
      conversation.connectionId === null
        ? null
        : { id: conversation.connectionId, name: conversation.connectionName, channel: conversation.channel },
    ticket: {
      id: conversation.ticketId,
      number: conversation.number,
      uuid: conversation.uuid,
      status: conversation.status,
      queue: queueId === null ? null : { id: queueId, name: queueName },
      user: userId === null ? null : { id: userId, name: userName },
    },
    contact: {
      id: conversation.contactId,
      name: hidesNumbers ? maskName(contactName) : contactName,
      number: hidesNumbers && contactNumber !== '' ? maskNumber(contactNumber) : contactNumber,
    },
    message: { text },
  });
}
