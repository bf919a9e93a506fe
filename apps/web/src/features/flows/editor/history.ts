/** Undo and redo as a list of immutable values. */

export const MAX_STEPS = 200;

export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** Changes in a row with the same mark are one step: the edits of a field until it loses the focus. */
  mark: string | null;
}

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], mark: null });

/** A change to the same value is no step. */
export function record<T>(history: History<T>, next: T, mark: string | null = null): History<T> {
  if (next === history.present) return history;
  const isSameStep = mark !== null && mark === history.mark;
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present: next, future: [], mark };
}

export const endStep = <T>(history: History<T>): History<T> =>
  history.mark === null ? history : { ...history, mark: null };

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    mark: null,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [after, ...later] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future: later, mark: null };
}
