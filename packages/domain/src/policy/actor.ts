/** What a plan may include; the names are the product's words, the wire's are in contract/endpoints/companies.ts. */
export const planFeatures = [
  'whatsapp',
  'facebook',
  'instagram',
  'campaigns',
  'schedules',
  'internalChat',
  'externalApi',
  'kanban',
  'ai',
  'integrations',
] as const;
export type PlanFeature = (typeof planFeatures)[number];

/** Rights an admin grants to one user, each on its own. */
export const userFlags = [
  'allTicket',
  'allowGroup',
  'allHistoric',
  'allUserChat',
  'userClosePendingTicket',
  'showDashboard',
  'allowRealTime',
  'allowConnections',
] as const;
export type UserFlag = (typeof userFlags)[number];

export type Profile = 'user' | 'admin';

/** Who is asking: the whole of what a rule may look at. */
export interface Actor {
  userId: number;
  companyId: number;
  sessionId: string;
  profile: Profile;
  super: boolean;
  flags: ReadonlySet<UserFlag>;
  queueIds: readonly number[];
  plan: ReadonlySet<PlanFeature>;
  /** The subscription has run out: only what the contract opens for such companies may be called. */
  overdue: boolean;
}
