import { randomUUID } from 'node:crypto';
import type { IntegrationTested } from '@balcao/contract/endpoints/integrations';
import type { Actor } from '@balcao/domain/policy/actor';
import { ServiceError, type BotServices, type BotSession, type BotTurn } from '../../gateways/bots/port.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { Secret } from '../../infrastructure/secrets/secrets.ts';
import type { Companies } from '../companies/index.ts';
import type { IntegrationKeys } from './integration-keys.ts';
import { integrationStore, type ListedIntegration } from './integrations.store.ts';
import { failedCall, notConfigured, type FailedCall } from './service-failures.ts';
import { targetOf, webhookBody } from './webhook-calls.ts';

export interface IntegrationTryDeps {
  db: Db;
  clock: Clock;
  limits: Pick<Limits, 'use'>;
  keys: IntegrationKeys;
  services: BotServices;
  companies: Pick<Companies, 'inTx'>;
}
type Outcome = { replies?: IntegrationTested['replies']; choices?: string[]; status?: number };
const GREETING = 'Olá';

/** Trying an integration out: one call with an invented conversation. Nothing is sent to a customer. */
export function createIntegrationTries({ db, clock, limits, keys, services, companies }: IntegrationTryDeps) {
  const session = (): BotSession => ({ key: randomUUID(), id: null, variables: INVENTED_VARIABLES });

  async function call(
    { companyId, companyName }: { companyId: number; companyName: string },
    integration: ListedIntegration,
    text: string,
  ): Promise<Outcome | FailedCall> {
    switch (integration.type) {
      case 'typebot': {
        const account = { url: integration.url, slug: integration.typebotSlug };
        return answerOf(await services.typebot.start(account, session(), text));
      }
      case 'dialogflow': {
        const credentials = keys.open(integration, 'serviceAccount');
        if (!credentials) return notConfigured;
        const { project, language } = integration;
        return answerOf(await services.dialogflow.start({ project, language, credentials }, session(), text));
      }
      case 'flowbuilder':
        return integration.isFlowLive ? {} : notConfigured;
      default: {
        const target = targetOf(integration, keys);
        if (!target) return notConfigured;
        const deliveryId = randomUUID();
        const conversation = { ...INVENTED_CONVERSATION, companyName };
        const facts = { deliveryId, at: clock.now(), companyId, conversation, hidesNumbers: false, text };
        return services.webhooks.deliver(target, { id: deliveryId, body: webhookBody({ event: 'test', ...facts }) });
      }
    }
  }

  const admit = ({ companyId, userId }: Actor) =>
    limits.use({ limit: 'calls of services in tests of a user', of: `${companyId} ${userId}` });

  return {
    /** One call with the stored settings. */
    async test(actor: Actor, id: number, text: string): Promise<IntegrationTested> {
      const { companyId } = actor;
      await admit(actor);
      const { integration, companyName } = await db.inCompany(companyId, async (tx) => {
        const row = assertFound(await integrationStore.byId(tx, id), 'ERR_NO_DIALOG_FOUND');
        const subject = `integration ${id}`;
        await audit(tx, { userId: actor.userId, action: 'integration.tested', subject, data: { name: row.name } });
        return { integration: row, companyName: (await companies.inTx.get(tx)).company.name };
      });
      const startedAt = performance.now();
      const outcome = await call({ companyId, companyName }, integration, text).catch(failedCall);
      const ms = Math.round(performance.now() - startedAt);
      const status = outcome.status ?? null;
      if ('type' in outcome) return { ...UNANSWERED, outcome: 'failed', reason: outcome.reason, status, ms };
      const { replies = [], choices = [] } = outcome;
      return { outcome: 'done', reason: null, status, replies, choices, ms };
    },

    /** Sends one greeting with a service account that is not stored. */
    async testSession(
      actor: Actor,
      { project, language, jsonContent }: { project: string; language: string; jsonContent: string },
    ) {
      await admit(actor);
      try {
        const account = { project, language, credentials: new Secret(jsonContent) };
        const { replies } = await services.dialogflow.start(account, session(), GREETING);
        return replies.flatMap((reply) => (reply.type === 'text' ? reply.text : []));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return refuse(error.reason === 'key' ? 'ERR_TEST_SESSION_DIALOG' : 'ERR_TEST_REPLY_DIALOG');
      }
    },
  };
}
export type IntegrationTries = ReturnType<typeof createIntegrationTries>;

const UNANSWERED = { replies: [], choices: [] };
const answerOf = ({ replies, choices = [] }: BotTurn): Outcome => ({
  replies: replies.map((reply) => ({ type: reply.type, text: reply.type === 'text' ? reply.text : reply.url })),
  choices,
});

const INVENTED_VARIABLES = { number: '5511999990000', pushName: 'Maria Silva', remoteJid: '5511999990000' };
const INVENTED_CONVERSATION = {
  ticketId: 0,
  number: 0,
  uuid: '00000000-0000-0000-0000-000000000000',
  status: 'pending',
  channel: 'whatsapp',
  queueId: null,
  queueName: null,
  userId: null,
  userName: null,
  contactId: 0,
  contactName: INVENTED_VARIABLES.pushName,
  contactNumber: INVENTED_VARIABLES.number,
  connectionId: null,
  connectionName: null,
};
