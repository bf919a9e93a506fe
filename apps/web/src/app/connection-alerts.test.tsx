import type { Connection } from '@balcao/contract/endpoints/connections';
import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aConnection, anAdmin, anAgent } from '../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../testing/render.tsx';
import { answer } from '../testing/server.ts';

const menu = () => screen.findByRole('navigation', { name: 'Menu principal' });
const ALERT = '1 conexão precisa de atenção';

function withConnections(...connections: Connection[]) {
  return { connections, requests: answer(endpoints.connections.list, () => connections) };
}
function report(connections: Connection[], change: Partial<Connection>) {
  connections[0] = { ...connections[0]!, ...change };
  receive('whatsappSession', { action: 'update', session: connections[0] });
}

beforeEach(() => {
  answer(endpoints.tags.list, () => ({ tags: [], count: 0, hasMore: false }));
});

describe('the alert beside the connections entry', () => {
  it.each(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'] as const)(
    'appears after two seconds of %s and disappears afterwards [M-037]',
    async (status) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const { connections } = withConnections(aConnection({ status }), aConnection({ id: 2, name: 'Loja' }));
      const { user } = renderScreen('/tags', { as: anAdmin() });
      await user.click(within(await menu()).getByRole('button', { name: 'Administração' }));
      const entry = within(await menu()).getByRole('link', { name: /^Conexões/ });
      await act(() => vi.advanceTimersByTimeAsync(1000));
      expect(entry).not.toHaveTextContent(ALERT);
      await act(() => vi.advanceTimersByTimeAsync(1500));
      expect(entry).toHaveTextContent(ALERT);
      connect();
      report(connections, { status: 'CONNECTED' });
      await waitFor(() => expect(entry).not.toHaveTextContent(ALERT));
    },
  );

  it('is not shown for a state that lasts less than two seconds [M-037]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { connections } = withConnections(aConnection({ status: 'OPENING' }));
    const { user } = renderScreen('/tags', { as: anAdmin() });
    await user.click(within(await menu()).getByRole('button', { name: 'Administração' }));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    connect();
    report(connections, { status: 'CONNECTED' });
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(within(await menu()).getByRole('link', { name: 'Conexões' })).toBeVisible();
  });

  it('is not requested for users who cannot manage connections', async () => {
    const { requests } = withConnections(aConnection({ status: 'DISCONNECTED' }));
    renderScreen('/tags', { as: anAgent() });
    await menu();
    await screen.findByText('Nenhuma tag ainda');
    expect(requests).toHaveLength(0);
  });
});

describe('users who manage connections', () => {
  it('are notified on any screen when a connection is lost and when it is back', async () => {
    const { connections } = withConnections(aConnection({ name: 'Matriz' }));
    const { user, router } = renderScreen('/tags', { as: anAdmin() });
    await menu();
    await screen.findByText('Nenhuma tag ainda');
    connect();
    report(connections, { status: 'OPENING' });
    expect(screen.queryByText('A conexão Matriz caiu.')).not.toBeInTheDocument();
    report(connections, { status: 'DISCONNECTED' });
    expect(await screen.findByText('A conexão Matriz caiu.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ver conexões' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/connections'));
    report(connections, { status: 'OPENING' });
    report(connections, { status: 'CONNECTED' });
    expect(await screen.findByText('Matriz está conectada.')).toBeVisible();
  });

  it('are not notified of sessions they ended themselves', async () => {
    const { connections } = withConnections(aConnection({ name: 'Matriz' }));
    answer(endpoints.connections.endSession, () => ({ message: 'ok' }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Desconectar: Matriz' }));
    await user.click(await screen.findByRole('button', { name: 'Desconectar' }));
    connect();
    report(connections, { status: 'DISCONNECTED' });
    expect(await screen.findByText('Desconectado')).toBeVisible();
    expect(screen.queryByText('A conexão Matriz caiu.')).not.toBeInTheDocument();
  });
});
