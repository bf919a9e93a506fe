/** Checks between an address and its screen: permission, plan and subscription. */
import { Navigate, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { NoAccessView } from '../features/no-access/no-access-view.tsx';
import { OverdueView } from '../features/no-access/overdue-view.tsx';
import { useSession } from '../lib/session.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { loadKit, useToast } from '../ui/index.ts';
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
            <ScreenShown />
          </Suspense>
        </ErrorBoundary>
      );
    case 'overdue':
      return screen.path === '/' ? <Home /> : <OverdueView />;
    case 'no-access-view':
      return <NoAccessView />;
    case 'forbidden-page':
      return <Navigate to={FORBIDDEN_PATH} replace />;
    case 'to-tickets':
      return <Navigate to="/tickets" replace />;
    case 'plan-missing':
    case 'toast-and-home':
      return <ToastAndHome />;
  }
}

/** Beside a screen, so that it is mounted when the screen is. What the first paint does not need is loaded now. */
function ScreenShown() {
  useEffect(() => whenIdle(() => void loadKit()), []);
  return null;
}

export function Home() {
  return <Navigate to={homeOf(useSession().actor)} replace />;
}

/**
 * The specification has one text for a missing feature of the plan and for screens of the platform. Its redirect leads
 * to the first screen the user may see, not to the 403 page of the dashboard.
 */
function ToastAndHome() {
  const toast = useToast();
  const navigate = useNavigate();
  const home = homeOf(useSession().actor);
  const sentence = useTexts(appTexts)('planMissing');
  useEffect(() => {
    toast.warn(sentence);
    const leave = setTimeout(() => void navigate({ to: home, replace: true }), REDIRECT_MS);
    return () => clearTimeout(leave);
  }, [toast, navigate, sentence, home]);
  return null;
}
