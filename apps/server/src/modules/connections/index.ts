export { createConnections, type Connections } from './connections.ts';
export { connectionRoutes } from './connections.routes.ts';
export { holdSessions } from './holding.ts';
export { sandboxRoutes } from './sandbox.routes.ts';
export { showBriefConnection, showConnection } from './connections.wire.ts';
export type { FullConnection } from './connections.store.ts';
