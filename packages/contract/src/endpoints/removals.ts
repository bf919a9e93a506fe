import { z } from 'zod';
import { get } from '../kernel/endpoint.ts';
import { id } from '../kernel/schemas.ts';

/** Something that is being removed in the background. Lists do not show it any more. */
export const Removal = z.object({
  id,
  kind: z.enum(['connection', 'queue', 'contact', 'ticket', 'contact-list', 'campaign', 'tag', 'lane', 'user']),
  subjectIds: z.array(id),
  /** Name of the connection, queue, contact list, campaign, tag, kanban lane or user; empty for contacts and tickets. */
  name: z.string(),
  state: z.enum(['running', 'done']),
  /** Rows removed so far, and in total; null while they are being counted. */
  done: z.number(),
  total: z.number().nullable(),
});
export type Removal = z.infer<typeof Removal>;

export const removals = {
  /** Running removals: all of the company for admins, otherwise the user's own. */
  list: get('/removals', { reply: z.object({ removals: z.array(Removal) }), access: 'session.use' }),
};
