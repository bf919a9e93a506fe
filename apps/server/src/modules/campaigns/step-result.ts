/** A connection is checked again after this time at the latest: holds begin and end also while nothing is sent. */
export const HOLD_CHECK_MS = 5000;

/** What one step of a connection did. */
export interface StepResult {
  /** Messages that were queued. */
  sent: number;
  /** When the connection has something to do again; null: only after a change. */
  nextInMs: number | null;
  /** Campaigns whose recipients changed. */
  touched: number[];
}
