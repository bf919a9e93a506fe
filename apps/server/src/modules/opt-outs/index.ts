export { createOptOuts, type OptOuts } from './opt-outs.ts';
export { optOutRoutes } from './opt-outs.routes.ts';
