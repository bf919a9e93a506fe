export type { BudgetView } from './budget.ts';
export { createConnectionHealth, type ConnectionHealth } from './connection-health.ts';
export { connectionHealthRoutes } from './connection-health.routes.ts';
