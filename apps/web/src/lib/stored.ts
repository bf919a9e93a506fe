import { useCallback, useSyncExternalStore } from 'react';
import { write, read } from './storage.ts';

/** State that outlives a reload. Everyone who uses the same key, in any tab, sees the same value. */
export function useStored<T>(key: string, initial: T): [value: T, set: (value: T) => void] {
  const raw = useSyncExternalStore(
    useCallback((listener) => listen(key, listener), [key]),
    () => read(key),
  );
  const set = useCallback(
    (value: T) => {
      write(key, JSON.stringify(value));
      window.dispatchEvent(new CustomEvent(CHANGED, { detail: key }));
    },
    [key],
  );
  return [raw === null ? initial : readAs(raw, initial), set];
}

const CHANGED = 'balcao:stored';

function listen(key: string, listener: () => void): () => void {
  const onLocalChange = (event: Event) => {
    if ((event as CustomEvent<string>).detail === key) listener();
  };
  // Told by the browser when another tab writes; a cleared storage has no key.
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  window.addEventListener(CHANGED, onLocalChange);
  window.addEventListener('storage', onStorage);
  return () => {
    window.removeEventListener(CHANGED, onLocalChange);
    window.removeEventListener('storage', onStorage);
  };
}

// The same text must give the same object, or a stored list would look new at every look.
const parsedByRaw = new Map<string, unknown>();
function readAs<T>(raw: string, initial: T): T {
  if (!parsedByRaw.has(raw)) parsedByRaw.set(raw, parse(raw));
  const value = parsedByRaw.get(raw);
  return value === undefined ? initial : (value as T);
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
