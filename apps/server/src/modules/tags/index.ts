export { createTags, type Tags } from './tags.ts';
export { tagRoutes } from './tags.routes.ts';
export { presentTag } from './tags.wire.ts';
