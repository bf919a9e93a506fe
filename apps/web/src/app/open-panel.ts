/** What lies over the page, opened from menus, buttons and keys alike: at most one at a time. */
import { useSyncExternalStore } from 'react';

export type Panel = 'palette' | 'shortcuts' | 'profile';

let open: Panel | null = null;
const listeners = new Set<() => void>();

export function openPanel(panel: Panel | null): void {
  open = panel;
  for (const listener of listeners) listener();
}

export const closePanel = () => openPanel(null);

export const useOpenPanel = (): Panel | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
