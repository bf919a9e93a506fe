import { endpoints } from '@balcao/contract/endpoints/index';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aSubscription, withInvoices } from '../testing/billing.ts';
import { anAdmin, anAgent, anOwner, aUser } from '../testing/fixtures.ts';
import { connect, renderScreen } from '../testing/render.tsx';
import { answer } from '../testing/server.ts';
import { sockets } from '../testing/socket.ts';

/** happy-dom has its own API for the window size. */
const atWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM.setViewport({ width });

const menu = () => screen.findByRole('navigation', { name: 'Menu principal' });

beforeEach(() => {
  answer(endpoints.tags.list, () => ({ tags: [], count: 0, hasMore: false }));
  answer(endpoints.access.users, () => ({ users: [], count: 0, hasMore: false }));
});

describe('the drawer', () => {
  it('[M-035] starts open or collapsed by the user’s defaultMenu and is toggled by its button', async () => {
    const { user, unmount } = renderScreen('/tags', { as: anAdmin() });
    expect(await menu()).toHaveTextContent('Versão 4.5.0');
    await user.click(screen.getByRole('button', { name: 'Recolher ou expandir o menu' }));
    expect(await menu()).not.toHaveTextContent('Versão');
    expect(within(await menu()).getByRole('link', { name: 'Tags' })).toBeVisible();
    unmount();

    localStorage.clear();
    renderScreen('/tags', { as: anAdmin({ defaultMenu: 'closed' }) });
    expect(await menu()).not.toHaveTextContent('Versão');
  });

  it('is restored as each user left it', async () => {
    const first = renderScreen('/tags', { as: anAdmin() });
    await menu();
    await first.user.click(screen.getByRole('button', { name: 'Recolher ou expandir o menu' }));
    first.unmount();
    const again = renderScreen('/tags', { as: anAdmin() });
    expect(await menu()).not.toHaveTextContent('Versão');
    again.unmount();
    renderScreen('/tags', { as: anAdmin({ id: 99 }) });
    expect(await menu()).toHaveTextContent('Versão');
  });

  it('keeps the group of the current page open and collapses the others', async () => {
    const { user } = renderScreen('/tags', { as: anAdmin() });
    const nav = within(await menu());
    const currentGroup = nav.getByRole('button', { name: 'Atendimento' });
    const other = nav.getByRole('button', { name: 'Administração' });
    expect(other).toHaveAttribute('aria-expanded', 'false');
    expect(nav.queryByRole('link', { name: 'Usuários' })).toBeNull();
    await user.click(other);
    expect(nav.getByRole('link', { name: 'Usuários' })).toBeVisible();
    await user.click(currentGroup);
    expect(currentGroup).toHaveAttribute('aria-expanded', 'true');
    expect(nav.getByRole('link', { name: 'Tags' })).toHaveAttribute('aria-current', 'page');
  });

  it('marks the entry of the screen that opens one without an entry of its own', async () => {
    withInvoices([]);
    for (const [path, entry] of [
      ['/TagsKanban', 'Kanban'],
      ['/subscription', 'Financeiro'],
    ] as const) {
      const { unmount } = renderScreen(path, { as: anAdmin() });
      expect(within(await menu()).getByRole('link', { current: 'page' })).toHaveAccessibleName(entry);
      unmount();
    }
  });

  it('overlays the page below 600 px and closes after a choice', async () => {
    atWidth(390);
    try {
      const { user, router } = renderScreen('/tags', { as: anAdmin() });
      await user.click(await screen.findByRole('button', { name: 'Abrir o menu' }));
      const nav = within(await menu());
      await user.click(nav.getByRole('button', { name: 'Administração' }));
      await user.click(nav.getByRole('link', { name: 'Usuários' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
      await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Menu principal' })).toBeNull());
    } finally {
      atWidth(1024);
    }
  });

  it('[M-038] shows version 4.5.0 in its footer and stores it locally as frontendVersion', async () => {
    renderScreen('/tags', { as: anAgent() });
    expect(await menu()).toHaveTextContent('Versão 4.5.0');
    expect(localStorage.getItem('frontendVersion')).toBe('4.5.0');
  });
});

describe('the top bar', () => {
  it('[M-039] greets by first name and company, and shows the due date to admins only', async () => {
    const { unmount } = renderScreen('/tags', { as: anAdmin() });
    const bar = await screen.findByRole('banner');
    expect(bar).toHaveTextContent('Olá, Marina · Ótica Boa Vista');
    expect(bar).toHaveTextContent('Vence em 30/12/2099');
    unmount();
    renderScreen('/tags', { as: anAgent() });
    expect(await screen.findByRole('banner')).toHaveTextContent('Olá, Caio · Ótica Boa Vista');
    expect(screen.getByRole('banner')).not.toHaveTextContent('Vence');
  });

  it('says on the screens of the platform that they show all companies', async () => {
    const { router } = renderScreen('/companies', { as: anOwner() });
    const bar = await screen.findByRole('banner');
    expect(await within(bar).findByText('Todas as empresas')).toBeVisible();
    await act(() => router.navigate({ to: '/tags' }));
    await waitFor(() => expect(within(bar).queryByText('Todas as empresas')).toBeNull());
  });

  it('[M-040] has a volume slider from 0 to 1 in tenths, at 1 by default and stored in this browser', async () => {
    const { user } = renderScreen('/tags', { as: anAgent() });
    await user.click(await screen.findByRole('button', { name: 'Volume das notificações' }));
    const slider = await screen.findByRole('slider', { name: /Volume/ });
    expect(slider).toHaveAttribute('min', '0');
    expect(slider).toHaveAttribute('max', '1');
    expect(slider).toHaveAttribute('step', '0.1');
    expect(slider).toHaveValue('1');
    fireEvent.change(slider, { target: { value: '0.3' } });
    expect(slider).toHaveValue('0.3');
    expect(localStorage.getItem('volume')).toBe('0.3');
  });

  it('refetches everything on screen', async () => {
    const { user } = renderScreen('/tags', { as: anAgent() });
    const requests = answer(endpoints.tags.list, () => ({ tags: [], count: 0, hasMore: false }));
    await waitFor(() => expect(requests.length).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Atualizar' }));
    await waitFor(() => expect(requests.length).toBe(2));
  });

  it('[M-042] opens the user’s own dialog from the avatar menu', async () => {
    const { user } = renderScreen('/tags', { as: anAdmin() });
    answer(endpoints.access.showUser, ({ params }) => ({ ...anAdmin(), id: params.id }));
    answer(endpoints.queues.list, () => []);
    await user.click(await screen.findByRole('button', { name: 'Menu do usuário' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Meu perfil' }));
    const mail = await screen.findByDisplayValue('marina@example.com');
    expect(screen.getByRole('dialog')).toContainElement(mail);
  });

  it('[M-042] signs out from the avatar menu', async () => {
    const { user } = renderScreen('/tags', { as: anAdmin() });
    const signOutRequests = answer(endpoints.access.signOut, () => undefined);
    await user.click(await screen.findByRole('button', { name: 'Menu do usuário' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sair' }));
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/login'));
    expect(signOutRequests).toHaveLength(1);
  });

  it('[M-043] is light by default, takes the user’s theme, and stores a new choice locally and with the user', async () => {
    const { user } = renderScreen('/tags', { as: anAdmin() });
    await menu();
    expect(document.documentElement.dataset['theme']).toBe('light');
    const saved = answer(endpoints.access.updateUser, ({ body }) => aUser({ id: 1, defaultTheme: body.defaultTheme }));
    await user.click(screen.getByRole('button', { name: 'Menu do usuário' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Tema escuro' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('preferredTheme')).toBe('dark');
    await waitFor(() => expect(saved[0]?.body.defaultTheme).toBe('dark'));
  });

  it('[M-043] starts dark for a user with the dark theme', async () => {
    renderScreen('/tags', { as: anAdmin({ defaultTheme: 'dark' }) });
    await menu();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('preferredTheme')).toBe('dark');
  });

  it('[M-310] uses the chosen language', async () => {
    const { user } = renderScreen('/tags', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Menu do usuário' }));
    expect(await screen.findByRole('menuitemradio', { name: /Türkçe/ })).toBeDisabled();
    await user.click(screen.getByRole('menuitemradio', { name: 'Español' }));
    expect(await screen.findByText('Versión 4.5.0')).toBeVisible();
  });
});

describe('the connection to the server', () => {
  it('shows the strip after two seconds offline and removes it when the connection is back', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderScreen('/tags', { as: anAgent() });
    await menu();
    connect();
    act(() => sockets.at(-1)?.trigger('disconnect', 'transport close'));
    await act(() => vi.advanceTimersByTimeAsync(1800));
    expect(screen.queryByText(/Sem conexão/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(screen.getByText(/Sem conexão/)).toBeVisible();
    connect();
    await waitFor(() => expect(screen.queryByText(/Sem conexão/)).toBeNull());
  });
});

describe('the subscription', () => {
  const endingIn = (days: number) => {
    const user = anAdmin();
    return {
      ...user,
      company: { ...user.company, dueDate: new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString() },
    };
  };

  it('[M-004] warns once after a sign-in when fewer than five days remain', async () => {
    sessionStorage.setItem('balcao.justSignedIn', '1');
    const { unmount } = renderScreen('/tags', { as: endingIn(3) });
    expect(await screen.findByText(/Sua assinatura vence em [34] dias/)).toBeVisible();
    expect(sessionStorage.getItem('balcao.justSignedIn')).toBeNull();
    unmount();
  });

  it('[M-004] does not warn with five days or more, or without a fresh sign-in', async () => {
    sessionStorage.setItem('balcao.justSignedIn', '1');
    const { unmount } = renderScreen('/tags', { as: endingIn(5) });
    await menu();
    unmount();
    renderScreen('/tags', { as: endingIn(1) });
    await menu();
    expect(screen.queryByText(/Sua assinatura vence/)).toBeNull();
  });

  it.each([
    ['a year ahead', 365, 'inOrder', /^Vence em \d{2}\/\d{2}\/\d{4}$/],
    ['in a day', 1, 'ending', /^Vence (amanhã|em 2 dias) \(\d{2}\/\d{2}\/\d{4}\)$/],
  ])(
    'shows a due date %s in the same words everywhere, and warns only when it is near [F-U31]',
    async (_, days, state, words) => {
      withInvoices([]);
      const { user } = renderScreen('/financeiro', { as: endingIn(days) });
      const inBar = within(await screen.findByRole('banner')).getByText(words);
      expect(inBar).toHaveAttribute('data-state', state);
      await user.click(screen.getByRole('button', { name: /Menu do usuário|Sua conta/ }));
      await waitFor(() => expect(screen.getAllByText(inBar.textContent)).toHaveLength(2));
    },
  );

  it('never expires for the owner of the platform, on every screen [F-U31]', async () => {
    const owner = anAdmin();
    withInvoices([], { subscription: aSubscription({ state: 'unlimited' }) });
    renderScreen('/financeiro', { as: { ...owner, companyId: 1, company: { ...owner.company, id: 1 } } });
    await waitFor(() => expect(screen.getAllByText('Sem vencimento')).toHaveLength(2));
  });
});
