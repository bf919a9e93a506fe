import type { QueueDeps } from './queues.ts';

export { createQueues, type Queues } from './queues.ts';
export { queueRoutes } from './queues.routes.ts';
export { presentQueue } from './queues.wire.ts';
export { presentOption, presentOptionBrief } from './options.wire.ts';
export type { Options, OptionTree } from './options.ts';

/** Answered by modules that are built later; bound in wiring/upward-calls.ts. */
export type QueueUpwardCalls = Pick<QueueDeps, 'userExists' | 'addUser' | 'flowExists' | 'integrationExists'>;
