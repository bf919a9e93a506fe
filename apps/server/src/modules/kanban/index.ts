export { createBoard } from './board.ts';
export { createLanes, type Lanes } from './lanes.ts';
export { kanbanRoutes } from './kanban.routes.ts';
