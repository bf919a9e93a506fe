/** Invoices are issued this many days before the due day. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kit/durations.ts';

export const ISSUE_DAYS = 20;
/** Days relative to the due day on which an unpaid invoice is mentioned by mail. */
export const REMINDER_DAYS = [-5, -1, 0, 1, 3, 7] as const;
export type ReminderDay = (typeof REMINDER_DAYS)[number];

/**
 * The reminder to send today: the newest whose day has come. After an outage the missed ones are not sent together, and one
 * that is more than a day late is left out, because its text names the days.
 */
export function reminderDue(daysAfterDue: number): ReminderDay | undefined {
  const newest = REMINDER_DAYS.findLast((day) => day <= daysAfterDue);
  return newest !== undefined && daysAfterDue - newest <= 1 ? newest : undefined;
}

const FIRST_CHECKS_MS = [MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];
const CHECKED_AFTER_EXPIRY_MS = 7 * DAY_MS;

/**
 * When the provider is asked again about a charge: often at first, then daily until a week after its expiry, because a bank
 * may report a payment late. Undefined when the charge is no longer asked about.
 */
export function nextCheck(charge: { createdAt: Date; expiresAt: Date }, now: Date): Date | undefined {
  const age = +now - +charge.createdAt;
  const soon = FIRST_CHECKS_MS.find((after) => after > age);
  const next = soon === undefined ? new Date(+now + DAY_MS) : new Date(+charge.createdAt + soon);
  return +next <= +charge.expiresAt + CHECKED_AFTER_EXPIRY_MS ? next : undefined;
}

/** The statement of the last three days covers what comes before; a card payment can be disputed for four months. */
const PAID_CHECKS_MS = [4, 10, 20, 40, 80, 130].map((days) => days * DAY_MS);

/** When the provider is asked about a paid charge, so that a refund or a dispute is found of which no webhook arrived. */
export function nextPaidCheck({ createdAt }: { createdAt: Date }, now: Date): Date | undefined {
  const after = PAID_CHECKS_MS.find((ms) => ms > +now - +createdAt);
  return after === undefined ? undefined : new Date(+createdAt + after);
}
