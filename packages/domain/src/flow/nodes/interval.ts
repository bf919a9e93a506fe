import { goOn, next, type NodeKind } from './node-kind.ts';
import { pauseFor } from './pause.ts';

/** Waits some seconds while the customer sees that the bot is typing. */
export const interval: NodeKind<'interval'> = {
  defaults: () => ({ seconds: 5 }),
  ports: () => [next],
  inspect: () => {},
  enter: ({ seconds }, context) => pauseFor(seconds, context) ?? goOn,
};
