export { createHelps, type Helps } from './helps.ts';
export { helpRoutes, presentHelp } from './helps.routes.ts';
