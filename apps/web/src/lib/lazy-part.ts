import { lazy, type ComponentType } from 'react';

const RETRY_MS = 2000;

/**
 * A part of the shell that is loaded later. A part that cannot be loaded, as without network, must not replace the whole
 * screen by an error: it is loaded again until it arrives, and meanwhile its fallback is shown.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await retried(load) }));

async function retried<Props>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
