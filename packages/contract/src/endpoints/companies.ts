import { z } from 'zod';
import { get } from '../kernel/endpoint.ts';
import { companyParams, id, moment } from '../kernel/wire.ts';

export const Plan = z.object({
  id,
  name: z.string(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  /** A decimal as text, in reais. */
  amount: z.string(),
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
});
export type Plan = z.infer<typeof Plan>;

export const CompanyWithPlan = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  status: z.boolean(),
  dueDate: moment,
  createdAt: moment,
  phone: z.string().nullable(),
  document: z.string().nullable(),
  lastLogin: moment.nullable(),
  plan: Plan,
});

export const companies = {
  plan: get('/companies/listPlan/:companyId', {
    params: companyParams,
    reply: CompanyWithPlan,
    may: 'session.use',
    whenOverdue: true,
  }),
};
