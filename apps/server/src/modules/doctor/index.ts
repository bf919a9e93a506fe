export { createDoctor, type Doctor } from './doctor.ts';
export { doctorRoutes } from './doctor.routes.ts';
export { diskFreeBytes, oldestWaitingSeconds } from './machine.ts';
export { certificateDays } from './public-address.ts';
export { doctorStore } from './doctor.store.ts';
export { startHeartbeat } from './heartbeat.ts';
