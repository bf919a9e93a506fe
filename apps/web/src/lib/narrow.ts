import { useCallback, useSyncExternalStore } from 'react';

/** Below 600 px: touch sizes, taller rows, tabs in the app bar. */
export const usePhone = (): boolean => useMatches('(max-width: 599px)');
/** Below 900 px one pane is visible at a time. */
export const useNarrow = (): boolean => useMatches('(max-width: 899px)');

function useMatches(media: string): boolean {
  return useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        const query = matchMedia(media);
        query.addEventListener('change', listener);
        return () => query.removeEventListener('change', listener);
      },
      [media],
    ),
    () => matchMedia(media).matches,
    () => false,
  );
}
