import type { TicketStatus } from '../ticket/ticket.ts';

const MINUTE_MS = 60_000;
/** The moment so many minutes after another. */
export const after = (from: Date, minutes: number): Date => new Date(+from + minutes * MINUTE_MS);

export interface IdleTicket {
  status: TicketStatus;
  lastFromMe: boolean;
  /** When anything last happened. */
  updatedAt: Date;
  /** When the customer was told that it closes soon; null after anything that was said since. */
  warnedAt: Date | null;
  importedAt: Date | null;
}
export interface ClosingRules {
  /** Minutes; 0 switches all of it off. */
  expiresMinutes: number;
  /** 0: whoever spoke last; 1: only when we did. */
  expiresWhen: number;
  /** Minutes until the warning; 0 is none. */
  inactiveMinutes: number;
}
export type IdleDecision = { type: 'nothing' } | { type: 'warn' | 'close'; dueAt: Date };

/** What a silent conversation is due for: first the warning, and from there on the time until it closes. */
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

/** Why something happened by the clock: a word of the product, and by how many minutes it came late. */
export const timerReasons = [
  'inactivityWarned',
  'inactivityClosed',
  'ratingExpired',
  'redirectedUnqueued',
  'rotated',
  'laneTimeOver',
] as const;
export type TimerReason = (typeof timerReasons)[number];

/** So late is on time: sweeps run every minute, and a busy one takes some. */
const PUNCTUAL_MINUTES = 5;

/** As it is kept in the log: the word, and after it how late it was, when that is worth telling. */
export function formatTimerReason(reason: TimerReason, dueAt: Date, now: Date): string {
  const late = Math.floor((+now - +dueAt) / MINUTE_MS);
  return late > PUNCTUAL_MINUTES ? `${reason}+${late}` : reason;
}
/** Read back for whoever shows it; words of others come back as they are, on time. */
export function parseTimerReason(stored: string): { reason: string; minutesLate: number } {
  const [, reason, late] = /^(\w+)\+(\d{1,9})$/.exec(stored) ?? [];
  return reason === undefined ? { reason: stored, minutesLate: 0 } : { reason, minutesLate: Number(late) };
}
