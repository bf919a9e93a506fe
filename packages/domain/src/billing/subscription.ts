import { DAY_MS } from '../kit/durations.ts';

export interface Subscription {
  companyId: number;
  dueDate: Date;
}

/** The company of the platform owner never expires. */
export const OWNER_COMPANY_ID = 1;
const WARNING_DAYS = 5;

/** Grace days delay what an overdue company may no longer do. */
export const isOverdue = ({ companyId, dueDate }: Subscription, now: Date, graceDays = 0): boolean =>
  companyId !== OWNER_COMPANY_ID && +dueDate + graceDays * DAY_MS <= +now;

/** Whole days until the due date; 0 on the last day, negative after it. */
export const daysLeft = ({ dueDate }: Pick<Subscription, 'dueDate'>, now: Date): number =>
  Math.floor((+dueDate - +now) / DAY_MS);

/** Fewer than five days remain. Users see a warning when they sign in. */
export const isEnding = (subscription: Subscription, now: Date): boolean =>
  subscription.companyId !== OWNER_COMPANY_ID &&
  !isOverdue(subscription, now) &&
  daysLeft(subscription, now) < WARNING_DAYS;
