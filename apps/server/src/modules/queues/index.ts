export { createQueues, type Queues } from './queues.ts';
export { queueRoutes } from './queues.routes.ts';
export { presentQueue } from './queues.wire.ts';
export { presentOption, presentOptionBrief } from './options.wire.ts';
export type { Options, OptionTree } from './options.ts';
