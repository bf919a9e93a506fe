import type { SessionUser, User } from '@balcao/contract/endpoints/access';
import type { Payload } from '@balcao/contract/events/topics';

/** The session's user after a `user` payload. Payloads about colleagues and the short form change nothing. */
export function userChanged(user: SessionUser, payload: Payload<'user'>): SessionUser {
  if (payload.action === 'delete' || payload.user.id !== user.id || !isFull(payload.user)) return user;
  return { ...user, ...payload.user };
}

export function settingChanged(user: SessionUser, { setting }: Payload<'settings'>): SessionUser {
  const others = user.company.companieSettings.filter(({ key }) => key !== setting.key);
  return { ...user, company: { ...user.company, companieSettings: [...others, setting] } };
}

/** The company's time zone changed: times are shown in the new zone. */
export const clockChanged = (user: SessionUser, { hours }: Payload<'companyHours'>): SessionUser =>
  hours.timeZone === user.company.timeZone ? user : { ...user, company: { ...user.company, timeZone: hours.timeZone } };

const isFull = (user: Extract<Payload<'user'>, { user: unknown }>['user']): user is User => 'email' in user;
