import type { SessionUser, User, UserBrief, UserChange } from '@balcao/contract/endpoints/access';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { z } from 'zod';
import type { NewUser } from '../../infrastructure/db/schema/access.ts';
import type { CompanyRow, PlanRow } from '../../infrastructure/db/schema/platform.ts';
import { presentPlan } from '../companies/index.ts';
import type { CompanySettingValues } from '../settings/index.ts';
import type { UserWithQueues } from './users.store.ts';

// Maps columns to API fields and back.

export type SignPicture = (key: string) => string;
const onOff = (value: boolean) => (value ? 'enabled' : 'disabled');

export const presentUserBrief = (user: UserWithQueues): UserBrief => ({
  id: user.id,
  name: user.name,
  online: user.isOnline,
  paused: user.pausedAt !== null,
  queues: user.queues,
});

export const presentUser = (user: UserWithQueues, sign: SignPicture): User => ({
  ...presentUserBrief(user),
  email: user.email,
  companyId: user.companyId,
  profile: user.profile,
  super: user.isSuper,
  startWork: user.startWork,
  endWork: user.endWork,
  farewellMessage: user.farewellMessage,
  allTicket: onOff(user.allTicket),
  allowGroup: user.allowGroup,
  allHistoric: onOff(user.allHistoric),
  allUserChat: onOff(user.allUserChat),
  userClosePendingTicket: onOff(user.userClosePendingTicket),
  showDashboard: onOff(user.showDashboard),
  allowRealTime: onOff(user.allowRealTime),
  allowConnections: onOff(user.allowConnections),
  whatsappId: user.connectionId,
  profileImage: user.pictureKey === null ? null : sign(user.pictureKey),
  defaultTheme: user.defaultTheme,
  defaultMenu: user.defaultMenu,
  defaultTicketsManagerWidth: user.listWidth,
  createdAt: user.createdAt.toISOString(),
});

/** Full for admins and the user; brief for other users. */
export const presentUserFor = (actor: Actor, user: UserWithQueues, sign: SignPicture): User | UserBrief =>
  can(actor, 'user.read-details', user) ? presentUser(user, sign) : presentUserBrief(user);

interface SessionCompany {
  company: CompanyRow;
  plan: PlanRow;
  settings: CompanySettingValues;
}
export const presentSessionUser = (
  user: UserWithQueues,
  { company, plan, settings }: SessionCompany,
  sign: SignPicture,
  isOverdue: boolean,
): SessionUser => ({
  ...presentUser(user, sign),
  pixKey: user.pixKey,
  company: {
    id: company.companyId,
    name: company.name,
    dueDate: company.dueDate.toISOString(),
    expired: isOverdue,
    timeZone: company.timeZone,
    emailConfirmed: company.verifiedAt !== null,
    document: company.document,
    plan: presentPlan(plan),
    companieSettings: Object.entries(settings).map(([key, value]) => ({ key, value })),
  },
});

type UserFields = Omit<z.output<typeof UserChange>, 'password' | 'queueIds'>;
const isOn = (value: 'enabled' | 'disabled' | undefined) => (value === undefined ? undefined : value === 'enabled');

/** Maps the given API fields to columns. Password and queues are handled separately. */
export function parseUser(fields: UserFields): Partial<NewUser> {
  const change: Partial<NewUser> = {
    name: fields.name,
    email: fields.email,
    profile: fields.profile,
    startWork: fields.startWork,
    endWork: fields.endWork,
    farewellMessage: fields.farewellMessage,
    allTicket: isOn(fields.allTicket),
    allowGroup: fields.allowGroup,
    allHistoric: isOn(fields.allHistoric),
    allUserChat: isOn(fields.allUserChat),
    userClosePendingTicket: isOn(fields.userClosePendingTicket),
    showDashboard: isOn(fields.showDashboard),
    allowRealTime: isOn(fields.allowRealTime),
    allowConnections: isOn(fields.allowConnections),
    defaultTheme: fields.defaultTheme,
    defaultMenu: fields.defaultMenu,
    connectionId: fields.whatsappId,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
