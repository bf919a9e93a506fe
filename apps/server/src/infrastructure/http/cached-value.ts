import { setTimeout as pause } from 'node:timers/promises';

interface Options<T> {
  /** What holds until the first answer. */
  start: T;
  maxAgeMs: number;
  /** After that the caller gets what was known before. */
  timeoutMs: number;
}

/** Asks at most once at a time, keeps the answer for a while, and falls back to the last one when asking fails or drags on. */
export function cachedValue<T>(load: () => Promise<T>, { start, maxAgeMs, timeoutMs }: Options<T>): () => Promise<T> {
  let current = start;
  let validUntil = -Infinity;
  let loading: Promise<void> | undefined;

  async function refresh() {
    try {
      current = await load();
    } catch {
      // The last answer stays; the next caller after the pause tries again.
    }
    validUntil = performance.now() + maxAgeMs;
    loading = undefined;
  }

  return async () => {
    if (performance.now() < validUntil) return current;
    loading ??= refresh();
    await Promise.race([loading, pause(timeoutMs, undefined, { ref: false })]);
    return current;
  };
}
