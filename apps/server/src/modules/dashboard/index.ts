export { assertRange, createDashboard, onTooLong, type Dashboard } from './dashboard.ts';
export { createMetricDays, addDays, type MetricDays } from './metric-days.ts';
export { COUNTED_MESSAGE, IMPORTED_TICKET, MESSAGE_SENDER } from './metric-sql.store.ts';
export { opinionsOf, type DayRange, type Numbers } from './numbers.ts';
export { presentAgent } from './dashboard.wire.ts';
export { dashboardRoutes } from './dashboard.routes.ts';
