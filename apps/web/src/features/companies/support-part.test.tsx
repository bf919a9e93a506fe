import { endpoints } from '@balcao/contract/endpoints/index';
import type { SupportAccess } from '@balcao/contract/endpoints/support';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anOwner } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { aCompany, withCompanies } from './companies.fixture.ts';

const ID = '0198a3c0-7000-7000-8000-000000000001';
const started = () => ({
  id: ID,
  company: 'Ótica Boa Vista',
  token: 'a.support.token',
  expiresAt: '2026-11-16T15:15:00.000Z',
  endsAt: '2026-11-16T16:00:00.000Z',
});
const withSupport = (allowed = true, accesses: SupportAccess[] = []) =>
  answer(endpoints.support.show, () => ({ allowed, accesses }));

async function openTab() {
  const { user } = renderScreen('/companies/14', { as: anOwner() });
  await user.click(await screen.findByRole('tab', { name: 'Suporte' }));
  return user;
}
/** The window that the browser opens, and what it is sent. */
function openedWindow() {
  const [close, postMessage] = [vi.fn<Window['close']>(), vi.fn<Window['postMessage']>()];
  const opened = { close, postMessage } as unknown as Window;
  vi.spyOn(window, 'open').mockReturnValue(opened);
  const ready = (source: Window = opened) =>
    act(() => {
      const data = { kind: 'balcao.support.ready' };
      window.dispatchEvent(new MessageEvent('message', { data, source, origin: location.origin }));
    });
  return { ready, close, postMessage };
}

describe('support access to an open company', () => {
  beforeEach(() => void withCompanies([aCompany()]));

  it('starts with a reason when the new window is ready, which alone receives the token', async () => {
    withSupport();
    const requests = answer(endpoints.support.start, started);
    const { ready, postMessage } = openedWindow();
    const user = await openTab();
    await user.type(await screen.findByLabelText('Motivo'), 'Filas sem atendente');
    await user.click(screen.getByRole('button', { name: 'Abrir em outra janela' }));
    expect(window.open).toHaveBeenCalledWith('/settings', 'balcao.support.14');
    // Another window cannot ask for it.
    ready(window);
    expect(requests).toHaveLength(0);
    ready();
    await waitFor(() => expect(postMessage).toHaveBeenCalledTimes(1));
    expect(requests[0]).toMatchObject({ params: { companyId: 14 }, body: { reason: 'Filas sem atendente' } });
    expect(postMessage).toHaveBeenCalledWith({ kind: 'balcao.support.given', access: started() }, location.origin);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('a.support.token');
    await waitFor(() => expect(screen.getByLabelText('Motivo')).toHaveValue(''));
  });

  it('needs a reason', async () => {
    withSupport();
    openedWindow();
    const user = await openTab();
    await user.click(await screen.findByRole('button', { name: 'Abrir em outra janela' }));
    expect(await screen.findByText('Escreva o motivo, com 5 letras ou mais.')).toBeVisible();
    expect(window.open).not.toHaveBeenCalled();
  });

  it('says so when the browser blocks the window', async () => {
    withSupport();
    vi.spyOn(window, 'open').mockReturnValue(null);
    const user = await openTab();
    await user.type(await screen.findByLabelText('Motivo'), 'Filas sem atendente');
    await user.click(screen.getByRole('button', { name: 'Abrir em outra janela' }));
    expect(await screen.findByText(/^O navegador bloqueou a janela/)).toBeVisible();
  });

  it('that is refused closes the window and keeps the reason', async () => {
    withSupport();
    answer(endpoints.support.start, () => refuse('ERR_SUPPORT_OFF'));
    const { ready, close, postMessage } = openedWindow();
    const user = await openTab();
    await user.type(await screen.findByLabelText('Motivo'), 'Filas sem atendente');
    await user.click(screen.getByRole('button', { name: 'Abrir em outra janela' }));
    ready();
    expect(await screen.findByText(/^Esta empresa não permite o acesso do suporte/)).toBeVisible();
    expect(close).toHaveBeenCalled();
    expect(postMessage).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Motivo')).toHaveValue('Filas sem atendente');
  });

  it('is not offered where the company does not allow it; the accesses so far stay visible', async () => {
    withSupport(false, [
      { id: ID, userName: 'Davi Rocha', reason: 'Bot parado', startedAt: '2026-11-15T14:30:00.000Z', endedAt: null },
    ]);
    await openTab();
    expect(await screen.findByText(/^Esta empresa não permite o acesso do suporte/)).toBeVisible();
    expect(screen.queryByLabelText('Motivo')).not.toBeInTheDocument();
    expect(screen.getByText('Bot parado')).toBeVisible();
    expect(screen.getByText(/Davi Rocha · .* ativo agora/)).toBeVisible();
  });
});
