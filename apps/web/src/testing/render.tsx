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

/** The whole app at one address, with this person signed in. Answers the hand that types and clicks. */
export function renderScreen(path: string, { as }: { as: SessionUser }) {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: as, sessionId: 'this-session' }));
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [path] }) });
  const user = userEvent.setup();
  return { user, router, ...render(<App router={router} />) };
}

/** One part of the inbox inside the real shell, at the address it would have; for what needs no whole screen. */
export function renderPart(part: () => ReactNode, { as, path = '/tickets' }: { as: SessionUser; path?: string }) {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: as, sessionId: 'this-session' }));
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    screens: [{ path: '/tickets/{-$uuid}', title: 'conversations', screen: part }],
  });
  const user = userEvent.setup();
  return { user, router, ...render(<App router={router} />) };
}

/** The server tells the page something, and React has time to show it. */
export const receive: typeof publish = (...args) => act(() => publish(...args));
export const connect = () => act(() => sockets.at(-1)?.trigger('connect'));
