import { useSyncExternalStore } from 'react';

/** The time now, told to everyone at once and once a minute. */
export const useMinute = (): number =>
  useSyncExternalStore(
    listen,
    () => minute,
    () => minute,
  );

let minute = Date.now();
let clock: ReturnType<typeof setInterval> | undefined;
const ears = new Set<() => void>();

function listen(hear: () => void): () => void {
  ears.add(hear);
  if (clock === undefined) {
    minute = Date.now();
    clock = setInterval(() => {
      minute = Date.now();
      for (const ear of ears) ear();
    }, 60_000);
  }
  return () => {
    ears.delete(hear);
    if (ears.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}
