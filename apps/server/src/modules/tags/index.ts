export { anyExistingTag } from './existing-tags.store.ts';
export { createTags, type Tags } from './tags.ts';
export { tagRoutes } from './tags.routes.ts';
export { presentTag } from './tags.wire.ts';
