/** The open overlay of the page, opened from menus, buttons and keys: at most one. */
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
