import { setTimeout as pause } from 'node:timers/promises';

interface Options<T> {
  /** What holds until the first answer. */
  start: T;
  freshMs: number;
  /** After that the caller gets what was known before. */
  patienceMs: number;
}

/** Asks at most once at a time, keeps the answer for a while, and falls back to the last one when asking fails or drags on. */
export function remembered<T>(ask: () => Promise<T>, { start, freshMs, patienceMs }: Options<T>): () => Promise<T> {
  let known = start;
  let freshUntil = -Infinity;
  let asking: Promise<void> | undefined;

  async function learn() {
    try {
      known = await ask();
    } catch {
      // The last answer stays; the next caller after the pause tries again.
    }
    freshUntil = performance.now() + freshMs;
    asking = undefined;
  }

  return async () => {
    if (performance.now() < freshUntil) return known;
    asking ??= learn();
    await Promise.race([asking, pause(patienceMs, undefined, { ref: false })]);
    return known;
  };
}
