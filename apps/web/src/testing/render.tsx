import type { SessionUser } from '@balcao/contract/endpoints/access';
import { endpoints } from '@balcao/contract/endpoints/index';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { App } from '../app/app.tsx';
import { createAppRouter } from '../app/router.tsx';
import { aToken } from './fixtures.ts';
import { answer } from './server.ts';
import { sockets, publish } from './socket.ts';

/** Renders the whole app at a path with this user signed in. Returns user-event. */
export function renderScreen(path: string, { as }: { as: SessionUser }) {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: as, sessionId: 'this-session' }));
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [path] }) });
  const user = userEvent.setup();
  return { user, router, ...render(<App router={router} />) };
}

/** Renders one part of the inbox inside the real shell at its real path. */
export function renderPart(part: () => ReactNode, { as, path = '/tickets' }: { as: SessionUser; path?: string }) {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: as, sessionId: 'this-session' }));
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    screens: [{ path: '/tickets/{-$uuid}', title: 'conversations', screen: part }],
  });
  const user = userEvent.setup();
  return { user, router, ...render(<App router={router} />) };
}

/** Delivers a socket message and lets React render it. */
export const receive: typeof publish = (...args) => act(() => publish(...args));
export const connect = () => act(() => sockets.at(-1)?.trigger('connect'));
