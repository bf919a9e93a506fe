export { createNumberHealth, type NumbersHealth } from './number-health.ts';
export { numberHealthRoutes } from './number-health.routes.ts';
