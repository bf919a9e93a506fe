import { endpoints } from '@balcao/contract/endpoints/index';
import type { Connection } from '@balcao/contract/endpoints/connections';
import type { CountedConnections } from '@balcao/contract/endpoints/platform';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aConnection, anAdmin, anAgent, anOwner } from '../../testing/fixtures.ts';
import { stubListEndInView } from '../../testing/layout.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { sockets } from '../../testing/socket.ts';

const state = (channel: CountedConnections['connections'][number]['channel'], status: Connection['status']) => ({
  channel,
  status,
});
const companies: CountedConnections[] = [
  {
    id: 22,
    name: 'Clínica Olhar Vivo',
    connected: 6,
    disconnected: 3,
    total: 9,
    connections: [state('whatsapp', 'DISCONNECTED'), state('whatsapp', 'qrcode'), state('instagram', 'CONNECTED')],
    lastChange: { ...state('whatsapp', 'DISCONNECTED'), at: '2026-07-23T13:12:00.000Z' },
  },
  {
    id: 14,
    name: 'Ótica Boa Vista',
    connected: 6,
    disconnected: 0,
    total: 6,
    connections: [state('facebook', 'CONNECTED')],
    lastChange: { ...state('facebook', 'CONNECTED'), at: '2026-07-23T11:00:00.000Z' },
  },
];
function withConnections(pageSize = 10) {
  const asked = answer(endpoints.platform.connections, ({ query: { which, searchParam, after } }) => {
    const listed = companies.filter(
      ({ name, disconnected }) => name.includes(searchParam) && (which === 'all' || disconnected > 0),
    );
    const at = after === undefined ? 0 : Number(after);
    return {
      companies: listed.slice(at, at + pageSize),
      next: at + pageSize < listed.length ? String(at + pageSize) : null,
      total: {
        connected: 12,
        disconnected: 3,
        total: 15,
        channels:
          at + pageSize < listed.length
            ? null
            : [
                { channel: 'whatsapp' as const, count: 11 },
                { channel: 'instagram' as const, count: 4 },
              ],
      },
      counts: { all: 2, troubled: 1 },
    };
  });
  answer(endpoints.connections.providers, () => ['beta' as const, 'official' as const]);
  answer(endpoints.platform.companyConnections, () => [
    aConnection({
      id: 5,
      name: 'Recepção',
      status: 'CONNECTED',
      isDefault: true,
      updatedAt: '2026-07-23T10:58:00.000Z',
    }),
    aConnection({ id: 6, name: 'Recepção 2', status: 'DISCONNECTED' }),
  ]);
  return asked;
}
const cellsOf = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('cell')
    .slice(2, 5)
    .map((cell) => cell.textContent);

describe('all connections [M-031]', () => {
  afterEach(() => vi.useRealTimers());

  it('show the counts of each company and the grand total', async () => {
    withConnections();
    const { user } = renderScreen('/allConnections', { as: anOwner() });
    expect(await cellsOf(/^Clínica/)).toEqual(['6', '3', '9']);
    expect(await cellsOf(/^Total/)).toEqual(['12', '3', '15']);
    await user.click(screen.getByRole('button', { name: /^Com problema/ }));
    expect(await screen.findByText('Clínica Olhar Vivo')).toBeVisible();
    expect(screen.queryByText('Ótica Boa Vista')).not.toBeInTheDocument();
    expect(screen.queryByRole('row', { name: /^Total/ })).not.toBeInTheDocument();
  });

  it('show the state of each connection and the last change', async () => {
    withConnections();
    renderScreen('/allConnections', { as: anOwner() });
    const row = await screen.findByRole('row', { name: /^Clínica/ });
    expect(
      within(row)
        .getAllByRole('img')
        .map((box) => box.getAttribute('aria-label')),
    ).toEqual(['WhatsApp: Desconectado', 'WhatsApp: Aguardando QR Code', 'Instagram: Conectado']);
    expect(row).toHaveTextContent('+6');
    expect(row).toHaveTextContent('23/07/2026 10:12 · WhatsApp: Desconectado');
    expect(screen.getByRole('row', { name: /^Ótica/ })).toHaveTextContent('23/07/2026 08:00');
    expect(screen.getByText('ao vivo')).toBeVisible();
  });

  it('are read again at once when one changes, and every minute', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const asked = withConnections();
    renderScreen('/allConnections', { as: anOwner() });
    await screen.findByRole('row', { name: /^Clínica/ });
    expect(asked).toHaveLength(1);
    const notice = (companyId: number) =>
      act(() => sockets.at(-1)!.trigger('admin-whatsapp', { action: 'update', companyId, whatsappId: 5 }));
    for (const companyId of [22, 14, 22]) notice(companyId);
    await vi.advanceTimersByTimeAsync(1_000);
    await waitFor(() => expect(asked).toHaveLength(2));
    await vi.advanceTimersByTimeAsync(60_000);
    await waitFor(() => expect(asked).toHaveLength(3));
  });

  it('end with the totals of each channel', async () => {
    withConnections();
    renderScreen('/allConnections', { as: anOwner() });
    expect(await screen.findByText('11 WhatsApp, 4 Instagram')).toBeVisible();
  });

  it('are loaded page by page; the last page ends with the total of all', async () => {
    stubListEndInView();
    const asked = withConnections(1);
    renderScreen('/allConnections', { as: anOwner() });
    expect(await cellsOf(/^Ótica/)).toEqual(['6', '0', '6']);
    expect(await cellsOf(/^Total/)).toEqual(['12', '3', '15']);
    expect(asked.map(({ query }) => query.after)).toEqual([undefined, '1']);
  });

  it('send an admin to the conversations and show an agent that the permission is missing', async () => {
    const { router, unmount } = renderScreen('/allConnections', { as: anAdmin() });
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'));
    unmount();
    renderScreen('/allConnections', { as: anAgent() });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
  });
});

describe('the connections of one company [M-032]', () => {
  const open = async () => {
    withConnections();
    const rendered = renderScreen('/allConnections', { as: anOwner() });
    await rendered.user.click(await screen.findByRole('button', { name: 'Ver conexões de Clínica Olhar Vivo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Conexões de Clínica Olhar Vivo' });
    return { ...rendered, dialog };
  };

  it('show channel, name, status, last update and the default one', async () => {
    const { dialog } = await open();
    const row = await within(dialog).findByRole('row', { name: /Recepção Conectado/ });
    expect(row).toHaveTextContent('23/07/26 07:58');
    expect(row).toHaveTextContent('Padrão');
  });

  it('are read again when one of the company changes, not one of another', async () => {
    const { dialog } = await open();
    expect(await within(dialog).findByRole('row', { name: /Recepção 2 Desconectado/ })).toBeVisible();
    let readCount = 0;
    answer(endpoints.platform.companyConnections, () => {
      readCount++;
      return [aConnection({ id: 6, name: 'Recepção 2', status: 'CONNECTED' })];
    });
    const notice = (companyId: number) =>
      act(() => sockets.at(-1)!.trigger('admin-whatsapp', { action: 'update', companyId, whatsappId: 6 }));
    notice(14);
    notice(22);
    expect(await within(dialog).findByRole('row', { name: /Recepção 2 Conectado/ })).toBeVisible();
    expect(readCount).toBe(1);
  });

  it('are renamed and made the default one', async () => {
    const saved = answer(endpoints.platform.updateConnection, ({ body }) => aConnection({ id: 6, ...body } as object));
    const { user, dialog } = await open();
    await user.click(await within(dialog).findByRole('button', { name: 'Editar Recepção 2' }));
    const form = await screen.findByRole('dialog', { name: 'Editar a conexão “Recepção 2”' });
    const name = within(form).getByLabelText(/^Nome/);
    await user.clear(name);
    await user.type(name, 'Balcão');
    await user.click(within(form).getByRole('switch', { name: 'Conexão padrão' }));
    await user.click(within(form).getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Conexão salva')).toBeVisible();
    expect(saved[0]).toMatchObject({ params: { id: 6 }, body: { name: 'Balcão', isDefault: true } });
    await user.click(await within(dialog).findByRole('button', { name: 'Editar Recepção' }));
    const other = await screen.findByRole('dialog', { name: 'Editar a conexão “Recepção”' });
    expect(within(other).queryByRole('switch')).toBeNull();
  });

  it('are disconnected after a confirmation', async () => {
    const ended = answer(endpoints.platform.endSession, () => ({ message: 'ok' }));
    const { user, dialog } = await open();
    await user.click(await within(dialog).findByRole('button', { name: 'Desconectar Recepção' }));
    expect(ended).toHaveLength(0);
    const question = await screen.findByRole('dialog', { name: 'Desconectar “Recepção”?' });
    await user.click(within(question).getByRole('button', { name: 'Desconectar' }));
    expect(await screen.findByText('Conexão desconectada')).toBeVisible();
    expect(ended[0]?.params).toEqual({ id: 5 });
  });

  it('are deleted after a question', async () => {
    const removed = answer(endpoints.platform.removeConnection, () => ({ message: 'ok' }));
    const { user, dialog } = await open();
    await user.click(await within(dialog).findByRole('button', { name: 'Excluir Recepção 2' }));
    expect(removed).toHaveLength(0);
    const question = await screen.findByRole('dialog', { name: 'Excluir a conexão “Recepção 2”?' });
    await user.click(within(question).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Conexão excluída')).toBeVisible();
    expect(removed[0]?.params).toEqual({ id: 6 });
  });

  it('are added from the menu; the QR code of WhatsApp follows', async () => {
    const added = answer(endpoints.platform.addConnection, ({ body }) => ({
      ...aConnection({ id: 9, name: body.name }),
      qrTicket: 'a.ticket',
    }));
    const asked = answer(endpoints.platform.qrCode, () => ({ status: 'qrcode' as const, qrcode: 'the-code' }));
    const { user, dialog } = await open();
    await user.click(within(dialog).getByRole('button', { name: 'Adicionar' }));
    await user.click(await screen.findByRole('menuitem', { name: /WhatsApp/ }));
    const form = await screen.findByRole('dialog', { name: 'Nova conexão de WhatsApp' });
    await user.type(within(form).getByLabelText(/^Nome/), 'Unidade Norte');
    await user.click(within(form).getByRole('button', { name: 'Criar conexão' }));
    expect(await screen.findByRole('dialog', { name: 'QR Code de Unidade Norte' })).toBeVisible();
    expect(await screen.findByRole('img', { name: 'QR Code para ler no celular' })).toBeVisible();
    expect(added[0]).toMatchObject({ params: { companyId: 22 }, body: { channel: 'whatsapp', provider: 'beta' } });
    expect(asked[0]).toMatchObject({ params: { id: 9 }, query: { qrTicket: 'a.ticket' } });
  });
});
