import { useSyncExternalStore } from 'react';

/** What the browser believes about the network. A no is sure, a yes is only a guess. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (hear) => {
      window.addEventListener('online', hear);
      window.addEventListener('offline', hear);
      return () => {
        window.removeEventListener('online', hear);
        window.removeEventListener('offline', hear);
      };
    },
    () => navigator.onLine,
  );
