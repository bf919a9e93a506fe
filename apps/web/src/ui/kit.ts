/** The parts that Mantine draws: they are loaded after the first screen is shown, or earlier when one is used. */
import { useEffect, useSyncExternalStore } from 'react';

type Kit = typeof import('./kit-parts.tsx');

const RETRY_MS = 2000;
let kit: Kit | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Without network it is tried again until the parts arrive. */
export const loadKit = (): Promise<void> => (loading ??= load());

async function load(): Promise<void> {
  while (!kit) kit = await import('./kit-parts.tsx').catch(() => pause(RETRY_MS));
  for (const listener of listeners) listener();
}

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

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
