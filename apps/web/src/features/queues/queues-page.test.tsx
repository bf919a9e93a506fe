import { endpoints } from '@balcao/contract/endpoints/index';
import type { Queue } from '@balcao/contract/endpoints/queues';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin, anAgent, aQueue } from '../../testing/people.ts';
import { connect, hear, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

function withQueues(...queues: Queue[]) {
  answer(endpoints.queues.list, () => queues);
  return queues;
}
const suporte = aQueue({
  id: 2,
  name: 'Suporte',
  color: '#2f9e44',
  orderQueue: 1,
  greetingMessage: 'Olá! Como ajudamos?',
  ativarRoteador: true,
  tempoRoteador: 7,
});
const save = () => screen.getByRole('button', { name: 'Salvar fila' });

describe('queues', () => {
  it('are listed with order, greeting and rotation [M-137]', async () => {
    withQueues(suporte, aQueue({ id: 3, name: 'Vendas' }));
    renderScreen('/queues', { as: anAdmin() });
    const row = (await screen.findByRole('cell', { name: 'Suporte' })).closest('tr')!;
    expect(within(row).getByText('Olá! Como ajudamos?')).toBeVisible();
    expect(within(row).getByText('Ligado')).toBeVisible();
    expect(screen.getByText('Desligado')).toBeVisible();
  });

  it('are not shown to an attendant [M-137]', async () => {
    renderScreen('/queues', { as: anAgent() });
    expect(await screen.findByText('Esta tela é de administradores')).toBeVisible();
  });

  it('a queue is created in a colour nobody has yet [M-137] [M-138]', async () => {
    const queues = withQueues(suporte);
    const created = answer(endpoints.queues.create, ({ body }) => {
      const added = aQueue({ id: 9, name: body.name, color: body.color });
      queues.push(added);
      return added;
    });
    const { user } = renderScreen('/queues', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Nova fila' }));
    await user.type(await screen.findByLabelText(/^Nome/), 'Financeiro');
    await user.type(screen.getByLabelText('Ordem'), '3');
    await user.type(screen.getByLabelText('Mensagem de saudação'), 'Oi!');
    await user.type(screen.getByLabelText('Mensagem fora do expediente'), 'Voltamos às 8h.');
    await user.click(screen.getByRole('switch', { name: 'Roteador automático' }));
    const minutes = screen.getByLabelText('Minutos até passar ao próximo');
    await user.clear(minutes);
    await user.type(minutes, '12');
    await user.click(screen.getByRole('switch', { name: 'Resolver ao entrar na fila' }));
    await user.click(save());

    expect(await screen.findByText('Fila salva com sucesso!')).toBeVisible();
    expect(await screen.findByRole('cell', { name: 'Financeiro' })).toBeVisible();
    expect(created[0]?.body).toMatchObject({
      name: 'Financeiro',
      orderQueue: 3,
      greetingMessage: 'Oi!',
      outOfHoursMessage: 'Voltamos às 8h.',
      ativarRoteador: true,
      tempoRoteador: 12,
      closeTicket: true,
    });
    expect(created[0]?.body.color).not.toBe(suporte.color);
  });

  it('name and colour are checked, and an empty order is no order [M-139]', async () => {
    withQueues(suporte);
    const changed = answer(endpoints.queues.update, () => suporte);
    const { user } = renderScreen('/queues', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Editar Suporte' }));
    const name = await screen.findByLabelText(/^Nome/);
    const hex = screen.getByLabelText('Código hexadecimal');
    await user.clear(name);
    await user.type(name, 'S');
    await user.clear(hex);
    await user.type(hex, '#12');
    await user.clear(screen.getByLabelText('Ordem'));
    await user.click(save());
    expect(await screen.findByText('Muito curto!')).toBeVisible();
    expect(screen.getByText('Use uma cor como #1E90FF')).toBeVisible();

    await user.type(name, 'AC');
    await user.type(hex, '3');
    await user.click(save());
    await screen.findByText('Fila salva com sucesso!');
    expect(changed[0]?.body).toMatchObject({ name: 'SAC', color: '#123', orderQueue: null });
    expect(changed[0]?.body).not.toHaveProperty('schedules');
  });

  it('a colour of another queue is told at the colour [M-139]', async () => {
    withQueues(suporte);
    answer(endpoints.queues.create, () => refuse('ERR_QUEUE_COLOR_ALREADY_EXISTS'));
    const { user } = renderScreen('/queues', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Nova fila' }));
    await user.type(await screen.findByLabelText(/^Nome/), 'Vendas');
    await user.click(save());
    expect(await screen.findByText('Esta cor já está em uso em outra fila.')).toBeVisible();
    expect(screen.getByLabelText('Código hexadecimal')).toBeInvalid();
  });

  it('with hours by queue the out-of-hours message is required [M-139]', async () => {
    withQueues(suporte);
    answer(endpoints.queues.update, () => refuse('ERR_VALIDATION', { field: 'outOfHoursMessage', rule: 'required' }));
    const admin = anAdmin();
    admin.company.companieSettings.push({ key: 'scheduleType', value: 'queue' });
    const { user } = renderScreen('/queues', { as: admin });
    await user.click(await screen.findByRole('button', { name: 'Editar Suporte' }));
    expect(await screen.findByLabelText(/^Mensagem fora do expediente/)).toBeRequired();
    await user.type(screen.getByLabelText(/^Nome/), ' técnico');
    await user.click(save());
    expect(await screen.findByText('Obrigatório')).toBeVisible();
    expect(screen.getByLabelText(/^Mensagem fora do expediente/)).toBeInvalid();
  });

  it('deleting asks first, naming the queue [M-137]', async () => {
    const queues = withQueues(suporte);
    answer(endpoints.queues.remove, () => {
      queues.length = 0;
      return { message: 'ok' };
    });
    const { user } = renderScreen('/queues', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Excluir Suporte' }));
    expect(await screen.findByText('Excluir a fila “Suporte”?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Fila excluída com sucesso!')).toBeVisible();
    expect(await screen.findByText('Nenhuma fila ainda')).toBeVisible();
  });

  it('what a colleague changes appears by itself [M-317]', async () => {
    const queues = withQueues(suporte);
    renderScreen('/queues', { as: anAdmin() });
    await screen.findByRole('cell', { name: 'Suporte' });
    connect();
    queues[0] = { ...suporte, name: 'Suporte técnico' };
    hear('queue', { action: 'update', queue: queues[0] });
    await waitFor(() => expect(screen.getByRole('cell', { name: 'Suporte técnico' })).toBeVisible());
  });
});
