import { Suspense, useEffect, type ReactNode } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { useSession } from '../lib/session.tsx';
import { useToast } from '../ui/index.ts';
import { closePanel, useOpenPanel, type Panel } from './open-panel.ts';
import { PartBoundary } from './part-boundary.tsx';

const loadPalette = () => import('./palette.tsx').then((module) => module.Palette);
const Palette = lazyPart(loadPalette);
const UserDialog = lazyPart(() => import('../features/users/user-dialog.tsx').then((module) => module.UserDialog));
const ShortcutsHelp = lazyPart(() => import('./shortcuts-help.tsx').then((module) => module.ShortcutsHelp));

const PRELOAD_MS = 2000;

export function Panels() {
  const { user } = useSession();
  const toast = useToast();
  const panel = useOpenPanel();
  useEffect(() => closePanel, []);
  // Not part of the first page, and there before anybody presses Ctrl K.
  useEffect(() => {
    const timer = setTimeout(() => {
      // Without a network it is loaded when it is opened.
      if (navigator.onLine) loadPalette().catch(() => {});
    }, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  if (panel === null) return null;
  const panels: Record<Panel, ReactNode> = {
    palette: <Palette onClose={closePanel} />,
    shortcuts: <ShortcutsHelp onClose={closePanel} />,
    profile: <UserDialog userId={user.id} onClose={closePanel} />,
  };
  const onError = (error: unknown) => {
    toast.failed(error);
    closePanel();
  };
  return (
    <PartBoundary key={panel} onError={onError}>
      <Suspense fallback={null}>{panels[panel]}</Suspense>
    </PartBoundary>
  );
}
