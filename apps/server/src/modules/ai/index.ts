export { createAi, type Ai } from './ai-module.ts';
export type { TryModel } from './model-tries.ts';
export { aiUsageRoutes } from './ai-usage.routes.ts';
export { promptRoutes } from './prompts.routes.ts';
export { presentPrompt, presentPromptBrief } from './prompts.wire.ts';
