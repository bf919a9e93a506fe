export { createAccess, type Access } from './access.ts';
export { accessRoutes } from './access.routes.ts';
export { presentUserBrief, presentUser } from './access.wire.ts';
export { loadViewers } from './viewers.ts';
