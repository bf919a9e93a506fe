/** Checks between an address and its screen: permission, plan and subscription. */
import { Navigate, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { NoAccessView } from '../features/no-access/no-access-view.tsx';
import { OverdueView } from '../features/no-access/overdue-view.tsx';
import { useSession } from '../lib/session.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { useToast } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { FORBIDDEN_PATH, homeOf, screenAccess, type Screen } from './screens.tsx';
import { ScreenSkeleton } from './layout/screen-skeleton.tsx';

/** Long enough to read the notice, short enough not to show an empty page for long. */
const REDIRECT_MS = 1000;

export function Guarded({ screen }: { screen: Screen }) {
  const { actor } = useSession();
  switch (screenAccess(screen, actor)) {
    case 'open':
      return (
        <ErrorBoundary key={screen.path}>
          <Suspense fallback={screen.skeleton ? <screen.skeleton /> : <ScreenSkeleton />}>
            <screen.screen />
          </Suspense>
        </ErrorBoundary>
      );
    case 'overdue':
      return <OverdueView />;
    case 'no-access-view':
      return <NoAccessView />;
    case 'forbidden-page':
      return <Navigate to={FORBIDDEN_PATH} replace />;
    case 'plan-missing':
      return <ToastAndHome reason="planMissing" />;
    case 'toast-and-home':
      return <ToastAndHome reason="notAllowed" />;
  }
}

export function Home() {
  return <Navigate to={homeOf(useSession().actor)} replace />;
}

function ToastAndHome({ reason }: { reason: 'planMissing' | 'notAllowed' }) {
  const toast = useToast();
  const navigate = useNavigate();
  const sentence = useTexts(appTexts)(reason);
  useEffect(() => {
    toast.warn(sentence);
    const leave = setTimeout(() => void navigate({ to: '/', replace: true }), REDIRECT_MS);
    return () => clearTimeout(leave);
  }, [toast, navigate, sentence]);
  return null;
}
