import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Plans } from './plans.ts';
import { parsePlan, parsePlanChange, presentListedPlan } from './plans.wire.ts';

export const planRoutes = (plans: Plans) =>
  handle('plans', endpoints.plans, {
    list: async () => (await plans.public()).map(presentListedPlan),
    all: async ({ actor }) => (await plans.all(actor)).map(presentListedPlan),
    impact: ({ params, query }) => plans.impact(params.id, query),
    create: async ({ actor, body }) => presentListedPlan(await plans.create(actor, parsePlan(body))),
    update: async ({ actor, params, body }) =>
      presentListedPlan(await plans.update(actor, params.id, parsePlanChange(body))),
    remove: async ({ actor, params }) => {
      await plans.remove(actor, params.id);
      return { message: 'Plan deleted' };
    },
  });
