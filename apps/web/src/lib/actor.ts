import type { SessionUser } from '@balcao/contract/endpoints/access';
import { userFlags, type Actor, type PlanFeature } from '@balcao/domain/policy/actor';

/** The signed-in user as the policy expects it: buttons follow the same rules that the server enforces. */
export function actorOf(user: SessionUser, sessionId: string): Actor {
  return {
    userId: user.id,
    companyId: user.companyId,
    sessionId,
    profile: user.profile,
    super: user.super,
    flags: new Set(userFlags.filter((flag) => user[flag] === true || user[flag] === 'enabled')),
    queueIds: user.queues.map((queue) => queue.id),
    plan: new Set(planFeatures.filter(([wire]) => user.company.plan[wire]).map(([, feature]) => feature)),
    overdue: user.company.expired,
  };
}

const planFeatures = [
  ['useWhatsapp', 'whatsapp'],
  ['useFacebook', 'facebook'],
  ['useInstagram', 'instagram'],
  ['useCampaigns', 'campaigns'],
  ['useSchedules', 'schedules'],
  ['useInternalChat', 'internalChat'],
  ['useExternalApi', 'externalApi'],
  ['useKanban', 'kanban'],
  ['useOpenAi', 'ai'],
  ['useIntegrations', 'integrations'],
] as const satisfies readonly (readonly [keyof SessionUser['company']['plan'], PlanFeature])[];
