export { createAccess, type Access } from './access.ts';
export { accessRoutes } from './access.routes.ts';
export { showBrief, showUser } from './access.wire.ts';
export { viewersWithin } from './viewers.ts';
