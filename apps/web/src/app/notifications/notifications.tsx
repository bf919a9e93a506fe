import { Suspense } from 'react';
import { useCanAttend } from './unread.ts';
import { lazyPart } from '../../lib/lazy-part.ts';

// Invisible, so it loads after the visible components.
const IncomingNotifier = lazyPart(() => import('./incoming-notifier.tsx').then((module) => module.IncomingNotifier));

/** Mounted once in the shell, for agents. */
export function Notifications() {
  if (!useCanAttend()) return null;
  return (
    <Suspense fallback={null}>
      <IncomingNotifier />
    </Suspense>
  );
}
