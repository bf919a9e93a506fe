/** Steps that a customer's message passes while no agent has the ticket, in this order. */
export const botSteps = [
  'hands',
  'vacation',
  'rating',
  'consent',
  'hours',
  'flow',
  'trigger',
  'prompt',
  'integration',
  'menu',
  'audio',
  'queueHours',
  'options',
  'agent',
  'position',
] as const;
export type BotStep = (typeof botSteps)[number];

/**
 * `answers`: the step replies and the message goes no further. `passes`: the next step gets the message.
 * `stops`: the message goes no further, without a reply. `skipped`: an earlier step answered or stopped.
 */
export const botOutcomes = ['answers', 'passes', 'stops', 'skipped'] as const;
export type BotOutcome = (typeof botOutcomes)[number];
