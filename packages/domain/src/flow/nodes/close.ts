import type { NodeKind } from './node-kind.ts';

/** Closes the conversation: with the farewell, with the rating question, or silently. */
export const close: NodeKind<'close'> = {
  defaults: () => ({ mode: 'farewell' }),
  ports: () => [],
  inspect: () => {},
  enter({ mode }, context) {
    context.perform({ type: 'close', mode, by: 'bot' });
    context.perform({ type: 'log', reason: 'closed' });
    return { type: 'end', reason: 'closed' };
  },
};
