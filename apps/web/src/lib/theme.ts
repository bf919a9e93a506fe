/** The theme of a signed-in user, stored in this browser and with the user. */
import { useCallback } from 'react';
import { api } from './api.ts';
import { applyTheme, useLocalTheme, type Theme } from './appearance.ts';
import { useSessionIfAny } from './session.tsx';

export type { Theme, PublicSettings } from './appearance.ts';
export { usePublicSettings } from './appearance.ts';

export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void; toggle: () => void } {
  const theme = useLocalTheme();
  const userId = useSessionIfAny()?.user.id;
  const setTheme = useCallback(
    (next: Theme) => {
      applyTheme(next);
      // If the request fails, the next computer starts with the old theme.
      if (userId !== undefined)
        api.access.updateUser({ params: { id: userId }, body: { defaultTheme: next } }).catch(() => {});
    },
    [userId],
  );
  const toggle = useCallback(() => setTheme(theme === 'dark' ? 'light' : 'dark'), [theme, setTheme]);
  return { theme, setTheme, toggle };
}
