export { createRemovals, type RemovalUpwardCalls, type Removals } from './removals.ts';
export { removalRoutes } from './removals.routes.ts';
export { presentRemoval } from './removals.wire.ts';
