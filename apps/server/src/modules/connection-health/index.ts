export type { BudgetGrant } from './budget.ts';
export type { BudgetView } from './budget-views.ts';
export { createConnectionHealth, type ConnectionHealth } from './connection-health.ts';
export { connectionHealthRoutes } from './connection-health.routes.ts';
