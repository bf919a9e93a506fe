import { endpoints } from '@balcao/contract/endpoints/index';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { anAdmin, anAgent, aToken, aUser } from '../testing/people.ts';
import { answer, refuse, unplug } from '../testing/server.ts';
import { sockets, tell } from '../testing/socket.ts';
import { useConnectionState, useRoom, useTakeover } from './live.tsx';
import { May, SessionProvider, useSession } from './session.tsx';
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
      <May do="user.manage">
        <button type="button">Usuários</button>
      </May>
    </>
  );
}

function open(user = anAdmin()) {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user, sessionId: 'here' }));
  return show();
}
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider loading={<p>loading</p>} failed={(_, retry) => <button onClick={retry}>again</button>}>
        <Inside />
      </SessionProvider>
    </QueryClientProvider>,
  );
const socket = () => sockets.at(-1)!;
/** The session is drawn first; its socket opens a moment later. */
const connected = () => waitFor(() => expect(socket()).toBeDefined());
/** What the socket would say at its next connect. */
function greeting(): unknown {
  const given = vi.fn<(auth: unknown) => void>();
  socket().options.auth?.(given);
  return given.mock.calls[0]?.[0];
}

describe('the session', () => {
  it('starts from the refresh cookie and draws what this person may do', async () => {
    open(anAgent());
    expect(screen.getByText('loading')).toBeVisible();
    expect(await screen.findByText('Caio Andrade')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Usuários' })).not.toBeInTheDocument();
  });

  it('without a session the page leaves for the sign-in page [M-009]', async () => {
    answer(endpoints.access.refresh, () => refuse('ERR_SESSION_EXPIRED'));
    show();
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/login'));
    expect(screen.getByText('loading')).toBeVisible();
  });

  it('a server that cannot be reached can be tried again', async () => {
    unplug();
    show();
    expect(await screen.findByRole('button', { name: 'again' })).toBeVisible();
    expect(location.assign).not.toHaveBeenCalled();
  });

  it('follows what is told about its own user and its company’s settings', async () => {
    open();
    await screen.findByText('Marina Lopes');
    act(() => tell('user', { action: 'update', user: aUser({ id: 1, name: 'Marina Duarte', profile: 'admin' }) }));
    expect(screen.getByText('Marina Duarte')).toBeVisible();
    act(() => tell('user', { action: 'update', user: aUser({ id: 2, name: 'Rute Lins' }) }));
    act(() =>
      tell('user', { action: 'update', user: { id: 1, name: 'Curta', online: true, paused: false, queues: [] } }),
    );
    expect(screen.getByText('Marina Duarte')).toBeVisible();
    act(() => tell('settings', { action: 'update', setting: { key: 'requiredTag', value: 'disabled' } }));
    expect(screen.getByText('requiredTag disabled')).toBeVisible();
  });
});

describe('the socket', () => {
  it('joins the company, says that we are here at once and every five minutes, and joins again after a break [M-315] [M-317]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open();
    await connected();
    expect(socket().namespace).toBe('/7');
    expect(socket().options).toMatchObject({ reconnectionDelay: 1000, reconnectionAttempts: Infinity });

    act(() => socket().happens('connect'));
    expect(screen.getByText('online')).toBeVisible();
    expect(socket().said).toEqual([['userStatus'], ['joinTickets', 'open']]);
    await act(() => vi.advanceTimersByTimeAsync(300_000));
    expect(socket().said.filter(([event]) => event === 'userStatus')).toHaveLength(2);

    act(() => socket().happens('disconnect', 'transport close'));
    expect(screen.getByText('connecting')).toBeVisible();
    act(() => socket().happens('connect'));
    expect(socket().said.filter(([event]) => event === 'joinTickets')).toHaveLength(2);
  });

  it('leaves the rooms it joined [M-315]', async () => {
    answer(endpoints.access.refresh, () => ({ token: aToken(), user: anAdmin(), sessionId: 'here' }));
    const Rooms = () => {
      useRoom('conversation', '31');
      useRoom('notification');
      return <p>in two rooms</p>;
    };
    const house = (inside: ReactNode) => (
      <QueryClientProvider client={client}>
        <SessionProvider>
          <p>outside</p>
          {inside}
        </SessionProvider>
      </QueryClientProvider>
    );
    const client = new QueryClient();
    const { rerender } = render(house(null));
    await screen.findByText('outside');
    act(() => socket().happens('connect'));
    rerender(house(<Rooms />));
    rerender(house(null));
    expect(socket().said.slice(1)).toEqual([
      ['joinChatBox', '31'],
      ['joinNotification'],
      ['joinChatBoxLeave', '31'],
      ['leaveNotification'],
    ]);
  });

  it('comes back to the place in the event log where it was, with the newest token', async () => {
    open();
    await connected();
    act(() => socket().happens('connect'));
    act(() => socket().happens('resumed', '880'));
    act(() => tell('settings', { action: 'update', setting: { key: 'x', value: 'y' } }, '881'));
    expect(greeting()).toEqual({ token: expect.stringMatching(/^head\./), lastEventId: '881', bundles: true });
  });

  it('news that overtakes the gap does not hide it: the place moves only after the gap was told', async () => {
    open();
    await connected();
    act(() => socket().happens('connect'));
    act(() => socket().happens('resumed', '880'));
    act(() => socket().happens('disconnect', 'transport close'));
    act(() => socket().happens('connect'));
    act(() => tell('settings', { action: 'update', setting: { key: 'x', value: 'y' } }, '905'));
    expect(greeting()).toMatchObject({ lastEventId: '880' });
    act(() => socket().happens('resumed', '904'));
    expect(greeting()).toMatchObject({ lastEventId: '904' });
  });

  it('a fresh token is told to the open socket', async () => {
    open();
    await connected();
    act(() => socket().happens('connect'));
    await act(() => refresh());
    expect(socket().said.at(-1)).toEqual(['renew', expect.stringMatching(/^head\./)]);
  });

  it('a refused socket renews its token and tries again', async () => {
    open();
    await connected();
    socket().active = false;
    act(() => socket().happens('connect_error', new Error('ERR_TOKEN_EXPIRED')));
    expect(await screen.findByText('online')).toBeVisible();
  });

  it('signing in elsewhere takes this session over: storage is emptied and the page starts again after a second [M-007]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open();
    await connected();
    localStorage.setItem('anything', '1');

    act(() => tell('auth', { action: 'update', user: { id: 1, companyId: 7 }, sessionId: 'here' }));
    act(() => tell('auth', { action: 'update', user: { id: 2, companyId: 7 }, sessionId: 'there' }));
    expect(screen.getByText('ours')).toBeVisible();

    act(() => tell('auth', { action: 'update', user: { id: 1, companyId: 7 }, sessionId: 'there' }));
    expect(screen.getByText('taken over')).toBeVisible();
    // The server closes the socket and refuses the old session: the notice stays all the same.
    answer(endpoints.access.refresh, () => refuse('ERR_SESSION_EXPIRED'));
    socket().active = false;
    await act(async () => socket().happens('disconnect', 'io server disconnect'));
    await act(() => refresh().catch(() => {}));
    expect(location.assign).not.toHaveBeenCalled();
    expect(location.reload).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(localStorage).toHaveLength(0);
    expect(location.reload).toHaveBeenCalledOnce();
  });
});
