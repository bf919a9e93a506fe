/** The rows of the table of plans. */
import type { ListedPlan } from '@balcao/contract/endpoints/plans';

export const limitRows = ['users', 'connections', 'queues'] as const;
export const channelRows = ['useWhatsapp', 'useFacebook', 'useInstagram'] as const;
export const featureRows = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
] as const;

export type LimitRow = (typeof limitRows)[number];
export type SwitchedRow = 'isPublic' | (typeof channelRows)[number] | (typeof featureRows)[number];
export type PlanValues = Record<LimitRow, string | number> &
  Record<SwitchedRow, boolean> & { name: string; amount: string };

/** Values of the form; the amount is written with a comma. */
export const valuesOf = (plan: ListedPlan | undefined): PlanValues => ({
  name: plan?.name ?? '',
  amount: (plan?.amount ?? '0.00').replace('.', ','),
  users: plan?.users ?? 3,
  connections: plan?.connections ?? 2,
  queues: plan?.queues ?? 5,
  isPublic: plan?.isPublic ?? true,
  useWhatsapp: plan?.useWhatsapp ?? true,
  useFacebook: plan?.useFacebook ?? true,
  useInstagram: plan?.useInstagram ?? true,
  useCampaigns: plan?.useCampaigns ?? true,
  useSchedules: plan?.useSchedules ?? true,
  useInternalChat: plan?.useInternalChat ?? true,
  useExternalApi: plan?.useExternalApi ?? true,
  useKanban: plan?.useKanban ?? true,
  useOpenAi: plan?.useOpenAi ?? true,
  useIntegrations: plan?.useIntegrations ?? true,
});
