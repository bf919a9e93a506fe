import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withHours, withSettings } from '../features/settings/settings.fixture.ts';
import { SIGNED_IN_HINT } from '../lib/token.ts';
import { anAdmin, aToken } from '../testing/fixtures.ts';
import { renderScreen } from '../testing/render.tsx';
import { answer, refuse } from '../testing/server.ts';
import { sockets } from '../testing/socket.ts';

const ID = '0198a3c0-7000-7000-8000-000000000001';
let opener: Window;
const setOpener = (value: Window | null) =>
  Object.defineProperty(window, 'opener', { value, configurable: true, writable: true });
beforeEach(() => {
  withSettings();
  withHours();
  opener = { postMessage: vi.fn<Window['postMessage']>() } as unknown as Window;
  vi.spyOn(window, 'close').mockImplementation(() => {});
  setOpener(opener);
  window.name = 'balcao.support.14';
});
afterEach(() => {
  setOpener(null);
  window.name = '';
});

const give = (token: string, source: Window = opener) =>
  act(() => {
    const access = {
      id: ID,
      company: 'Ótica Boa Vista',
      token,
      expiresAt: '2026-11-16T15:15:00.000Z',
      endsAt: '2026-11-16T16:00:00.000Z',
    };
    const data = { kind: 'balcao.support.given', access };
    window.dispatchEvent(new MessageEvent('message', { data, source, origin: location.origin }));
  });

/** The window after the access was handed over. */
async function open() {
  const token = aToken();
  const me = answer(endpoints.access.me, () => ({ user: anAdmin() }));
  const rendered = renderScreen('/settings', { as: anAdmin() });
  await waitFor(() =>
    expect(opener.postMessage).toHaveBeenCalledWith({ kind: 'balcao.support.ready' }, location.origin),
  );
  give(token);
  await screen.findByRole('region', { name: 'Acesso do suporte' });
  return { ...rendered, me, token };
}

describe('the window of a support access', () => {
  it('names the company, uses the token it was given, and opens no socket', async () => {
    const { me, token } = await open();
    expect(screen.getByText(/^Acesso do suporte a Ótica Boa Vista, até/)).toBeVisible();
    expect(me[0]?.token).toBe(token);
    expect(sockets).toHaveLength(0);
    expect(localStorage.getItem(SIGNED_IN_HINT)).toBeNull();
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(token);
  });

  it('offers only the screens that support access may read', async () => {
    await open();
    expect(screen.getByRole('link', { name: /^Filas/ })).toBeVisible();
    for (const name of [/^Conversas/, /^Financeiro/])
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
  });

  it('does not take a token from another window', async () => {
    const me = answer(endpoints.access.me, () => ({ user: anAdmin() }));
    renderScreen('/settings', { as: anAdmin() });
    await waitFor(() => expect(opener.postMessage).toHaveBeenCalled());
    give(aToken(), window);
    expect(me).toHaveLength(0);
    give(aToken());
    await waitFor(() => expect(me).toHaveLength(1));
  });

  it('ends: nothing of the company is left, and the window closes', async () => {
    const ended = answer(endpoints.support.end, () => ({ message: 'ended' }));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Terminar' }));
    expect(await screen.findByText('O acesso do suporte terminou')).toBeVisible();
    expect(ended[0]?.params).toEqual({ id: ID });
    expect(screen.queryByRole('heading', { name: 'Configurações' })).not.toBeInTheDocument();
    expect(window.close).toHaveBeenCalled();
    expect(location.assign).not.toHaveBeenCalled();
  });

  it('shows the end when the company or the server ends it', async () => {
    const { user } = await open();
    answer(endpoints.support.list, () => refuse('ERR_SUPPORT_ENDED'));
    await user.click(screen.getByRole('tab', { name: 'Acesso do suporte' }));
    expect(await screen.findByText('O acesso do suporte terminou')).toBeVisible();
    expect(location.assign).not.toHaveBeenCalled();
  });

  it('says within seconds that the company ended it, while the window is not used', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
    await open();
    answer(endpoints.access.me, () => refuse('ERR_SUPPORT_ENDED'));
    act(() => void vi.advanceTimersByTime(10_000));
    expect(await screen.findByText('O acesso do suporte terminou')).toBeVisible();
  });

  it('after a reload has no access, and never becomes a window of the own session', async () => {
    window.name = 'balcao.support.used';
    const refreshed = answer(endpoints.access.refresh, () => refuse('ERR_SESSION_EXPIRED'));
    renderScreen('/settings', { as: anAdmin() });
    expect(await screen.findByText('O acesso do suporte terminou')).toBeVisible();
    expect(refreshed).toHaveLength(0);
    expect(opener.postMessage).not.toHaveBeenCalled();
  });
});
