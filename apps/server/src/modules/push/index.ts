export { canPush, createPush, type Push } from './push.ts';
export { pushRoutes } from './push.routes.ts';
