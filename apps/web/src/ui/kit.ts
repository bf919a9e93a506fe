/** The parts that Mantine draws: they are loaded after the first screen is shown, or earlier when one is used. */
import { useEffect, useSyncExternalStore } from 'react';
import { loadWithRetries } from '../lib/lazy-part.ts';

type Kit = typeof import('./kit-parts.tsx');

let kit: Kit | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Without network it is tried again until the parts arrive. */
export const loadKit = (): Promise<void> => (loading ??= load());

async function load(): Promise<void> {
  kit = await loadWithRetries(() => import('./kit-parts.tsx'));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined until the parts are loaded; `isNeeded` loads them at once. */
export function useKit(isNeeded: boolean): Kit | undefined {
  useEffect(() => {
    if (isNeeded) void loadKit();
  }, [isNeeded]);
  return useSyncExternalStore(subscribe, () => kit);
}
