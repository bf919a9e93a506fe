export { createTemplates, type Templates } from './templates.ts';
export { templateRoutes } from './templates.routes.ts';
