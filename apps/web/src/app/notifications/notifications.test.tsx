import type { SessionUser } from '@balcao/contract/endpoints/access';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, aTicket } from '../../testing/inbox.ts';
import { fakeAudioPlayback, fakeNotifications, fakeServiceWorker } from '../../testing/fake-notifications.ts';
import { withInvoices } from '../../testing/billing.ts';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { connect, receive, renderPart, renderScreen } from '../../testing/render.tsx';
import { answer, withCounts } from '../../testing/server.ts';
import { sockets } from '../../testing/socket.ts';
import { titleWith } from './tab-title.ts';

const sales = { id: 1, name: 'Vendas', color: '#2F9E44' };
const agent = (own: Parameters<typeof anAgent>[0] = {}) => anAgent({ queues: [sales], ...own });
const withSetting = (user: SessionUser, key: string, value: boolean): SessionUser => ({
  ...user,
  company: { ...user.company, companieSettings: [{ key, value }] },
});

const counted = (unread: number) => withCounts({ unread });
/** A customer's new message in this ticket. */
const receiveMessage = (own: Partial<Ticket> = {}, body = 'Paguei agora', messageFields: object = {}) => {
  const ticket = aTicket(own);
  receive('appMessage', {
    action: 'create',
    message: aMessage({ ticketId: ticket.id, body, read: false, ...messageFields }),
    ticket: { ...ticket, lastMessage: body, unreadMessages: 1 },
  });
};
/** The notifier is loaded after the visible components. */
const listening = async () => {
  connect();
  await waitFor(() => expect(sockets.at(-1)?.emitted).toContainEqual(['joinNotification']));
};
const openTagsScreen = async (as = agent()) => {
  const opened = renderScreen('/tags', { as });
  await screen.findByRole('banner');
  await listening();
  return opened;
};
/** The inbox without an open conversation; its own requests are not the subject here. */
const openInbox = async (as = agent()) => {
  const opened = renderPart(() => <p>As conversas</p>, { as });
  await screen.findByText('As conversas');
  await listening();
  return opened;
};
const envelope = () => screen.findByRole('button', { name: /^Conversas não lidas/ });
const seen = (state: DocumentVisibilityState) => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);

beforeEach(() => void answer(endpoints.tags.list, () => ({ tags: [], count: 0, hasMore: false })));
afterEach(() => vi.unstubAllGlobals());

describe('the title of the tab', () => {
  it('shows a circled number up to 20 unread and a number in parentheses above [M-307]', () => {
    expect(titleWith(0, 'Conversas')).toBe('Conversas');
    expect(titleWith(1, 'Conversas')).toBe('① Conversas');
    expect(titleWith(20, 'Conversas')).toBe('⑳ Conversas');
    expect(titleWith(21, 'Conversas')).toBe('(21) Conversas');
  });

  it('follows the unread count and is restored when everything is read [M-307]', async () => {
    counted(3);
    await openTagsScreen();
    await waitFor(() => expect(document.title).toBe('③ Tags · Balcão'));
    counted(35);
    receiveMessage();
    await waitFor(() => expect(document.title).toBe('(35) Tags · Balcão'));
    counted(0);
    receive('ticket', { action: 'updateUnread', ticketId: 48213 });
    await waitFor(() => expect(document.title).toBe('Tags · Balcão'));
  });

  it('requests the count at most once a second', async () => {
    const before = counted(1);
    await openTagsScreen();
    await waitFor(() => expect(document.title).toMatch(/^①/));
    expect(before).toHaveLength(1);
    const requests = counted(9);
    for (let n = 0; n < 60; n++) receiveMessage({ id: n + 1 });
    await waitFor(() => expect(document.title).toMatch(/^⑨/));
    expect(requests.length).toBeLessThanOrEqual(2);
  });
});

describe('the sound', () => {
  it('is played at the chosen volume, at most once a second [M-307]', async () => {
    const played = fakeAudioPlayback();
    localStorage.setItem('volume', '0.3');
    await openTagsScreen();
    receiveMessage();
    receiveMessage({ id: 2 });
    expect(played).toEqual([{ sound: '/sounds/general.wav', volume: 0.3 }]);
    localStorage.setItem('balcao.lastSound', String(Date.now() - 1001));
    receiveMessage({ id: 3 });
    expect(played).toHaveLength(2);
  });

  it('is not played at volume 0 [M-307]', async () => {
    const played = fakeAudioPlayback();
    localStorage.setItem('volume', '0');
    await openTagsScreen();
    receiveMessage();
    expect(played).toEqual([]);
  });

  const waiting = { status: 'pending', userId: null, user: null } as const;
  const group = {
    status: 'group',
    isGroup: true,
    userId: null,
    whatsapp: { ...aTicket().whatsapp!, groupAsTicket: 'enabled' },
  } as const;
  const mutedUser = withSetting(agent(), 'showNotificationPending', false);

  it.each<[string, SessionUser, Partial<Ticket>, boolean]>([
    ['is played for the user’s own ticket [M-308]', agent(), {}, true],
    ['is not played for a colleague’s ticket [M-308]', agent(), { userId: 5 }, false],
    ['is played for a pending ticket in the user’s queue [M-308]', agent(), waiting, true],
    ['is not played for a pending ticket in another queue [M-308]', agent(), { ...waiting, queueId: 9 }, false],
    ['is not played for a ticket without a queue [M-308]', agent(), { ...waiting, queueId: null }, false],
    [
      'is played for a ticket without a queue with allTicket [M-308]',
      agent({ allTicket: 'enabled' }),
      { ...waiting, queueId: null },
      true,
    ],
    ['is not played for a pending ticket without showNotificationPending [M-309]', mutedUser, waiting, false],
    ['is played for the user’s own ticket without showNotificationPending [M-309]', mutedUser, {}, true],
    ['is played for a group treated as a ticket with allowGroup [M-309]', agent({ allowGroup: true }), group, true],
    ['is not played for a group without allowGroup [M-309]', agent(), group, false],
    [
      'is not played for a group not treated as a ticket [M-309]',
      agent({ allowGroup: true }),
      { ...group, whatsapp: null },
      false,
    ],
    ['is not played for a pending ticket during a pause', agent({ paused: true }), waiting, false],
    ['is played for the user’s own ticket during a pause', agent({ paused: true }), {}, true],
  ])('%s', async (_, as, ticket, isNotified) => {
    const played = fakeAudioPlayback();
    await openTagsScreen(as);
    receiveMessage(ticket);
    expect(played).toHaveLength(isNotified ? 1 : 0);
  });

  it('is played only for a customer’s unread message', async () => {
    const played = fakeAudioPlayback();
    await openTagsScreen();
    receiveMessage({}, 'Já vejo', { fromMe: true });
    receiveMessage({}, 'Obrigada', { read: true });
    expect(played).toEqual([]);
  });
});

describe('a system notification', () => {
  const allowedAlready = () => {
    localStorage.setItem('balcao.notices.4', 'true');
    return fakeNotifications({ first: 'granted' });
  };

  it('names the customer and the text, one per ticket, and opens the ticket on a click [M-307]', async () => {
    fakeAudioPlayback();
    const { notifications } = allowedAlready();
    answer(endpoints.push.key, () => ({ publicKey: null }));
    const { router } = await openInbox();
    vi.spyOn(window, 'focus').mockImplementation(() => {});
    receiveMessage({}, '*Consigo* retirar na sexta?');
    const { uuid } = aTicket();
    await waitFor(() =>
      expect(notifications).toMatchObject([{ title: 'Helena Prado', body: 'Consigo retirar na sexta?', tag: uuid }]),
    );

    act(() => notifications[0]!.click());
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${uuid}`));
    expect(window.focus).toHaveBeenCalled();
  });

  it('is skipped, with the sound, while that conversation is open in a visible tab [M-307]', async () => {
    const played = fakeAudioPlayback();
    const { notifications } = allowedAlready();
    renderPart(() => <p>A conversa</p>, { as: agent(), path: `/tickets/${aTicket().uuid}` });
    await screen.findByText('A conversa');
    await listening();
    seen('visible');
    receiveMessage();
    expect(played).toEqual([]);
    receiveMessage({ id: 77 });
    await waitFor(() => expect(notifications.map(({ tag }) => tag)).toEqual([aTicket({ id: 77 }).uuid]));
    expect(played).toHaveLength(1);
    seen('hidden');
    receiveMessage();
    await waitFor(() => expect(notifications.map(({ tag }) => tag)[1]).toBe(aTicket().uuid));
  });

  it('is shown for each of three tickets, and once for a burst [M-307]', async () => {
    fakeAudioPlayback();
    const { notifications } = allowedAlready();
    const { router } = await openInbox();
    for (const id of [1, 2, 3, 3]) receiveMessage({ id }, `mensagem ${id}`);
    await waitFor(() =>
      expect(notifications.map(({ body }) => body)).toEqual(['mensagem 1', 'mensagem 2', 'mensagem 3']),
    );
    for (let id = 1; id <= 40; id++) receiveMessage({ id });
    await waitFor(() => expect(notifications).toHaveLength(4));
    expect(notifications[3]?.title).toBe('40 conversas com mensagens novas');
    await act(() => router.navigate({ to: '/tickets/abc' }));
    act(() => notifications[3]!.click());
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'));
  });

  it('is enabled by a button beside the unread tickets, never automatically [M-307]', async () => {
    fakeAudioPlayback();
    const { notifications, permissionRequests } = fakeNotifications();
    answer(endpoints.tickets.list, () => ({ tickets: [], count: 0, hasMore: false }));
    const { user } = await openTagsScreen();
    receiveMessage();
    expect([permissionRequests.mock.calls.length, notifications.length]).toEqual([0, 0]);

    await user.click(await envelope());
    await user.click(await screen.findByRole('button', { name: 'Ativar notificações' }));
    expect(await screen.findByRole('button', { name: 'Desativar notificações' })).toBeVisible();
    expect(permissionRequests).toHaveBeenCalledTimes(1);
    receiveMessage({ id: 1 });
    await waitFor(() => expect(notifications).toHaveLength(1));

    await user.click(screen.getByRole('button', { name: 'Desativar notificações' }));
    receiveMessage({ id: 2 });
    await user.click(await screen.findByRole('button', { name: 'Ativar notificações' }));
    await screen.findByRole('button', { name: 'Desativar notificações' });
    receiveMessage({ id: 3 });
    await waitFor(() => expect(notifications.map(({ tag }) => tag)).toEqual([1, 3].map((id) => aTicket({ id }).uuid)));
    expect(permissionRequests).toHaveBeenCalledTimes(1);
  });

  it('explains where to allow notifications when the browser blocks them', async () => {
    fakeNotifications({ first: 'denied' });
    answer(endpoints.tickets.list, () => ({ tickets: [], count: 0, hasMore: false }));
    const { user } = await openTagsScreen();
    await user.click(await envelope());
    expect(await screen.findByText(/O navegador bloqueia as notificações/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ativar notificações' })).not.toBeInTheDocument();
  });
});

describe('unread tickets', () => {
  it('are counted on the envelope and beside Conversas, in the drawer and in the rail [M-041]', async () => {
    counted(2);
    const { user } = await openTagsScreen();
    const button = await screen.findByRole('button', { name: 'Conversas não lidas: 2' });
    expect(within(button).getByText('2')).toBeVisible();
    const menu = () => within(screen.getByRole('navigation', { name: 'Menu principal' }));
    expect(menu().getByRole('link', { name: 'Conversas 2 não lidas' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Recolher ou expandir o menu' }));
    expect(menu().getByRole('link', { name: 'Conversas 2 não lidas' })).toBeVisible();
  });

  it('are listed, newest first, and open on a click [M-041]', async () => {
    counted(2);
    const requests = answer(endpoints.tickets.list, () => ({
      tickets: [
        aTicket({ id: 2, contactId: 32, unreadMessages: 3, lastMessage: '📷 Foto' }),
        aTicket({ id: 1, unreadMessages: 1 }),
      ],
      count: 2,
      hasMore: false,
    }));
    const { user, router } = await openInbox();
    await user.click(await envelope());
    const rows = within(await screen.findByRole('list', { name: 'Conversas não lidas' })).getAllByRole('link');
    expect(rows.map((row) => row.getAttribute('href'))).toEqual([2, 1].map((id) => `/tickets/${aTicket({ id }).uuid}`));
    expect(rows[0]).toHaveTextContent('📷 Foto');
    expect(rows[0]).toHaveTextContent('3');
    expect(requests[0]?.query).toMatchObject({ withUnreadMessages: true, sortTickets: 'DESC' });
    expect(requests[0]?.query.status).toBeUndefined();

    await user.click(rows[0]!);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${aTicket({ id: 2 }).uuid}`));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Conversas não lidas' })).not.toBeInTheDocument());
  });

  it('are a list that is updated while it is open, with an empty state [M-041]', async () => {
    counted(1);
    answer(endpoints.tickets.list, () => ({ tickets: [aTicket({ unreadMessages: 1 })], count: 1, hasMore: false }));
    const { user } = await openTagsScreen();
    await user.click(await screen.findByRole('button', { name: 'Conversas não lidas: 1' }));
    expect(await screen.findByText('Helena Prado')).toBeVisible();
    counted(0);
    answer(endpoints.tickets.list, () => ({ tickets: [], count: 0, hasMore: false }));
    receive('ticket', { action: 'updateUnread', ticketId: 48213 });
    expect(await screen.findByText('Tudo lido.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Conversas não lidas' })).toBeVisible();
  });

  it('are the badge on the icon of the installed app', async () => {
    const badge = vi.fn<(count?: number) => Promise<void>>(async () => {});
    Object.assign(navigator, { setAppBadge: badge });
    try {
      counted(4);
      await openTagsScreen();
      await waitFor(() => expect(badge).toHaveBeenLastCalledWith(4));
    } finally {
      Reflect.deleteProperty(navigator, 'setAppBadge');
    }
  });

  it('are not requested when the subscription has expired', async () => {
    const requests = counted(4);
    const user = agent();
    withInvoices([]);
    renderScreen('/financeiro', { as: { ...user, company: { ...user.company, expired: true } } });
    await screen.findByRole('banner');
    expect(screen.queryByRole('button', { name: /^Conversas não lidas/ })).not.toBeInTheDocument();
    expect(requests).toEqual([]);
  });
});

describe('with every page closed', () => {
  it('subscribes to push after the user has agreed and unsubscribes at sign-out', async () => {
    const worker = fakeServiceWorker();
    try {
      fakeNotifications();
      answer(endpoints.tickets.list, () => ({ tickets: [], count: 0, hasMore: false }));
      answer(endpoints.push.key, () => ({ publicKey: 'BAECAw' }));
      const subscribeRequests = answer(endpoints.push.subscribe, () => undefined);
      const unsubscribeRequests = answer(endpoints.push.unsubscribe, () => undefined);
      const signOutRequests = answer(endpoints.access.signOut, () => undefined);
      const { user } = await openTagsScreen();
      expect(worker.registered).toHaveBeenCalledWith('/sw.js');
      expect(worker.isSubscribed()).toBe(false);

      await user.click(await envelope());
      await user.click(await screen.findByRole('button', { name: 'Ativar notificações' }));
      await waitFor(() => expect(subscribeRequests).toHaveLength(1));
      expect(subscribeRequests[0]?.body).toEqual({
        endpoint: worker.endpoint,
        keys: { p256dh: 'point', auth: 'secret' },
      });
      expect([...worker.keys[0]!]).toEqual([4, 1, 2, 3]);

      await user.keyboard('{Escape}');
      await user.click(screen.getByRole('button', { name: 'Menu do usuário' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Sair' }));
      await waitFor(() => expect(signOutRequests).toHaveLength(1));
      expect(unsubscribeRequests[0]?.query.endpoint).toBe(worker.endpoint);
      expect(worker.isSubscribed()).toBe(false);
    } finally {
      worker.end();
    }
  });

  it('a click on a pushed notification navigates the open page, only within the app', async () => {
    const worker = fakeServiceWorker();
    try {
      const { router } = renderPart(() => <p>A conversa</p>, { as: agent() });
      await screen.findByText('A conversa');
      await listening();
      act(() => void worker.postMessage({ open: 'https://evil.example/tickets/x' }));
      act(() => void worker.postMessage({ open: '//evil.example' }));
      expect(router.state.location.pathname).toBe('/tickets');
      act(() => void worker.postMessage({ open: '/tickets/abc' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/abc'));
    } finally {
      worker.end();
    }
  });
});

describe('a pause', () => {
  it('is switched in the user menu and shown on the avatar until it ends', async () => {
    let paused = false;
    const requests = answer(endpoints.access.pause, ({ body }) => ({ ...agent(), paused: (paused = body.paused) }));
    answer(endpoints.access.me, () => ({ user: agent({ paused }) }));
    const { user } = await openTagsScreen();
    await user.click(screen.getByRole('button', { name: 'Menu do usuário' }));
    const box = await screen.findByRole('menuitemcheckbox', { name: 'Em pausa' });
    expect(box).not.toBeChecked();
    await user.click(box);
    expect(requests[0]).toMatchObject({ params: { id: 4 }, body: { paused: true } });

    await user.click(await screen.findByRole('button', { name: 'Menu do usuário, Em pausa' }));
    const again = await screen.findByRole('menuitemcheckbox', { name: 'Em pausa' });
    expect(again).toBeChecked();
    await user.click(again);
    expect(await screen.findByRole('button', { name: 'Menu do usuário' })).toBeVisible();
    expect(requests[1]?.body).toEqual({ paused: false });
  });
});

describe('a message of this user that does not arrive', () => {
  const ticket = aTicket({ id: 77 });
  const fail = (own: object = {}) =>
    receive('appMessage', {
      action: 'update',
      message: aMessage({ id: 800, ticketId: 77, fromMe: true, ack: 0, delivery: 'failed', ...own }),
    });
  const link = () => screen.findByRole('button', { name: 'Ver mensagem' });

  it('is reported on every screen with a link to it, once, and again after another attempt [F-U7]', async () => {
    answer(endpoints.tickets.show, () => ticket);
    const { user, router } = await openTagsScreen();
    fail();
    fail();
    expect(await screen.findByRole('alert')).toHaveTextContent('A mensagem para Helena Prado não foi enviada');
    expect(screen.getAllByRole('button', { name: 'Ver mensagem' })).toHaveLength(1);
    await user.click(await link());
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: `/tickets/${ticket.uuid}` }));
    expect(router.state.location.search).toEqual({ m: 800 });
    fail({ delivery: 'queued' });
    void router.navigate({ to: '/tags' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/tags'));
    fail();
    expect(await link()).toBeVisible();
  });

  it('is not reported to colleagues [F-U7]', async () => {
    const asked = answer(endpoints.tickets.show, () => ticket);
    await openTagsScreen();
    fail({ user: { id: 99, name: 'Rute Lins' } });
    fail({ id: 801 });
    await link();
    expect(asked).toHaveLength(1);
  });

  it('is counted beside the deliveries in the menu [F-U6]', async () => {
    withCounts({ failed: 2 });
    const { user } = renderScreen('/tags', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Administração' }));
    const entry = await screen.findByRole('link', { name: /^Entregas/ });
    await waitFor(() => expect(entry).toHaveTextContent('2 mensagens suas não foram enviadas'));
  });
});
