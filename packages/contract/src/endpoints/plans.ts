import { centsOf, decimalOf } from '@balcao/domain/billing/money';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { done, id, idParams, requiredText } from '../kernel/schemas.ts';
import { Plan } from './companies.ts';

/** R$ 1,000,000.00: no plan costs more, and twelve months of it fit into an integer of cents. */
const MAX_CENTS = 100_000_000;
const MAX_LIMIT = 100_000;

/** Reais as decimal text or as a number; the text may use a comma. Parsed to text with a point and two digits. */
export const reais = z.union([z.string().trim().max(20), z.number()]).transform((typed, context): string => {
  const cents = centsOf(String(typed).replace(',', '.'));
  if (cents !== undefined && cents <= MAX_CENTS) return decimalOf(cents);
  context.addIssue({ code: 'custom', params: { rule: cents === undefined ? 'invalid' : 'tooLarge' } });
  return z.NEVER;
});
/** Forms send numbers as text; both are accepted. */
const limit = (least: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(least).max(MAX_LIMIT));
const limitQuery = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);

const flags = {
  useWhatsapp: z.boolean(),
  useFacebook: z.boolean(),
  useInstagram: z.boolean(),
  useCampaigns: z.boolean(),
  useSchedules: z.boolean(),
  useInternalChat: z.boolean(),
  useExternalApi: z.boolean(),
  useKanban: z.boolean(),
  useOpenAi: z.boolean(),
  useIntegrations: z.boolean(),
};
export const planFlags = Object.keys(flags) as (keyof typeof flags)[];

const fields = {
  name: requiredText(2, 50),
  users: limit(1),
  connections: limit(0),
  queues: limit(0),
  amount: reais,
  isPublic: z.boolean(),
};
export const PlanChange = z.object({ ...fields, ...flags }).partial();
export const PlanDraft = PlanChange.extend({
  name: fields.name,
  users: fields.users,
  connections: fields.connections,
  queues: fields.queues,
  amount: fields.amount,
});

const ListedPlan = Plan.extend({
  isPublic: z.boolean(),
  /** Companies with this plan; for super users only. */
  companies: z.number().optional(),
  /** Names of the first of them. */
  companyNames: z.array(z.string()).optional(),
});
export type ListedPlan = z.infer<typeof ListedPlan>;

export const plans = {
  /** Public plans, for the sign-up page. Older clients send `listPublic`; hidden plans are never returned here. */
  list: get('/plans/list', {
    query: z.object({ listPublic: z.string().max(10).optional() }),
    reply: z.array(ListedPlan),
    access: 'public',
  }),
  /** Super users receive every plan, others the public ones and their own. */
  all: get('/plans/all', { reply: z.array(ListedPlan), access: 'session.use', whenOverdue: true }),
  /** Companies that would be over these limits; limits of a company itself take precedence over its plan. */
  impact: get('/plans/:id/impact', {
    params: idParams,
    query: z.object({ users: limitQuery, connections: limitQuery, queues: limitQuery }),
    reply: z.object({
      /** All companies with this plan. */
      companies: z.number(),
      over: z.number(),
      /** The first of them, with what they use. */
      examples: z.array(
        z.object({ id, name: z.string(), users: z.number(), connections: z.number(), queues: z.number() }),
      ),
    }),
    access: 'plan.manage',
  }),
  create: post('/plans', { body: PlanDraft, reply: ListedPlan, access: 'plan.manage' }),
  update: put('/plans/:id', { params: idParams, body: PlanChange, reply: ListedPlan, access: 'plan.manage' }),
  remove: del('/plans/:id', { params: idParams, reply: done, access: 'plan.manage' }),
};
