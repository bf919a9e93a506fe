import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Push } from './push.ts';
import { parseSubscription } from './push.wire.ts';

export const pushRoutes = (push: Push) =>
  handle('push', endpoints.push, {
    key: async () => ({ publicKey: await push.publicKey() }),
    subscribe: async ({ actor, body }) => {
      await push.subscribe(actor, parseSubscription(body));
      return undefined;
    },
    unsubscribe: async ({ actor, query }) => {
      await push.unsubscribe(actor, query.endpoint);
      return undefined;
    },
  });
