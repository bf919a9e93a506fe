import type { TemplateSyncDeps } from './template-sync.ts';

export { createTemplates, type Templates } from './templates.ts';
export { templateRoutes } from './templates.routes.ts';
/** Answered by modules that are built later; bound in wiring/upward-calls.ts. */
export type TemplateUpwardCalls = Pick<TemplateSyncDeps, 'detachTemplates' | 'neededTemplates'>;
