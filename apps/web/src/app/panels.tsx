import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../lib/session.tsx';
import { closePanel, useOpenPanel } from './open-panel.ts';

const loadPalette = () => import('./palette.tsx').then((module) => ({ default: module.Palette }));
const Palette = lazy(loadPalette);
const UserDialog = lazy(() =>
  import('../features/users/user-dialog.tsx').then((module) => ({ default: module.UserDialog })),
);

const ShortcutsHelp = lazy(() => import('./shortcuts-help.tsx').then((module) => ({ default: module.ShortcutsHelp })));

const PRELOAD_MS = 2000;

export function Panels() {
  const { user } = useSession();
  useEffect(() => closePanel, []);
  // Not part of the first page, and there before anybody presses Ctrl K.
  useEffect(() => {
    const timer = setTimeout(() => {
      // Without a network it is loaded when it is opened.
      if (navigator.onLine) loadPalette().catch(() => {});
    }, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  switch (useOpenPanel()) {
    case 'palette':
      return (
        <Suspense fallback={null}>
          <Palette onClose={closePanel} />
        </Suspense>
      );
    case 'shortcuts':
      return (
        <Suspense fallback={null}>
          <ShortcutsHelp onClose={closePanel} />
        </Suspense>
      );
    case 'profile':
      return (
        <Suspense fallback={null}>
          <UserDialog userId={user.id} onClose={closePanel} />
        </Suspense>
      );
    case null:
      return null;
  }
}
