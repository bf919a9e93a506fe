import { useSyncExternalStore } from 'react';

/** Below this width a flow is read and tested, not drawn. */
const NARROW = '(width < 600px)';

export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(NARROW);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(NARROW).matches,
  );
