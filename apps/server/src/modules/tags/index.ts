export { createTags, type Tags } from './tags.ts';
export { tagRoutes } from './tags.routes.ts';
export { showTag } from './tags.wire.ts';
