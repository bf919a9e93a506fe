import { z } from 'zod';
import { del, get, post } from '../kernel/endpoint.ts';
import { noContent, plainText } from '../kernel/schemas.ts';

/** Notifications to a closed browser; only if the server has a public URL. */
export const push = {
  key: get('/push/key', {
    /** Null: this server sends none. */
    reply: z.object({ publicKey: z.string().nullable() }),
    access: 'session.use',
    support: false,
  }),
  subscribe: post('/push/subscriptions', {
    body: z.object({
      endpoint: z.url().max(1000),
      keys: z.object({ p256dh: plainText(200), auth: plainText(100) }),
    }),
    reply: noContent,
    access: 'session.use',
  }),
  unsubscribe: del('/push/subscriptions', {
    query: z.object({ endpoint: z.url().max(1000) }),
    reply: noContent,
    access: 'session.use',
  }),
};
