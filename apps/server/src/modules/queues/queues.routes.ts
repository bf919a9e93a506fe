import { endpoints } from '@balcao/contract';
import { handle } from '../../foundation/http/handle.ts';
import { found } from '../../foundation/refusal.ts';
import type { Queues } from './queues.ts';
import { readQueue, showQueue, showQueueWithOptions } from './queues.wire.ts';

export const queueRoutes = (queues: Queues) =>
  handle('queues', endpoints.queues, {
    list: async ({ actor }) => (await queues.list(actor)).map(showQueue),
    show: async ({ actor, params }) =>
      showQueueWithOptions(found(await queues.showWithOptions(actor.companyId, params.id), 'ERR_QUEUE_NOT_FOUND')),
    create: async ({ actor, body }) => showQueueWithOptions(await queues.create(actor, readQueue(body), body.chatbots)),
    update: async ({ actor, params, body }) =>
      showQueueWithOptions(await queues.update(actor, params.id, readQueue(body), body.chatbots)),
    remove: async ({ actor, params }) => {
      await queues.remove(actor, params.id);
      return { message: 'Queue deleted' };
    },
  });
