export { createConnections, type Connections } from './connections.ts';
export { connectionRoutes } from './connections.routes.ts';
export { holdSessions } from './holding.ts';
export { createQrState, type QrState } from './qr-state.ts';
export { sandboxRoutes } from './sandbox.routes.ts';
export { showBriefConnection, showConnection } from './connections.wire.ts';
export { isHeldElsewhere, type FullConnection } from './connections.store.ts';
export { linkingRoutes } from './linking.routes.ts';
export { createPageLinking, LINK_CALLBACK, LINK_STATE_MS, type MetaSignIn, type PageLinking } from './page-linking.ts';
