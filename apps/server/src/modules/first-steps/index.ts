export { createFirstSteps, type FirstStepsModule } from './first-steps.ts';
export { firstStepRoutes } from './first-steps.routes.ts';
