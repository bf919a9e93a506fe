import { useCallback, useSyncExternalStore } from 'react';
import { write, read } from './storage.ts';

/** State that survives a reload. All components with the same key, in any tab, share the value. */
export function useStored<T>(key: string, initial: T): [value: T, set: (value: T) => void] {
  const raw = useSyncExternalStore(
    useCallback((listener) => listen(key, listener), [key]),
    () => read(key),
  );
  const set = useCallback(
    (value: T) => {
      writeStored(key, JSON.stringify(value));
    },
    [key],
  );
  return [raw === null ? initial : readAs(raw, initial), set];
}

/** Writes a value outside React; components that read it with `useStored` are rendered again. */
export function writeStored(key: string, raw: string | null): void {
  write(key, raw);
  window.dispatchEvent(new CustomEvent(CHANGED, { detail: key }));
}

const CHANGED = 'balcao:stored';

function listen(key: string, listener: () => void): () => void {
  const onLocalChange = (event: Event) => {
    if ((event as CustomEvent<string>).detail === key) listener();
  };
  // Fired when another tab writes; `key` is null when the storage was cleared.
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

// The same text must return the same object, or a stored list would be a new value at every render.
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
