import type { SessionUser, User } from '@balcao/contract/endpoints/access';
import type { Payload } from '@balcao/contract/events/topics';

/** The session's user after news about a user. Colleagues' news and the short form leave it as it is. */
export function userChanged(user: SessionUser, payload: Payload<'user'>): SessionUser {
  if (payload.action === 'delete' || payload.user.id !== user.id || !isFull(payload.user)) return user;
  return { ...user, ...payload.user };
}

export function settingChanged(user: SessionUser, { setting }: Payload<'settings'>): SessionUser {
  const others = user.company.companieSettings.filter(({ key }) => key !== setting.key);
  return { ...user, company: { ...user.company, companieSettings: [...others, setting] } };
}

/** Times are told as the company's clocks show them, from now on in the new zone. */
export const clockChanged = (user: SessionUser, { hours }: Payload<'companyHours'>): SessionUser =>
  hours.timeZone === user.company.timeZone ? user : { ...user, company: { ...user.company, timeZone: hours.timeZone } };

const isFull = (user: Extract<Payload<'user'>, { user: unknown }>['user']): user is User => 'email' in user;
