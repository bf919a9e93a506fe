export type { ScheduleDeps } from './schedule-deps.ts';
export { createSchedules, type Schedules } from './schedules.ts';
export { createScheduleWorker, type ScheduleWorkerDeps } from './schedule-worker.ts';
export { scheduleRoutes } from './schedules.routes.ts';
export { presentSchedule } from './schedules.wire.ts';
