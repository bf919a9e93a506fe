import type { SessionUser, User, UserBrief, UserChange } from '@balcao/contract/endpoints/access';
import { isOverdue } from '@balcao/domain/billing/standing';
import type { Actor } from '@balcao/domain/policy/actor';
import { may } from '@balcao/domain/policy/policy';
import type { z } from 'zod';
import type { NewUser } from '../../foundation/db/schema/access.ts';
import type { CompanyRow, PlanRow } from '../../foundation/db/schema/platform.ts';
import { showPlan } from '../companies/index.ts';
import type { CompanySettingValues } from '../settings/index.ts';
import type { UserWithQueues } from './users.store.ts';

// Our words on the inside, the wire's words on the outside.

export type SignPicture = (key: string) => string;
const onOff = (value: boolean) => (value ? 'enabled' : 'disabled');

export const showBrief = (user: UserWithQueues): UserBrief => ({
  id: user.id,
  name: user.name,
  online: user.isOnline,
  paused: user.pausedAt !== null,
  queues: user.queues,
});

export const showUser = (user: UserWithQueues, sign: SignPicture): User => ({
  ...showBrief(user),
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

/** As this viewer may see it: admins and the person itself in full, colleagues in brief. */
export const showUserTo = (actor: Actor, user: UserWithQueues, sign: SignPicture): User | UserBrief =>
  may(actor, 'user.read-details', user) ? showUser(user, sign) : showBrief(user);

interface Home {
  company: CompanyRow;
  plan: PlanRow;
  settings: CompanySettingValues;
}
export const showSessionUser = (
  user: UserWithQueues,
  { company, plan, settings }: Home,
  sign: SignPicture,
  now: Date,
): SessionUser => ({
  ...showUser(user, sign),
  company: {
    id: company.companyId,
    name: company.name,
    dueDate: company.dueDate.toISOString(),
    expired: isOverdue({ companyId: company.companyId, dueDate: company.dueDate }, now),
    timeZone: company.timeZone,
    document: company.document,
    plan: showPlan(plan),
    companieSettings: Object.entries(settings).map(([key, value]) => ({ key, value })),
  },
});

type Given = Omit<z.output<typeof UserChange>, 'password' | 'queueIds'>;
const isOn = (value: 'enabled' | 'disabled' | undefined) => (value === undefined ? undefined : value === 'enabled');

/** Only what was given, in our words. Password and queues are handled by hand. */
export function readUser(given: Given): Partial<NewUser> {
  const change: Partial<NewUser> = {
    name: given.name,
    email: given.email,
    profile: given.profile,
    startWork: given.startWork,
    endWork: given.endWork,
    farewellMessage: given.farewellMessage,
    allTicket: isOn(given.allTicket),
    allowGroup: given.allowGroup,
    allHistoric: isOn(given.allHistoric),
    allUserChat: isOn(given.allUserChat),
    userClosePendingTicket: isOn(given.userClosePendingTicket),
    showDashboard: isOn(given.showDashboard),
    allowRealTime: isOn(given.allowRealTime),
    allowConnections: isOn(given.allowConnections),
    defaultTheme: given.defaultTheme,
    defaultMenu: given.defaultMenu,
    connectionId: given.whatsappId,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
