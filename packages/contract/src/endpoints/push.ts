import { z } from 'zod';
import { del, get, post } from '../kernel/endpoint.ts';
import { noContent } from '../kernel/schemas.ts';

const base64Url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+={0,2}$/);

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
      keys: z.object({ p256dh: base64Url(200), auth: base64Url(100) }),
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
