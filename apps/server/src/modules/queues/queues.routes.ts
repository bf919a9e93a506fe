import { endpoints } from '@balcao/contract';
import { handle } from '../../foundation/http/handle.ts';
import { found } from '../../foundation/refusal.ts';
import type { Queues } from './queues.ts';
import { readQueue, showQueue } from './queues.wire.ts';

export const queueRoutes = (queues: Queues) =>
  handle('queues', endpoints.queues, {
    list: async ({ actor }) => (await queues.list(actor)).map(showQueue),
    show: async ({ actor, params }) => ({
      ...showQueue(found(await queues.show(actor.companyId, params.id), 'ERR_QUEUE_NOT_FOUND')),
      chatbots: [],
    }),
    create: async ({ actor, body }) => showQueue(await queues.create(actor, readQueue(body))),
    update: async ({ actor, params, body }) => showQueue(await queues.update(actor, params.id, readQueue(body))),
    remove: async ({ actor, params }) => {
      await queues.remove(actor, params.id);
      return { message: 'Queue deleted' };
    },
  });
