import type { ConnectionDeps } from './connection-deps.ts';

export { createConnections, type Connections } from './connections.ts';
export { connectionRoutes } from './connections.routes.ts';
export { LOOKUP_BATCH } from './number-lookups.ts';
export { startSessionLeases } from './session-leases.ts';
export { createQrState, type QrState } from './qr-state.ts';
export { sandboxRoutes } from './sandbox.routes.ts';
export { presentConnectionBrief, presentConnection, presentHealthBrief } from './connections.wire.ts';
export type { FullConnection } from './connections.store.ts';
export { isLeasedElsewhere } from './session-leases.store.ts';
export { accountLinkingRoutes } from './account-linking.routes.ts';
export {
  createMetaSignIn,
  LINK_CALLBACK,
  LINK_STATE_MS,
  type MetaOAuthClient,
  type MetaSignInFlow,
} from './meta-sign-in.ts';

/** Answered by modules that are built later; bound in wiring/upward-calls.ts. */
export interface ConnectionUpwardCalls {
  requestHistoryImport: ConnectionDeps['onImportRequested'];
  recordDisconnection: ConnectionDeps['onDisconnected'];
  flowExists: ConnectionDeps['flowExists'];
  promptExists: ConnectionDeps['promptExists'];
  integrationExists: ConnectionDeps['integrationExists'];
}
