import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { FirstStepsModule } from './first-steps.ts';

export const firstStepRoutes = (firstSteps: FirstStepsModule) =>
  handle('firstSteps', endpoints.firstSteps, {
    show: ({ actor }) => firstSteps.get(actor),
    putAway: async ({ actor, body }) => {
      await firstSteps.putAway(actor, body.what);
      return { message: 'Put away' };
    },
  });
