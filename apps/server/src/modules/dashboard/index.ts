export { createDashboard, type Dashboard } from './dashboard.ts';
export { dashboardRoutes } from './dashboard.routes.ts';
