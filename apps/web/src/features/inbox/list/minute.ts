import { useSyncExternalStore } from 'react';

/** The current time, updated once a minute for all components at once. */
export const useMinute = (): number =>
  useSyncExternalStore(
    subscribe,
    () => minute,
    () => minute,
  );

let minute = Date.now();
let clock: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (clock === undefined) {
    minute = Date.now();
    clock = setInterval(() => {
      minute = Date.now();
      for (const notify of listeners) notify();
    }, 60_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}
