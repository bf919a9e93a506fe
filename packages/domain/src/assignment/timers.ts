import { MINUTE_MS } from '../kit/durations.ts';
import type { TicketStatus } from '../ticket/ticket.ts';

export const after = (from: Date, minutes: number): Date => new Date(+from + minutes * MINUTE_MS);

export interface IdleTicket {
  status: TicketStatus;
  lastFromMe: boolean;
  /** Time of the last change. */
  updatedAt: Date;
  /** When the customer was warned of the closing; every later message clears it. */
  warnedAt: Date | null;
  importedAt: Date | null;
}
export interface ClosingRules {
  /** Minutes until closing; 0: never, and no warning either. */
  expiresMinutes: number;
  /** 0: always; 1: only if the company wrote last. */
  expiresWhen: number;
  /** Minutes until the warning; 0: no warning. */
  inactiveMinutes: number;
}
export type IdleDecision = { type: 'nothing' } | { type: 'warn' | 'close'; dueAt: Date };

/** Decides on an inactive ticket. With a warning, the time until closing counts from the warning. */
export function decideIdle(ticket: IdleTicket, rules: ClosingRules, now: Date): IdleDecision {
  const { expiresMinutes, expiresWhen, inactiveMinutes } = rules;
  if (expiresMinutes === 0 || ticket.status !== 'open' || ticket.importedAt !== null) return { type: 'nothing' };
  if (ticket.warnedAt !== null) return dueFor('close', after(ticket.warnedAt, expiresMinutes), now);
  if (expiresWhen === 1 && !ticket.lastFromMe) return { type: 'nothing' };
  return inactiveMinutes > 0
    ? dueFor('warn', after(ticket.updatedAt, inactiveMinutes), now)
    : dueFor('close', after(ticket.updatedAt, expiresMinutes), now);
}
const dueFor = (type: 'warn' | 'close', dueAt: Date, now: Date): IdleDecision =>
  dueAt <= now ? { type, dueAt } : { type: 'nothing' };

/** Codes of automatic steps caused by time. */
export const timerReasons = [
  'inactivityWarned',
  'inactivityClosed',
  'ratingExpired',
  'redirectedUnqueued',
  'rotated',
  'laneTimeOver',
] as const;
export type TimerReason = (typeof timerReasons)[number];

/** A delay up to this is not reported: sweeps run every minute and may take some. */
const PUNCTUAL_MINUTES = 5;

/** The reason as stored in the log, followed by a reportable delay in minutes: `rotated+6`. */
export function formatTimerReason(reason: TimerReason, dueAt: Date, now: Date): string {
  const late = Math.floor((+now - +dueAt) / MINUTE_MS);
  return late > PUNCTUAL_MINUTES ? `${reason}+${late}` : reason;
}
/** Reads a stored reason; reasons of other sources are returned unchanged, without a delay. */
export function parseTimerReason(stored: string): { reason: string; minutesLate: number } {
  const [, reason, late] = /^(\w+)\+(\d{1,9})$/.exec(stored) ?? [];
  return reason === undefined ? { reason: stored, minutesLate: 0 } : { reason, minutesLate: Number(late) };
}
