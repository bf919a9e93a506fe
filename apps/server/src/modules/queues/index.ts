export { createQueues, type Queues } from './queues.ts';
export { queueRoutes } from './queues.routes.ts';
export { showQueue } from './queues.wire.ts';
