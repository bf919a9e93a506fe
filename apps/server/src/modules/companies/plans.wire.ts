import type { ListedPlan, PlanChange as PlanInput, PlanDraft } from '@balcao/contract/endpoints/plans';
import { centsOf } from '@balcao/domain/billing/money';
import type { z } from 'zod';
import type { NewPlan } from '../../infrastructure/db/schema/platform.ts';
import { presentPlan } from './companies.wire.ts';
import type { CountedPlan } from './plans.ts';
import type { PlanChange } from './plans.store.ts';

export const presentListedPlan = (plan: CountedPlan): ListedPlan => ({
  ...presentPlan(plan),
  isPublic: plan.isPublic,
  ...(plan.companies !== undefined && { companies: plan.companies, companyNames: plan.companyNames ?? [] }),
});

/** The contract has checked the amount: it has at most two digits after the point. */
export const parsePlan = ({ amount, ...fields }: z.output<typeof PlanDraft>): NewPlan => ({
  ...fields,
  amountCents: centsOf(amount)!,
});
export const parsePlanChange = ({ amount, ...fields }: z.output<typeof PlanInput>): PlanChange => ({
  ...fields,
  ...(amount !== undefined && { amountCents: centsOf(amount)! }),
});
