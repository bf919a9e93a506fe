export { createDoctor, type Doctor } from './doctor.ts';
export { doctorRoutes } from './doctor.routes.ts';
export { certificateDays, diskFreeBytes, oldestWaitingSeconds } from './machine.ts';
export { doctorStore } from './doctor.store.ts';
export { startHeartbeat } from './heartbeat.ts';
