import { endpoints } from '@balcao/contract/endpoints/index';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { anAdmin, anAgent, aToken, aUser } from '../testing/fixtures.ts';
import { answer, refuse, goOffline } from '../testing/server.ts';
import { sockets, publish } from '../testing/socket.ts';
import { useConnectionState, useRoom, useTakeover } from './topics.tsx';
import { Can, SessionProvider, useSession } from './session.tsx';
import { refresh } from './token.ts';

function Inside() {
  const { user } = useSession();
  const requiredTag = user.company.companieSettings.find(({ key }) => key === 'requiredTag')?.value;
  useRoom('tickets', 'open');
  return (
    <>
      <h1>{user.name}</h1>
      <p>requiredTag {String(requiredTag)}</p>
      <p>{useConnectionState()}</p>
      <p>{useTakeover() ? 'taken over' : 'ours'}</p>
      <Can do="user.manage">
        <button type="button">Usuários</button>
      </Can>
    </>
  );
}

function open(user = anAdmin()) {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user, sessionId: 'here' }));
  return renderSession();
}
const renderSession = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider loading={<p>loading</p>} failed={(_, retry) => <button onClick={retry}>again</button>}>
        <Inside />
      </SessionProvider>
    </QueryClientProvider>,
  );
const socket = () => sockets.at(-1)!;
/** The session is rendered first; its socket opens a moment later. */
const connected = () => waitFor(() => expect(socket()).toBeDefined());
/** The auth data that the socket sends at its next connect. */
function greeting(): unknown {
  const callback = vi.fn<(auth: unknown) => void>();
  socket().options.auth?.(callback);
  return callback.mock.calls[0]?.[0];
}

describe('the session', () => {
  it('starts from the refresh cookie and renders what the user is allowed to do', async () => {
    open(anAgent());
    expect(screen.getByText('loading')).toBeVisible();
    expect(await screen.findByText('Caio Andrade')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Usuários' })).not.toBeInTheDocument();
  });

  it('opens the sign-in page without a session [M-009]', async () => {
    answer(endpoints.access.refresh, () => refuse('ERR_SESSION_EXPIRED'));
    renderSession();
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/login'));
    expect(screen.getByText('loading')).toBeVisible();
  });

  it('offers a retry when the server cannot be reached', async () => {
    goOffline();
    renderSession();
    expect(await screen.findByRole('button', { name: 'again' })).toBeVisible();
    expect(location.assign).not.toHaveBeenCalled();
  });

  it('follows updates of its user and of the company’s settings', async () => {
    open();
    await screen.findByText('Marina Lopes');
    act(() => publish('user', { action: 'update', user: aUser({ id: 1, name: 'Marina Duarte', profile: 'admin' }) }));
    expect(screen.getByText('Marina Duarte')).toBeVisible();
    act(() => publish('user', { action: 'update', user: aUser({ id: 2, name: 'Rute Lins' }) }));
    act(() =>
      publish('user', { action: 'update', user: { id: 1, name: 'Curta', online: true, paused: false, queues: [] } }),
    );
    expect(screen.getByText('Marina Duarte')).toBeVisible();
    act(() => publish('settings', { action: 'update', setting: { key: 'requiredTag', value: 'disabled' } }));
    expect(screen.getByText('requiredTag disabled')).toBeVisible();
  });
});

describe('the socket', () => {
  it('joins the company, sends its presence at once and every five minutes, and joins again after a reconnect [M-315] [M-317]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open();
    await connected();
    expect(socket().namespace).toBe('/7');
    expect(socket().options).toMatchObject({ reconnectionDelay: 1000, reconnectionAttempts: Infinity });

    act(() => socket().trigger('connect'));
    expect(screen.getByText('online')).toBeVisible();
    expect(socket().emitted).toEqual([['userStatus'], ['joinTickets', 'open']]);
    await act(() => vi.advanceTimersByTimeAsync(300_000));
    expect(socket().emitted.filter(([event]) => event === 'userStatus')).toHaveLength(2);

    act(() => socket().trigger('disconnect', 'transport close'));
    expect(screen.getByText('connecting')).toBeVisible();
    act(() => socket().trigger('connect'));
    expect(socket().emitted.filter(([event]) => event === 'joinTickets')).toHaveLength(2);
  });

  it('leaves the topics it joined [M-315]', async () => {
    answer(endpoints.access.refresh, () => ({ token: aToken(), user: anAdmin(), sessionId: 'here' }));
    const TwoTopics = () => {
      useRoom('conversation', '31');
      useRoom('notification');
      return <p>in two rooms</p>;
    };
    const withProviders = (inside: ReactNode) => (
      <QueryClientProvider client={client}>
        <SessionProvider>
          <p>outside</p>
          {inside}
        </SessionProvider>
      </QueryClientProvider>
    );
    const client = new QueryClient();
    const { rerender } = render(withProviders(null));
    await screen.findByText('outside');
    act(() => socket().trigger('connect'));
    rerender(withProviders(<TwoTopics />));
    rerender(withProviders(null));
    expect(socket().emitted.slice(1)).toEqual([
      ['joinChatBox', '31'],
      ['joinNotification'],
      ['joinChatBoxLeave', '31'],
      ['leaveNotification'],
    ]);
  });

  it('reconnects with its last event id and the newest token', async () => {
    open();
    await connected();
    act(() => socket().trigger('connect'));
    act(() => socket().trigger('resumed', '880'));
    act(() => publish('settings', { action: 'update', setting: { key: 'x', value: 'y' } }, '881'));
    expect(greeting()).toEqual({ token: expect.stringMatching(/^head\./), lastEventId: '881', bundles: true });
  });

  it('does not advance the last event id before the missed events have arrived', async () => {
    open();
    await connected();
    act(() => socket().trigger('connect'));
    act(() => socket().trigger('resumed', '880'));
    act(() => socket().trigger('disconnect', 'transport close'));
    act(() => socket().trigger('connect'));
    act(() => publish('settings', { action: 'update', setting: { key: 'x', value: 'y' } }, '905'));
    expect(greeting()).toMatchObject({ lastEventId: '880' });
    act(() => socket().trigger('resumed', '904'));
    expect(greeting()).toMatchObject({ lastEventId: '904' });
  });

  it('sends a renewed token to the open socket', async () => {
    open();
    await connected();
    act(() => socket().trigger('connect'));
    await act(() => refresh());
    expect(socket().emitted.at(-1)).toEqual(['renew', expect.stringMatching(/^head\./)]);
  });

  it('renews the token of a refused socket and reconnects', async () => {
    open();
    await connected();
    socket().active = false;
    act(() => socket().trigger('connect_error', new Error('ERR_TOKEN_EXPIRED')));
    expect(await screen.findByText('online')).toBeVisible();
  });

  it('shows a sign-in elsewhere, clears the storage and reloads after a second [M-007]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open();
    await connected();
    localStorage.setItem('anything', '1');

    act(() => publish('auth', { action: 'update', user: { id: 1, companyId: 7 }, sessionId: 'here' }));
    act(() => publish('auth', { action: 'update', user: { id: 2, companyId: 7 }, sessionId: 'there' }));
    expect(screen.getByText('ours')).toBeVisible();

    act(() => publish('auth', { action: 'update', user: { id: 1, companyId: 7 }, sessionId: 'there' }));
    expect(screen.getByText('taken over')).toBeVisible();
    // The server closes the socket and refuses the old session; the notice must stay.
    answer(endpoints.access.refresh, () => refuse('ERR_SESSION_EXPIRED'));
    socket().active = false;
    await act(async () => socket().trigger('disconnect', 'io server disconnect'));
    await act(() => refresh().catch(() => {}));
    expect(location.assign).not.toHaveBeenCalled();
    expect(location.reload).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(localStorage).toHaveLength(0);
    expect(location.reload).toHaveBeenCalledOnce();
  });
});
