import { lazy, Suspense } from 'react';
import { useCanAttend } from './unread.ts';

// Invisible, so it loads after the visible components.
const IncomingNotifier = lazy(() =>
  import('./incoming-notifier.tsx').then((module) => ({ default: module.IncomingNotifier })),
);

/** Mounted once in the shell, for agents. */
export function Notifications() {
  if (!useCanAttend()) return null;
  return (
    <Suspense fallback={null}>
      <IncomingNotifier />
    </Suspense>
  );
}
