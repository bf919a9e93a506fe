import type { ReportRow } from '../../entities/reports/reports.api.ts';

type Status = ReportRow['status'];
type Tone = 'success' | 'warn' | 'neutral' | 'info';

/** The word and the tone of each status. */
export const statusTexts = {
  pending: ['pending', 'warn'],
  open: ['opened', 'success'],
  group: ['group', 'success'],
  closed: ['closed', 'neutral'],
  lgpd: ['lgpd', 'info'],
  nps: ['rating', 'info'],
} as const satisfies Record<Status, [string, Tone]>;

/** Who ended a service. */
export const closerTexts = {
  user: 'byUser',
  bot: 'byBot',
  timer: 'byTimer',
  customer: 'byCustomer',
} as const satisfies Record<NonNullable<ReportRow['closedBy']>, string>;

/** Seconds as 28 min or 1 h 04. */
export function durationParts(seconds: number): { h: number; m: string } | { n: string } {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return { n: seconds > 0 && minutes === 0 ? '< 1' : String(minutes) };
  return { h: Math.floor(minutes / 60), m: String(minutes % 60).padStart(2, '0') };
}
