export { createHelps, type Helps } from './helps.ts';
export { helpRoutes } from './helps.routes.ts';
export { presentHelp } from './helps.wire.ts';
