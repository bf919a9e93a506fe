import { lazy, type ComponentType } from 'react';

const RETRY_MS = 2000;
/** Half a minute with network: longer than a restart of the server. */
const MAX_FAILURES_ONLINE = 15;

/**
 * A part of a screen that is loaded later. A part that cannot be loaded without network must not replace the whole screen by
 * an error: it is loaded again until it arrives, and meanwhile its fallback is shown. With network the file may be gone since
 * an update of the server, and the screen must offer the reload.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<{ default: ComponentType<Props> }> | undefined;
  const start = () => (loading ??= loadWithRetries(load, MAX_FAILURES_ONLINE).then((part) => ({ default: part })));
  /** Loads the part before its first use, so that the keys after a click find it. A failure is left to the first use. */
  const preload = () => void start().catch(() => (loading = undefined));
  return Object.assign(lazy(start), { preload });
}

/** Loads until it succeeds; throws after the given number of failures with network. */
export async function loadWithRetries<T>(load: () => Promise<T>, maxFailuresOnline = Infinity): Promise<T> {
  for (let failuresOnline = 0; ;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) failuresOnline += 1;
      if (failuresOnline >= maxFailuresOnline) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
