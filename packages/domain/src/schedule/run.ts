import { nextOccurrence, type Occurrence, type Recurrence } from './recurrence.ts';

/** What became of a date. `sent` is handed to the send queue; what the channel reports later is kept with the message. */
export const runStates = ['sent', 'superseded', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];

/** Sent later than this, a message is shown as late. */
export const LATE_AFTER_SECONDS = 300;

export const secondsLate = (due: Date, now: Date): number => Math.max(0, Math.floor((+now - +due) / 1000));

/** The position of a schedule: its next date, and how many dates it has had. */
export interface SchedulePosition {
  next: Pick<Occurrence, 'step' | 'at'>;
  done: number;
}
export interface DueRun {
  /** Dates whose successor is due too: none of them is sent. */
  superseded: Pick<Occurrence, 'step' | 'at'>[];
  /** The date to send; undefined when the limit was reached before it. */
  send: Pick<Occurrence, 'step' | 'at'> | undefined;
  /** The date behind the last one of these; undefined when the schedule ends with it. */
  following: Occurrence | undefined;
}

/**
 * What is due now. A date is skipped when the next one is due too: after an outage the customer gets one message, not all
 * of them. A single message and the last one are sent however late. Skipped dates count as sent ones do.
 */
export function decideDue(rule: Recurrence, { next, done }: SchedulePosition, now: Date, limit: number): DueRun {
  const superseded: DueRun['superseded'] = [];
  let current = next;
  for (let position = done + 1; ; position += 1) {
    const following = position < rule.count ? nextOccurrence(rule, current) : undefined;
    if (!following || +following.at > +now) return { superseded, send: current, following };
    superseded.push(current);
    if (superseded.length >= limit) return { superseded, send: undefined, following };
    current = following;
  }
}
