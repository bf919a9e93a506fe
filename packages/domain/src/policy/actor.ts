/** Features that a plan can include. Their wire names are in contract/src/endpoints/companies.ts. */
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

/** Permissions that an admin grants to one user, each separately. */
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

/** The authenticated caller. A rule decides by these fields and its subject only. */
export interface Actor {
  userId: number;
  companyId: number;
  sessionId: string;
  profile: Profile;
  super: boolean;
  flags: ReadonlySet<UserFlag>;
  queueIds: readonly number[];
  plan: ReadonlySet<PlanFeature>;
  /** The subscription has expired. Only endpoints with `whenOverdue` can be called. */
  overdue: boolean;
  /**
   * Set in support access: a super user reads this company as an admin does, but is not one of its users. `userId` and
   * `sessionId` are those of the super user in the other company.
   */
  support?: { accessId: string; superCompanyId: number };
}

/** A program that sends with the API token of a connection. It acts for a company and its plan, and is not a user. */
export const apiTokenActor = (companyId: number, plan: ReadonlySet<PlanFeature>): Actor => ({
  userId: 0,
  companyId,
  sessionId: 'api-token',
  profile: 'user',
  super: false,
  flags: new Set(),
  queueIds: [],
  plan,
  overdue: false,
});
