import type { BotServices } from '../../gateways/bots/port.ts';
import type { Vault } from '../../infrastructure/secrets/secrets.ts';
import { createBotCalls, type BotCallDeps } from './bot-calls.ts';
import { createBotMedia, type BotMediaDeps, type StoreReplies } from './bot-media.ts';
import { createDeliveries, type DeliveryDeps } from './deliveries.ts';
import { createFlowKeys } from './flow-keys.ts';
import { createHttpCalls } from './http-calls.ts';
import { createIntegrationKeys } from './integration-keys.ts';
import { createIntegrationTries, type IntegrationTryDeps } from './integration-tries.ts';
import { createIntegrations, type IntegrationDeps } from './integrations.ts';
import { createWebhookCalls } from './webhook-calls.ts';

export type IntegrationModuleDeps = Omit<
  IntegrationDeps & DeliveryDeps & IntegrationTryDeps & BotCallDeps & BotMediaDeps,
  'keys' | 'dialogflow' | 'files' | 'storeReplies' | 'services'
> & { vault: Vault; services: BotServices; storeContent: Parameters<typeof createHttpCalls>[0]['storeContent'] };

/** External bots and receivers of webhooks, the keys of nodes of flows, and the calls of flows to them. */
export function createIntegrationModule(deps: IntegrationModuleDeps) {
  const { db, services, vault } = deps;
  const keys = createIntegrationKeys(vault);
  const flowKeys = createFlowKeys({ db, vault });
  const storeReplies = createBotMedia({ ...deps, files: services.files });
  return {
    integrations: createIntegrations({ ...deps, keys, dialogflow: services.dialogflow }),
    tries: createIntegrationTries({ ...deps, keys }),
    deliveries: createDeliveries(deps),
    flowKeys,
    /** Handlers of the calls of flows. */
    calls: {
      bot: createBotCalls({ ...deps, keys, storeReplies }),
      webhook: createWebhookCalls({ ...deps, keys, webhooks: services.webhooks }),
      http: createHttpCalls({ http: services.http, flowKeys, storeContent: deps.storeContent }),
    },
    /** The same turn in a test: files are not stored, their addresses are shown. */
    tryBot: createBotCalls({ ...deps, keys, storeReplies: addressesOfFiles }),

    /** Ids of the companies that have keys which another secret sealed. */
    companiesToReseal: () => db.onPlatform((tx) => keys.companiesToReseal(tx)),
    resealCompany: (companyId: number) =>
      db.inCompany(companyId, async (tx) => {
        const [own, ofFlows] = [await keys.resealCompany(tx), await flowKeys.resealCompany(tx)];
        return {
          resealed: own.resealed + ofFlows.resealed,
          unreadable: own.unreadable + ofFlows.unreadable,
        };
      }),
  };
}
const addressesOfFiles: StoreReplies = async (_, replies) =>
  replies.map((reply) => (reply.type === 'text' ? reply : { type: 'text', text: reply.url }));
export type IntegrationModule = ReturnType<typeof createIntegrationModule>;
