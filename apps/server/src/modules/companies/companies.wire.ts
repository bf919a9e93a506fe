import type { CompanyHours, Holiday, Plan } from '@balcao/contract/endpoints/companies';
import { decimalOf } from '@balcao/domain/billing/money';
import type { PlanFeature } from '@balcao/domain/policy/actor';
import type { CompanyRow, PlanRow } from '../../infrastructure/db/schema/platform.ts';

// Maps domain names to the names of the wire.

export const presentPlan = (plan: PlanRow): Plan => ({
  id: plan.id,
  name: plan.name,
  users: plan.users,
  connections: plan.connections,
  queues: plan.queues,
  amount: decimalOf(plan.amountCents),
  useWhatsapp: plan.useWhatsapp,
  useFacebook: plan.useFacebook,
  useInstagram: plan.useInstagram,
  useCampaigns: plan.useCampaigns,
  useSchedules: plan.useSchedules,
  useInternalChat: plan.useInternalChat,
  useExternalApi: plan.useExternalApi,
  useKanban: plan.useKanban,
  useOpenAi: plan.useOpenAi,
  useIntegrations: plan.useIntegrations,
});

export const presentCompany = ({ company, plan }: { company: CompanyRow; plan: PlanRow }) => ({
  id: company.companyId,
  name: company.name,
  email: company.email,
  status: company.isActive,
  dueDate: company.dueDate.toISOString(),
  createdAt: company.createdAt.toISOString(),
  phone: company.phone,
  document: company.document,
  lastLogin: company.lastLoginAt?.toISOString() ?? null,
  plan: presentPlan(plan),
});

export const presentHoliday = ({ id, day, name, hours }: StoredHoliday): Holiday => ({
  id,
  day,
  name,
  hours: hours === null ? null : [...hours],
});
export const presentHours = ({ schedules, timeZone, holidays }: Hours): CompanyHours => ({
  schedules,
  timeZone,
  holidays: holidays.map(presentHoliday),
});
type StoredHoliday = Omit<Holiday, 'hours'> & { hours: readonly { start: string; end: string }[] | null };
type Hours = Omit<CompanyHours, 'holidays'> & { holidays: StoredHoliday[] };

const columnOf = {
  whatsapp: 'useWhatsapp',
  facebook: 'useFacebook',
  instagram: 'useInstagram',
  campaigns: 'useCampaigns',
  schedules: 'useSchedules',
  internalChat: 'useInternalChat',
  externalApi: 'useExternalApi',
  kanban: 'useKanban',
  ai: 'useOpenAi',
  integrations: 'useIntegrations',
} as const satisfies Record<PlanFeature, keyof PlanRow>;

export const featuresOf = (plan: Pick<PlanRow, (typeof columnOf)[PlanFeature]>): ReadonlySet<PlanFeature> =>
  new Set((Object.keys(columnOf) as PlanFeature[]).filter((feature) => plan[columnOf[feature]]));
