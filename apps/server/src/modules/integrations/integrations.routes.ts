import { endpoints } from '@balcao/contract';
import type { Delivery } from '@balcao/contract/endpoints/integrations';
import { handle } from '../../infrastructure/http/handle.ts';
import type { IntegrationModule } from './integrations-module.ts';
import {
  parseIntegration,
  parseNewIntegration,
  presentDelivery,
  presentIntegration,
  presentIntegrationBrief,
  presentSaved,
} from './integrations.wire.ts';

type Deps = Pick<IntegrationModule, 'integrations' | 'tries' | 'deliveries'>;

export const integrationRoutes = ({ integrations, tries, deliveries }: Deps) =>
  handle('integrations', endpoints.integrations, {
    list: async ({ actor, query }) => {
      const filter = { search: query.searchParam, page: query.pageNumber, onlyFailing: query.failing === 'true' };
      const { full, rows, count, hasMore, failingCount } = await integrations.list(actor, filter);
      const queueIntegrations = full ? full.map(presentIntegration) : rows.map(presentIntegrationBrief);
      return { queueIntegrations, count, hasMore, failingCount };
    },
    show: async ({ actor, params }) => presentIntegration(await integrations.get(actor, params.id)),
    create: async ({ actor, body }) => presentSaved(await integrations.create(actor, parseNewIntegration(body))),
    update: async ({ actor, params, body }) =>
      presentSaved(await integrations.update(actor, params.id, parseIntegration(body))),
    remove: async ({ actor, params }) => {
      await integrations.remove(actor, params.id);
      return undefined;
    },
    rotateSecret: async ({ actor, params }) => ({ signingSecret: await integrations.rotateSecret(actor, params.id) }),
    testSession: async ({ actor, body }) => ({
      messages: await tries.testSession(actor, {
        project: body.projectName,
        language: body.language,
        jsonContent: body.jsonContent,
      }),
    }),
    test: ({ actor, params, body }) => tries.test(actor, params.id, body.text),
    deliveries: async ({ actor, params, query }) => {
      const { deliveries: rows, ...page } = await deliveries.list(actor, params.id, query.before);
      return { deliveries: rows.map((row): Delivery => presentDelivery(row)), ...page };
    },
    resend: async ({ actor, params }) => presentDelivery(await deliveries.resend(actor, params.id, params.deliveryId)),
  });
