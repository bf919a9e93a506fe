import { presentIntegration, presentIntegrationBrief } from '../../modules/integrations/index.ts';
import type { Modules } from '../modules.ts';
import { actionOf, type BuildersOf } from './message-builders.ts';

export function integrationMessages({ integrationModule: { integrations } }: Modules): BuildersOf<'integration'> {
  return {
    'integration.saved': async ({ integrationId, isNew }, companyId) => {
      const integration = await integrations.find(companyId, integrationId);
      if (!integration) return [];
      const action = actionOf(isNew);
      const full = presentIntegration(integration);
      const brief = presentIntegrationBrief(integration);
      return [
        { topic: 'queueIntegration', to: ['admins'], payload: { action, queueIntegration: full } },
        { topic: 'queueIntegration', to: ['plain'], payload: { action, queueIntegration: brief } },
      ];
    },
    'integration.removed': ({ integrationId }) => [
      { topic: 'queueIntegration', to: ['company'], payload: { action: 'delete', integrationId } },
    ],
  };
}
