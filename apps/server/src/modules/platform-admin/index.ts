export { createPlatformAdmin, type PlatformAdmin } from './platform-admin.ts';
export { platformAdminRoutes } from './platform-admin.routes.ts';
export { QR_ACCESS_MS } from './all-connections.ts';
