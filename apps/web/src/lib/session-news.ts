import type { SessionUser, User } from '@balcao/contract/endpoints/access';
import type { Told } from '@balcao/contract/events/topics';

/** The session's user after news about a user. Colleagues' news and the short form leave it as it is. */
export function userChanged(user: SessionUser, told: Told<'user'>): SessionUser {
  if (told.action === 'delete' || told.user.id !== user.id || !isFull(told.user)) return user;
  return { ...user, ...told.user };
}

export function settingChanged(user: SessionUser, { setting }: Told<'settings'>): SessionUser {
  const others = user.company.companieSettings.filter(({ key }) => key !== setting.key);
  return { ...user, company: { ...user.company, companieSettings: [...others, setting] } };
}

/** Times are told as the company's clocks show them, from now on in the new zone. */
export const clockChanged = (user: SessionUser, { hours }: Told<'companyHours'>): SessionUser =>
  hours.timeZone === user.company.timeZone ? user : { ...user, company: { ...user.company, timeZone: hours.timeZone } };

const isFull = (user: Extract<Told<'user'>, { user: unknown }>['user']): user is User => 'email' in user;
