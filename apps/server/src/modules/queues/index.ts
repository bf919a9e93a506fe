export { createQueues, type Queues } from './queues.ts';
export { queueRoutes } from './queues.routes.ts';
export { showQueue } from './queues.wire.ts';
export { showOption, showOptionBrief } from './options.wire.ts';
export type { Options, OptionTree } from './options.ts';
