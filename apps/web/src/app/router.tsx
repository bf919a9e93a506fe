/** The routes of all screens, inside the shell. */
import { createRootRoute, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';
import { ForbiddenPage, NotFoundPage } from '../features/no-access/dead-ends.tsx';
import { ScreenFailed } from './error-boundary.tsx';
import { Guarded, Home } from './guards.tsx';
import { Shell } from './layout/shell.tsx';
import { addressOf, FORBIDDEN_PATH, homePaths, screens as everyScreen, type Screen } from './screens.tsx';

export function createAppRouter({
  history,
  screens = everyScreen,
}: { history?: RouterHistory; screens?: readonly Screen[] } = {}) {
  const root = createRootRoute({
    component: Shell,
    notFoundComponent: NotFoundPage,
    errorComponent: ({ reset }) => <ScreenFailed onRetry={reset} />,
  });
  const usedPaths = new Set(screens.map(addressOf));
  const routeAt = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });

  return createRouter({
    routeTree: root.addChildren([
      ...homePaths.filter((path) => !usedPaths.has(path)).map((path) => routeAt(path, Home)),
      ...screens.map((screen) => routeAt(screen.path, () => <Guarded screen={screen} />)),
      routeAt(FORBIDDEN_PATH, ForbiddenPage),
    ]),
    history,
    caseSensitive: false,
    defaultPreload: false,
    scrollRestoration: false,
  });
}
