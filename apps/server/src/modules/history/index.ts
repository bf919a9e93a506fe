export { createHistory, type History } from './history.ts';
export { historyRoutes } from './history.routes.ts';
