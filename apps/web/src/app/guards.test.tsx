import { endpoints } from '@balcao/contract/endpoints/index';
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { withInvoices } from '../testing/billing.ts';
import { aToken, anAgent } from '../testing/fixtures.ts';
import { receive, renderScreen } from '../testing/render.tsx';
import { answer } from '../testing/server.ts';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';
import type { Screen } from './screens.tsx';

const home: Screen = {
  path: '/tickets/{-$uuid}',
  title: 'conversations',
  screen: () => <h1>As conversas</h1>,
  menu: { group: 'attendance', icon: 'inbox' },
};
const tags: Screen = {
  path: '/tags',
  title: 'tags',
  screen: () => <h1>As tags</h1>,
  menu: { group: 'attendance', icon: 'tag' },
};
const campaigns: Screen = {
  path: '/campaigns',
  title: 'campaigns',
  screen: () => <h1>As campanhas</h1>,
  plan: 'campaigns',
};
const secret: Screen = {
  path: '/secret',
  title: 'users',
  screen: () => <h1>Segredo</h1>,
  permission: 'platform-settings.manage',
  denied: 'forbidden-page',
};

function openAt(path: string, user = anAgent(), screens: Screen[] = [home, tags, campaigns, secret]) {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user, sessionId: 'this-session' }));
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [path] }), screens });
  return { router, ...render(<App router={router} />) };
}

const expired = () => {
  const user = anAgent();
  return { ...user, company: { ...user.company, expired: true, dueDate: '2026-03-04T15:00:00.000Z' } };
};

describe('a user without permission', () => {
  it('[M-010] sees «Oops! Acesso Negado!» and a button back to the conversations', async () => {
    const { router } = openAt('/403');
    expect(await screen.findByText('Oops! Acesso Negado!')).toBeVisible();
    const visited = vi.spyOn(router, 'navigate');
    screen.getByRole('button', { name: 'Voltar para conversas' }).click();
    expect(visited).toHaveBeenCalledWith(expect.objectContaining({ to: '/tickets' }));
  });

  it('is redirected to that page from a forbidden screen', async () => {
    const { router } = openAt('/secret');
    expect(await screen.findByText('Oops! Acesso Negado!')).toBeVisible();
    expect(router.state.location.pathname).toBe('/403');
  });

  it.each(['/users', '/queues'])('sees a no-access view inside the shell at %s', async (path) => {
    renderScreen(path, { as: anAgent() });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
  });

  it('leaves the no-access view for the conversations or the screen before [F-U45]', async () => {
    const admin: Screen = { path: '/users', title: 'users', screen: () => null, permission: 'user.manage' };
    const { router } = openAt('/tags', anAgent(), [home, tags, admin]);
    expect(await screen.findByText('As tags')).toBeVisible();
    await router.navigate({ to: '/users' });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
    (await screen.findByRole('button', { name: 'Voltar à tela anterior' })).click();
    await waitFor(() => expect(router.state.location.pathname).toBe('/tags'));
    await router.navigate({ to: '/users' });
    (await screen.findByRole('button', { name: 'Voltar para conversas' })).click();
    expect(await screen.findByText('As conversas')).toBeVisible();
  });
});

it('[M-020] is informed that the plan lacks the feature and redirected home a second later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = anAgent();
  const without = { ...user, company: { ...user.company, plan: { ...user.company.plan, useCampaigns: false } } };
  const { router } = openAt('/campaigns', without);
  expect(
    await screen.findByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'),
  ).toBeVisible();
  expect(screen.queryByText('As campanhas')).toBeNull();
  await vi.advanceTimersByTimeAsync(800);
  expect(router.state.location.pathname).toBe('/campaigns');
  await vi.advanceTimersByTimeAsync(300);
  expect(await screen.findByText('As conversas')).toBeVisible();
  expect(router.state.location.pathname).toBe('/tickets');
});

describe('addresses', () => {
  it.each(['/', '/tickets', '/Tickets'])('%s opens the first screen of the user’s menu', async (path) => {
    const { router } = openAt(path);
    expect(await screen.findByText('As conversas')).toBeVisible();
    expect(router.state.location.pathname.toLowerCase()).toBe('/tickets');
  });

  it('are case-insensitive', async () => {
    openAt('/TAGS');
    expect(await screen.findByText('As tags')).toBeVisible();
  });

  it('without a screen show a not-found view inside the shell', async () => {
    openAt('/nowhere');
    expect(await screen.findByText('Página não encontrada')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
  });
});

it('a broken screen shows an error and leaves the menu usable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const Broken = () => {
    throw new Error('boom');
  };
  openAt('/tags', anAgent(), [{ ...tags, screen: Broken }]);
  expect(await screen.findByText('Esta tela não abriu')).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
});

describe('an overdue company', () => {
  it('[M-030] sees on every screen until when it was paid and whom to ask, and the way to the invoices', async () => {
    withInvoices([]);
    const { user, router } = renderScreen('/tags', { as: expired() });
    expect(await screen.findByRole('heading', { name: 'Sua assinatura venceu em 04/03/2026' })).toBeVisible();
    expect(screen.getByText(/fale com o suporte\.$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ver faturas' }));
    expect(await screen.findByText(/A assinatura venceu em 04\/03\/2026\. Fale com o suporte\./)).toBeVisible();
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Pular para o conteúdo',
      'Financeiro',
    ]);
    expect(router.state.location.pathname).toBe('/financeiro');
  });

  it('starts at the invoices', async () => {
    withInvoices([]);
    const { router } = renderScreen('/', { as: expired() });
    await waitFor(() => expect(router.state.location.pathname).toBe('/financeiro'));
  });

  it('sees the screen itself as soon as the payment has arrived', async () => {
    openAt('/tags', expired());
    await screen.findByText('Sua assinatura venceu em 04/03/2026');
    answer(endpoints.access.me, () => ({ user: anAgent() }));
    receive('payment', {
      action: 'CONCLUIDA',
      company: { id: 7, dueDate: '2099-09-13T02:59:59.999Z' },
      invoice: { id: 1, number: '2026-000001' },
    });
    expect(await screen.findByText('As tags')).toBeVisible();
  });
});

it('[M-007] a sign-in elsewhere covers the page and reloads it a second later with an empty storage', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openAt('/tags');
  await screen.findByText('As tags');
  localStorage.setItem('something', 'kept');
  receive('auth', { user: { id: 4 }, sessionId: 'another-session' } as never);
  expect(await screen.findByText('Sua conta foi acessada em outro computador.')).toBeVisible();
  expect(location.reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1100);
  expect(localStorage.length).toBe(0);
  expect(location.reload).toHaveBeenCalledOnce();
});
