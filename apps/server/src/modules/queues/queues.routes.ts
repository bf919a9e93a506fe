import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Queues } from './queues.ts';
import { parseQueue, presentQueue, presentQueueWithOptions } from './queues.wire.ts';

export const queueRoutes = (queues: Queues) =>
  handle('queues', endpoints.queues, {
    list: async ({ actor }) => (await queues.list(actor)).map(presentQueue),
    show: async ({ actor, params }) =>
      presentQueueWithOptions(
        assertFound(await queues.findWithOptions(actor.companyId, params.id), 'ERR_QUEUE_NOT_FOUND'),
      ),
    create: async ({ actor, body }) =>
      presentQueueWithOptions(await queues.create(actor, parseQueue(body), body.chatbots)),
    update: async ({ actor, params, body }) =>
      presentQueueWithOptions(await queues.update(actor, params.id, parseQueue(body), body.chatbots)),
    remove: async ({ actor, params }) => {
      await queues.remove(actor, params.id);
      return { message: 'Queue deleted' };
    },
  });
