import type { Profile } from '../policy/actor.ts';

export interface WorkHours {
  /** HH:mm in the company's time zone. */
  startWork: string;
  endWork: string;
}

/** Equal times mean all day; a start after the end means overnight. Both limits are included. */
export function isWorking({ startWork, endWork }: WorkHours, clockTime: string): boolean {
  if (startWork === endWork) return true;
  if (startWork < endWork) return startWork <= clockTime && clockTime <= endWork;
  return clockTime >= startWork || clockTime <= endWork;
}

/** Admins sign in at any time, other users within their work hours. A session that is open goes on after them. */
export const canSignInAt = (user: WorkHours & { profile: Profile }, clockTime: string): boolean =>
  user.profile === 'admin' || isWorking(user, clockTime);

/** The time as HH:mm in the time zone. */
export function clockTimeIn(timeZone: string, now: Date): string {
  return clock(timeZone).format(now);
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function clock(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached) return cached;
  // `h23` formats midnight as 00:00, not 24:00.
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, formatter);
  return formatter;
}
