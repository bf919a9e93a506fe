import type { Connection } from '@balcao/contract/endpoints/connections';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { withInvoices } from '../../testing/billing.ts';
import { aConnection, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

/** Fake server that stores connections for the duration of the test. */
function withConnections(...connections: Connection[]) {
  answer(endpoints.queues.list, () => []);
  answer(endpoints.connections.list, () => connections);
  return connections;
}
/** Simulates a channel update: stores it and publishes it to the users who manage connections. */
function report(connections: Connection[], id: number, changes: Partial<Connection>) {
  const at = connections.findIndex((connection) => connection.id === id);
  connections[at] = { ...connections[at]!, ...changes };
  receive('whatsappSession', { action: 'update', session: connections[at] });
}
const rowOf = async (name: string) =>
  (await screen.findByRole('cell', { name: new RegExp(name) })).closest<HTMLElement>('tr')!;
/** Waits until the picture shows exactly the modules of this code, with its quiet zone. */
const expectPicture = (window: HTMLElement, code: string) =>
  waitFor(() => {
    const picture = within(window).getByRole('img', { name: 'QR Code para conectar' });
    const bars = picture.querySelector('path')!.getAttribute('d')!;
    const { data, size } = encode(code, { ecc: 'M', border: 4 });
    const drawnModules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
    for (const [, x, y, width] of bars.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
      drawnModules[Number(y)]!.fill(true, Number(x), Number(x) + Number(width));
    expect(picture).toHaveAttribute('viewBox', `0 0 ${size} ${size}`);
    expect(drawnModules).toEqual(data);
  });
const withoutPlan = (missing: 'useWhatsapp' | 'useFacebook' | 'useInstagram') => {
  const admin = anAdmin();
  return { ...admin, company: { ...admin.company, plan: { ...admin.company.plan, [missing]: false } } };
};

describe('the list of connections', () => {
  it('shows channel, name, number, status, session, last update and default [M-170]', async () => {
    withConnections(
      aConnection({ id: 1, name: 'Matriz', provider: 'beta', isDefault: true, updatedAt: new Date().toISOString() }),
      aConnection({
        id: 2,
        name: '@oticaboavista',
        channel: 'instagram',
        number: '',
        updatedAt: '2026-07-22T12:00:00Z',
      }),
    );
    renderScreen('/connections', { as: anAdmin() });
    const heads = await screen.findAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      'Canal e nome',
      'Número',
      'Situação',
      'Sessão',
      'Atualizado',
      'Padrão',
      'Ações',
    ]);
    const first = within(await rowOf('Matriz'));
    expect(first.getByRole('img', { name: 'WhatsApp' })).toBeVisible();
    expect(first.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      'Matriz',
      '+55 81 3221-4400',
      'Conectado',
      'Desconectar',
      'Agora há pouco',
      'Padrão',
      '',
    ]);
    const second = within(await rowOf('oticaboavista'));
    expect(second.getByRole('img', { name: 'Instagram' })).toBeVisible();
    expect(second.getByText('simulador')).toBeVisible();
    expect(second.getByText(/22\/07\/2026/)).toBeVisible();
    expect(screen.getByText(/o bot responde até 24 horas/)).toBeVisible();
  });

  it('offers the channels of the plan and marks a full one [M-170]', async () => {
    const admin = withoutPlan('useFacebook');
    withConnections(
      ...Array.from({ length: 10 }, (_, at) => aConnection({ id: at + 1, name: `Loja ${at}`, channel: 'instagram' })),
    );
    const { user } = renderScreen('/connections', { as: admin });
    await rowOf('Loja 1');
    await user.click(await screen.findByRole('button', { name: 'Nova conexão' }));
    expect(await screen.findByRole('menuitem', { name: /^WhatsApp/ })).toBeEnabled();
    expect(screen.queryByRole('menuitem', { name: /^Facebook/ })).not.toBeInTheDocument();
    const full = screen.getByRole('menuitem', { name: /^Instagram/ });
    expect(full).toBeDisabled();
    expect(full).toHaveTextContent('limite do plano');
  });

  it('offers the other kind of WhatsApp when one kind is full', async () => {
    withConnections(...Array.from({ length: 10 }, (_, at) => aConnection({ id: at + 1, name: `Loja ${at}` })));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await rowOf('Loja 1');
    await user.click(await screen.findByRole('button', { name: 'Nova conexão' }));
    const menuItem = await screen.findByRole('menuitem', { name: /^WhatsApp/ });
    expect(menuItem).toHaveTextContent('0 de 10');
    await user.click(menuItem);
    expect(await screen.findByRole('dialog', { name: 'Nova conexão · WhatsApp API oficial' })).toBeVisible();
  });

  it('shows a text instead of the menu when the server supports no channel', async () => {
    withConnections();
    answer(endpoints.connections.providers, () => []);
    renderScreen('/connections', { as: anAdmin() });
    expect(await screen.findByText(/Nenhum tipo de conexão está ligado neste servidor/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Nova conexão' })).not.toBeInTheDocument();
  });

  it('requires the permission allowConnections [M-171]', async () => {
    withConnections(aConnection());
    const { unmount } = renderScreen('/connections', { as: anAgent() });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
    unmount();
    renderScreen('/connections', { as: anAgent({ allowConnections: 'enabled' }) });
    expect(within(await rowOf('Matriz')).getByRole('button', { name: 'Editar Matriz' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Nova conexão' })).toBeVisible();
  });

  it('leads to the invoices when the subscription has expired [M-186]', async () => {
    withInvoices([]);
    const admin = anAdmin();
    const { router, user } = renderScreen('/connections', {
      as: { ...admin, company: { ...admin.company, expired: true, dueDate: '2026-01-10T00:00:00.000Z' } },
    });
    expect(await screen.findByText('Sua assinatura venceu em 09/01/2026')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Pagar agora' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/financeiro'));
  });

  it('shows an empty state and a loading error', async () => {
    answer(endpoints.connections.list, () => refuse('ERR_NO_PERMISSION'));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    expect(await screen.findByText('Seu perfil não permite esta ação.')).toBeVisible();
    withConnections();
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Nenhuma conexão ainda')).toBeVisible();
  });

  it('updates when another user or the channel changes a connection [M-187]', async () => {
    const connections = withConnections(
      aConnection({ id: 1, name: 'Matriz' }),
      aConnection({ id: 2, name: 'Loja Centro' }),
    );
    renderScreen('/connections', { as: anAdmin() });
    await rowOf('Loja Centro');
    connect();
    report(connections, 1, { status: 'DISCONNECTED', pausedBecause: 'O celular ficou sem internet' });
    expect(within(await rowOf('Matriz')).getByText('Desconectado')).toBeVisible();
    expect(within(await rowOf('Matriz')).getByText('O celular ficou sem internet')).toBeVisible();

    connections.pop();
    receive('whatsapp', { action: 'delete', whatsappId: 2 });
    await waitFor(() => expect(screen.queryByText('Loja Centro')).not.toBeInTheDocument());

    connections.push(aConnection({ id: 3, name: 'Televendas' }));
    receive('whatsapp', { action: 'create', whatsapp: connections[1]! });
    expect(await rowOf('Televendas')).toBeVisible();
  });
});

describe('the session of a connection', () => {
  it.each([
    ['qrcode', ['Ler QR Code: Matriz']],
    ['DISCONNECTED', ['Tentar de novo: Matriz', 'Novo QR: Matriz']],
    ['CONNECTED', ['Desconectar: Matriz']],
    ['PAIRING', ['Desconectar: Matriz']],
    ['TIMEOUT', ['Desconectar: Matriz']],
    ['OPENING', ['Conectando']],
  ] as const)('shows the buttons for the status %s [M-173]', async (status, buttons) => {
    withConnections(aConnection({ status }));
    renderScreen('/connections', { as: anAdmin() });
    const cell = within(await rowOf('Matriz')).getAllByRole('cell')[3]!;
    const cellButtons = within(cell).getAllByRole('button');
    expect(cellButtons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual(buttons);
    if (status === 'OPENING') {
      expect(cellButtons[0]).toBeDisabled();
      expect(cellButtons[0]).toHaveAttribute('aria-busy', 'true');
    }
  });

  it('retries a session, requests a new one, disconnects after confirmation and restarts all sessions [M-175]', async () => {
    const connections = withConnections(aConnection({ id: 5, status: 'DISCONNECTED' }));
    const opened = answer(endpoints.connections.openSession, () => ({ message: 'ok' }));
    const renewed = answer(endpoints.connections.newSession, () => ({ message: 'ok' }));
    const ended = answer(endpoints.connections.endSession, () => ({ message: 'ok' }));
    const restarted = answer(endpoints.connections.restart, () => ({ message: 'ok' }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo: Matriz' }));
    await waitFor(() => expect(opened[0]?.params.id).toBe(5));
    await user.click(screen.getByRole('button', { name: 'Novo QR: Matriz' }));
    await waitFor(() => expect(renewed[0]?.params.id).toBe(5));

    connect();
    report(connections, 5, { status: 'CONNECTED' });
    await user.click(await screen.findByRole('button', { name: 'Desconectar: Matriz' }));
    const question = await screen.findByRole('dialog', { name: 'Desconectar Matriz?' });
    expect(ended).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Desconectar' }));
    await waitFor(() => expect(ended[0]?.params.id).toBe(5));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Reiniciar conexões' }));
    const all = await screen.findByRole('dialog', { name: 'Reiniciar todas as conexões?' });
    await user.click(within(all).getByRole('button', { name: 'Reiniciar conexões' }));
    await waitFor(() => expect(restarted).toHaveLength(1));
  });

  it('opens the QR dialog by its button and closes it when the code is gone [M-174] [M-187]', async () => {
    const connections = withConnections(aConnection({ status: 'qrcode', qrcode: 'first-code', provider: 'beta' }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Ler QR Code: Matriz' }));
    const window = await screen.findByRole('dialog', { name: 'Conectar Matriz' });
    await expectPicture(window, 'first-code');
    expect(within(window).getByText(/Dispositivos conectados/)).toBeVisible();
    connect();
    report(connections, 1, { qrcode: 'second-code' });
    await expectPicture(window, 'second-code');
    receive('whatsapp', { action: 'update', whatsapp: { ...connections[0]!, qrcode: '' } });
    await expectPicture(window, 'second-code');
    report(connections, 1, { status: 'CONNECTED', qrcode: '' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText('Matriz está conectada.')).toBeVisible();
  });

  it('opens the QR dialog automatically for a session started on this page [M-174]', async () => {
    const connections = withConnections(aConnection({ status: 'DISCONNECTED' }));
    answer(endpoints.connections.newSession, () => ({ message: 'ok' }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Novo QR: Matriz' }));
    connect();
    report(connections, 1, { status: 'OPENING' });
    report(connections, 1, { status: 'qrcode', qrcode: 'a-code' });
    const window = await screen.findByRole('dialog', { name: 'Conectar Matriz' });
    await expectPicture(window, 'a-code');

    await user.click(within(window).getByRole('button', { name: 'Gerar novo código' }));
    report(connections, 1, { status: 'OPENING', qrcode: '' });
    expect(await within(window).findByText('Gerando o código…')).toBeInTheDocument();
    report(connections, 1, { status: 'qrcode', qrcode: 'another-code' });
    await expectPicture(window, 'another-code');
  });

  it('lets a button scan the QR code of a simulated number', async () => {
    const connections = withConnections(aConnection({ id: 8, status: 'qrcode', qrcode: 'a-code' }));
    const requests = answer(endpoints.sandbox.act, () => ({ wid: null }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Ler QR Code: Matriz' }));
    await user.click(await screen.findByRole('button', { name: 'Ler com o celular simulado' }));
    await waitFor(() => expect(requests[0]).toMatchObject({ params: { connectionId: 8 }, body: { act: 'scan' } }));
    connect();
    report(connections, 8, { status: 'CONNECTED', qrcode: '' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('removing a connection', () => {
  it('asks for confirmation with the name of the connection', async () => {
    const connections = withConnections(aConnection({ id: 3, name: 'Filial Olinda' }));
    const removed = answer(endpoints.connections.remove, () => {
      connections.length = 0;
      return { message: 'ok' };
    });
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Excluir Filial Olinda' }));
    const question = await screen.findByRole('dialog', { name: 'Excluir a conexão “Filial Olinda”?' });
    expect(removed).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Conexão excluída')).toBeVisible();
    expect(await screen.findByText('Nenhuma conexão ainda')).toBeVisible();
    expect(removed[0]?.params.id).toBe(3);
  });
});

describe('linking a phone by pairing code', () => {
  it('asks for the number and shows the code with instructions', async () => {
    const connections = withConnections(
      aConnection({ id: 4, status: 'qrcode', qrcode: 'a-code', provider: 'beta', number: '' }),
    );
    const opened = answer(endpoints.connections.openSession, () => ({ message: 'ok' }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Ler QR Code: Matriz' }));
    const window = await screen.findByRole('dialog', { name: 'Conectar Matriz' });
    await user.click(within(window).getByRole('button', { name: 'Digitar um código' }));
    expect(within(window).getByText(/Conectar com número de telefone/)).toBeVisible();
    const number = within(window).getByLabelText('Número deste WhatsApp');
    await user.type(number, '123{Enter}');
    expect(await within(window).findByText(/Escreva o número com o país/)).toBeVisible();
    expect(opened).toHaveLength(0);
    await user.clear(number);
    await user.type(number, '+55 00 91234-5678');
    await user.click(within(window).getByRole('button', { name: 'Gerar código' }));
    await waitFor(() => expect(opened[0]).toMatchObject({ params: { id: 4 }, body: { number: '5500912345678' } }));
    connect();
    report(connections, 4, { status: 'OPENING', qrcode: '', pairingCode: '' });
    expect(within(window).getByRole('status', { name: 'Código para digitar no celular' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    report(connections, 4, { status: 'qrcode', qrcode: '', pairingCode: 'ABCD1234' });
    expect(await within(window).findByText('ABCD-1234')).toBeVisible();
    report(connections, 4, { status: 'CONNECTED', pairingCode: '' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('stays open when the former session shows another QR code before the new one starts', async () => {
    const connections = withConnections(
      aConnection({ id: 4, status: 'qrcode', qrcode: 'a-code', provider: 'beta', number: '' }),
    );
    answer(endpoints.connections.openSession, () => ({ message: 'ok' }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Ler QR Code: Matriz' }));
    const window = await screen.findByRole('dialog', { name: 'Conectar Matriz' });
    await user.click(within(window).getByRole('button', { name: 'Digitar um código' }));
    await user.type(within(window).getByLabelText('Número deste WhatsApp'), '+55 00 91234-5678');
    await user.click(within(window).getByRole('button', { name: 'Gerar código' }));
    connect();
    report(connections, 4, { qrcode: 'b-code' });
    await waitFor(() => expect(within(window).getByRole('button', { name: 'Gerar código' })).toBeEnabled());
    report(connections, 4, { status: 'OPENING', qrcode: '', pairingCode: '' });
    const code = within(window).getByRole('status', { name: 'Código para digitar no celular' });
    await waitFor(() => expect(code).toHaveAttribute('aria-busy', 'true'));
    report(connections, 4, { status: 'qrcode', qrcode: '', pairingCode: 'ABCD1234' });
    expect(await within(window).findByText('ABCD-1234')).toBeVisible();
    report(connections, 4, { status: 'DISCONNECTED', pairingCode: '' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows why a phone was logged out', async () => {
    withConnections(aConnection({ provider: 'beta', status: 'DISCONNECTED', pausedBecause: 'ERR_SESSION_LOGGED_OUT' }));
    renderScreen('/connections', { as: anAdmin() });
    expect(within(await rowOf('Matriz')).getByText(/^O celular desconectou este aparelho/)).toBeVisible();
  });
});
