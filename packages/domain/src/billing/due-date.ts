import { dateIn, instantOf } from '../hours/hours.ts';
import { DAY_MS } from '../kit/durations.ts';

/** What changed a subscription. The due date is computed from all entries and never changed directly. */
export type SubscriptionEntry = { id: number; at: Date } & (
  | { kind: 'start' | 'set'; day: string }
  | { kind: 'payment'; months: number }
  /** A payment that was returned; its months no longer count. */
  | { kind: 'reversal'; ofEntry: number }
);

/** Day until which a subscription is paid, and the day of the month that its months count from. */
interface PaidUntil {
  day: string;
  anchor: number;
}

/**
 * The day until which the entries pay, `YYYY-MM-DD`; undefined without a start. The order in which entries were stored does
 * not matter: they are applied by time. A payment adds its months to the day; if that is still past, to the payment's day.
 */
export function paidUntil(entries: readonly SubscriptionEntry[], timeZone: string): string | undefined {
  const reversed = new Set(entries.flatMap((entry) => (entry.kind === 'reversal' ? [entry.ofEntry] : [])));
  const inOrder = entries.toSorted((a, b) => +a.at - +b.at || a.id - b.id);
  let paid: PaidUntil | undefined;
  for (const entry of inOrder) {
    if (entry.kind === 'reversal' || reversed.has(entry.id)) continue;
    if (entry.kind !== 'payment') paid = from(entry.day);
    // An upgrade within a paid period adds no months.
    else if (paid && entry.months > 0) paid = extended(paid, entry.months, dateIn(timeZone, entry.at));
  }
  return paid?.day;
}

function extended(paid: PaidUntil, months: number, paymentDay: string): PaidUntil {
  const next = { day: addMonths(paid.day, months, paid.anchor), anchor: paid.anchor };
  if (next.day >= paymentDay) return next;
  const late = from(paymentDay);
  return { ...late, day: addMonths(paymentDay, months, late.anchor) };
}
const from = (day: string): PaidUntil => ({ day, anchor: Number(day.slice(8)) });

/** The same day of a later month, or its last day: 31 January, 28 February, 31 March. */
export function addMonths(day: string, months: number, anchor = Number(day.slice(8))): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(anchor, lastDay));
  return first.toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** The last millisecond of the day in this time zone. */
export const endOfDay = (day: string, timeZone: string): Date =>
  new Date(+instantOf(`${addDays(day, 1)}T00:00`, timeZone) - 1);
