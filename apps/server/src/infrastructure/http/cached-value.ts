import { setTimeout as pause } from 'node:timers/promises';

interface Options<T> {
  /** Value until the first load succeeds. */
  start: T;
  maxAgeMs: number;
  /** After this time the caller receives the previous value. */
  timeoutMs: number;
}

/** Caches a loaded value: one load at a time; the previous value is returned when a load fails or is slow. */
export function cachedValue<T>(load: () => Promise<T>, { start, maxAgeMs, timeoutMs }: Options<T>): () => Promise<T> {
  let current = start;
  let validUntil = -Infinity;
  let loading: Promise<void> | undefined;

  async function refresh() {
    try {
      current = await load();
    } catch {
      // The previous value stays; the next call after `maxAgeMs` retries.
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
