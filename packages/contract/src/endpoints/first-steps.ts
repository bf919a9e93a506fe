import { z } from 'zod';
import { get, post } from '../kernel/endpoint.ts';
import { done } from '../kernel/schemas.ts';

/** What a new company does before it can attend, in order. */
export const firstStepNames = ['account', 'connection', 'queues', 'team', 'hours', 'greeting', 'conversation'] as const;
const step = z.enum(firstStepNames);
export type FirstStep = z.infer<typeof step>;

export const FirstStepState = z.object({
  /** In the place of the empty inbox, until all steps are done, the list is put away or the company is no longer new. */
  isShown: z.boolean(),
  /** Computed from the data of the company. */
  done: z.array(step),
  /** The first names, for the lines of finished steps. */
  connections: z.array(z.string()),
  queues: z.array(z.string()),
  users: z.number(),
});
export type FirstStepState = z.infer<typeof FirstStepState>;

export const firstSteps = {
  show: get('/first-steps', { reply: FirstStepState, access: 'settings.manage' }),
  /** The whole list, or the step that does not apply to a user who works alone. */
  putAway: post('/first-steps/put-away', {
    body: z.object({ what: z.enum(['all', 'team']) }),
    reply: done,
    access: 'settings.manage',
  }),
};
