import type { Connection } from '@balcao/contract/endpoints/connections';
import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aConnection, anAdmin, aQueue } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { dayOf } from './import-rules.ts';

function open(own: Partial<Connection> = {}) {
  const connections = [aConnection({ id: 6, name: 'Matriz', provider: 'beta', ...own })];
  answer(endpoints.queues.list, () => [aQueue({ id: 3, name: 'Vendas' })]);
  answer(endpoints.connections.list, () => connections);
  const updated = answer(endpoints.connections.update, () => connections[0]!);
  return { ...renderScreen('/connections', { as: anAdmin() }), updated, connections };
}
const edit = async (user: ReturnType<typeof open>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Editar Matriz' }));
  await user.click(await screen.findByRole('switch', { name: 'Importar mensagens antigas' }));
};
const save = () => screen.getByRole('button', { name: 'Salvar conexão' });
const write = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const daysAgo = (days: number) => dayOf(new Date(Date.now() - days * 86_400_000));

describe('importing old messages', () => {
  it('requires both days and a queue, and asks for confirmation before saving [M-188] [M-190]', async () => {
    const { user, updated } = open({ status: 'CONNECTED' });
    await edit(user);
    await user.click(save());
    expect(await screen.findAllByText('Obrigatório')).toHaveLength(3);
    write(/^Mensagens desde/, daysAgo(90));
    write(/^Mensagens até/, daysAgo(1));
    await user.click(screen.getByRole('combobox', { name: /^Fila das conversas importadas/ }));
    await user.click(await screen.findByRole('option', { name: 'Vendas' }));
    await user.click(screen.getByRole('switch', { name: 'Importar também os grupos' }));
    await user.click(screen.getByRole('switch', { name: 'Resolver as conversas ao terminar' }));

    await user.click(save());
    const question = await screen.findByRole('dialog', { name: 'Importar as mensagens de “Matriz”?' });
    expect(question).toHaveTextContent('A conexão é desconectada agora e pede um novo QR Code.');
    await user.click(within(question).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Importar as/ })).toBeNull());
    expect(updated).toHaveLength(0);

    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Salvar e desconectar' }));
    await waitFor(() => expect(updated).toHaveLength(1));
    expect(updated[0]?.body).toMatchObject({
      importOldMessages: new Date(`${daysAgo(90)}T00:00:00`),
      importRecentMessages: new Date(`${daysAgo(1)}T23:59:59.999`),
      importOldMessagesGroups: true,
      closedTicketsPostImported: true,
      queueIdImportMessages: 3,
    });
  });

  it.each([
    [/^Mensagens desde/, 731, 'No máximo 2 anos atrás'],
    [/^Mensagens desde/, -1, 'Esta data ainda não chegou'],
    [/^Mensagens até/, 40, 'O fim deve ser depois do começo'],
  ])('refuses %s of %s days ago: %s [M-189]', async (label, days, errorText) => {
    const { user, updated } = open({ status: 'DISCONNECTED' });
    await edit(user);
    write(/^Mensagens desde/, daysAgo(30));
    write(/^Mensagens até/, daysAgo(-2));
    write(label, daysAgo(days));
    await user.click(save());
    expect(await screen.findByText(errorText)).toBeVisible();
    expect(updated).toHaveLength(0);
  });

  it('accepts a single day, and today up to the current time [M-189]', async () => {
    const { user, updated } = open({ status: 'DISCONNECTED', queueIdImportMessages: 3 });
    await edit(user);
    write(/^Mensagens desde/, daysAgo(0));
    write(/^Mensagens até/, daysAgo(0));
    await user.click(save());
    await waitFor(() => expect(updated).toHaveLength(1));
    const { importOldMessages: from, importRecentMessages: until } = updated[0]!.body;
    expect(+from!).toBeLessThanOrEqual(+until!);
    expect(+until!).toBeLessThanOrEqual(Date.now());
  });

  it('does not resend a running import when another field is saved', async () => {
    const { user, updated } = open({
      status: 'CONNECTED',
      importOldMessages: '2026-10-01T03:00:00.000Z',
      importRecentMessages: '2026-10-20T03:00:00.000Z',
      queueIdImportMessages: 3,
    });
    await user.click(await screen.findByRole('button', { name: 'Editar Matriz' }));
    await user.type(await screen.findByLabelText(/^Nome/), ' 2');
    await user.click(save());
    await waitFor(() => expect(updated).toHaveLength(1));
    expect(updated[0]?.body).not.toHaveProperty('importOldMessages');
  });

  it('is not offered for pages', async () => {
    const { user } = open({ channel: 'facebook' });
    await user.click(await screen.findByRole('button', { name: 'Editar Matriz' }));
    await screen.findByLabelText(/^Nome/);
    expect(screen.queryByRole('switch', { name: 'Importar mensagens antigas' })).toBeNull();
  });
});

describe('progress of an import', () => {
  const bar = () => screen.getByRole('progressbar', { name: 'Importando mensagens antigas · Matriz' });

  it('shows the countdown, then the processed share, then the button to close conversations [M-191]', async () => {
    const { user, connections } = open({ statusImportMessages: String(Date.now()) });
    expect(await screen.findByText(/^Preparando: 3[45] s$/)).toBeVisible();
    expect(bar()).not.toHaveAttribute('aria-valuenow');
    const resolve = screen.getByRole('button', { name: 'Resolver conversas importadas' });
    expect(resolve).toBeDisabled();
    connect();
    receive('importMessages', { action: 'update', whatsappId: 6, status: { this: -1, all: -1, date: '' } });
    expect(screen.getByText(/^Preparando/)).toBeVisible();
    receive('importMessages', { action: 'update', whatsappId: 6, status: { this: 1840, all: 5212, date: '' } });
    expect(await screen.findByText('1.840 de 5.212')).toBeVisible();
    expect(bar()).toHaveAttribute('aria-valuenow', '35');

    connections[0] = { ...connections[0]!, statusImportMessages: 'renderButtonCloseTickets' };
    receive('importMessages', { action: 'refresh', whatsappId: 6 });
    expect(await screen.findByText('As conversas importadas estão em Aguardando.')).toBeVisible();
    const closed = answer(endpoints.history.close, () => {
      connections[0] = { ...connections[0]!, statusImportMessages: null };
      return 'ok';
    });
    await user.click(screen.getByRole('button', { name: 'Resolver conversas importadas' }));
    const question = await screen.findByRole('dialog', { name: 'Resolver as conversas importadas de “Matriz”?' });
    expect(closed).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Resolver conversas importadas' }));
    await waitFor(() => expect(closed[0]?.params.id).toBe(6));
    await waitFor(() => expect(screen.queryByText(/Mensagens antigas importadas/)).toBeNull());
  });

  it('shows a running import without a countdown as collecting', async () => {
    open({ statusImportMessages: 'Running' });
    expect(await screen.findByText('Reunindo as mensagens…')).toBeVisible();
  });
});
