import { useCallback, useSyncExternalStore } from 'react';
import { keep, kept } from './storage.ts';

/** State that outlives a reload. Everyone who uses the same key, in any tab, sees the same value. */
export function useStored<T>(key: string, initial: T): [value: T, set: (value: T) => void] {
  const raw = useSyncExternalStore(
    useCallback((hear) => listen(key, hear), [key]),
    () => kept(key),
  );
  const set = useCallback(
    (value: T) => {
      keep(key, JSON.stringify(value));
      window.dispatchEvent(new CustomEvent(CHANGED, { detail: key }));
    },
    [key],
  );
  return [raw === null ? initial : readAs(raw, initial), set];
}

const CHANGED = 'balcao:stored';

function listen(key: string, hear: () => void): () => void {
  const here = (event: Event) => {
    if ((event as CustomEvent<string>).detail === key) hear();
  };
  // Told by the browser when another tab writes; a cleared storage has no key.
  const elsewhere = (event: StorageEvent) => {
    if (event.key === key || event.key === null) hear();
  };
  window.addEventListener(CHANGED, here);
  window.addEventListener('storage', elsewhere);
  return () => {
    window.removeEventListener(CHANGED, here);
    window.removeEventListener('storage', elsewhere);
  };
}

// The same text must give the same object, or a stored list would look new at every look.
const read = new Map<string, unknown>();
function readAs<T>(raw: string, initial: T): T {
  if (!read.has(raw)) read.set(raw, parse(raw));
  const value = read.get(raw);
  return value === undefined ? initial : (value as T);
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
