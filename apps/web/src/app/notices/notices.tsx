import { lazy, Suspense } from 'react';
import { useAttends } from './unread.ts';

// Nothing of it is seen: it comes after what is.
const Ear = lazy(() => import('./ear.tsx').then((room) => ({ default: room.Ear })));

/** Once in the shell, for everyone who attends. */
export function Notices() {
  if (!useAttends()) return null;
  return (
    <Suspense fallback={null}>
      <Ear />
    </Suspense>
  );
}
