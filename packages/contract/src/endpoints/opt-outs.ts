import { z } from 'zod';
import { del, get, post } from '../kernel/endpoint.ts';
import { id, idParams, plainText, timestamp } from '../kernel/schemas.ts';

/** A contact wants no campaigns. */
export const OptOut = z.object({
  id,
  /** The customer's words, the channel, a user or an import. */
  source: z.enum(['word', 'channel', 'user', 'import']),
  words: z.string(),
  at: timestamp,
  /** Null: on every connection. */
  whatsapp: z.object({ id, name: z.string() }).nullable(),
  user: z.object({ id, name: z.string() }).nullable(),
  /** False for an opt-out of the channel, which only the customer can revoke. */
  mayLift: z.boolean(),
});
export type OptOut = z.infer<typeof OptOut>;

export const optOuts = {
  /** Those in force, the oldest first. */
  list: get('/contacts/:id/opt-outs', { params: idParams, reply: z.array(OptOut), access: 'contact.read' }),
  create: post('/contacts/:id/opt-outs', {
    params: idParams,
    /** Words of the customer that the user follows; empty without any. */
    body: z.object({ words: plainText(100).default('') }),
    reply: z.array(OptOut),
    access: 'contact.write',
  }),
  /** Lifts all but those of the channel. */
  remove: del('/contacts/:id/opt-outs', { params: idParams, reply: z.array(OptOut), access: 'contact.write' }),
};
