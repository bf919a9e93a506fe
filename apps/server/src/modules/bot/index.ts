export { botRoutes } from './bot.routes.ts';
export { createBotConfig } from './bot-config.ts';
export { createBotRunner, type BotBatch, type BotRunner } from './bot-runner.ts';
export { createDryRun } from './dry-run.ts';
export { createFlowResults } from './flow-results.ts';
export { createFlowTimers, type FlowTimers } from './flow-timers.ts';
export { ratingStore } from './ratings.store.ts';
