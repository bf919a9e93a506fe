import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../lib/session.tsx';
import { closePanel, useOpenPanel } from './open-panel.ts';
import { Palette } from './palette.tsx';
import { ShortcutsHelp } from './shortcuts-help.tsx';

const UserDialog = lazy(() =>
  import('../features/users/user-dialog.tsx').then((module) => ({ default: module.UserDialog })),
);

export function Panels() {
  const { user } = useSession();
  useEffect(() => closePanel, []);
  switch (useOpenPanel()) {
    case 'palette':
      return <Palette onClose={closePanel} />;
    case 'shortcuts':
      return <ShortcutsHelp onClose={closePanel} />;
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
