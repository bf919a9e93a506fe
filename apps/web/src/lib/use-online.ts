import { useSyncExternalStore } from 'react';

/** The browser's view of the network: "offline" is certain, "online" only a guess. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
