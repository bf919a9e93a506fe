export type { ScheduleDeps } from './schedule-deps.ts';
export { createSchedules, type Schedules } from './schedules.ts';
export { createScheduleWorker } from './schedule-worker.ts';
export type { SendStepDeps as ScheduleWorkerDeps } from './send-step.ts';
export { scheduleRoutes } from './schedules.routes.ts';
export { presentSchedule } from './schedules.wire.ts';
