import { lazy, Suspense } from 'react';
import { useCanAttend } from './unread.ts';

// Nothing of it is seen: it comes after what is.
const IncomingNotifier = lazy(() =>
  import('./incoming-notifier.tsx').then((module) => ({ default: module.IncomingNotifier })),
);

/** Once in the shell, for everyone who attends. */
export function Notifications() {
  if (!useCanAttend()) return null;
  return (
    <Suspense fallback={null}>
      <IncomingNotifier />
    </Suspense>
  );
}
