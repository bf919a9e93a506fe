import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aConnection, anAdmin } from '../../testing/fixtures.ts';
import { answer } from '../../testing/server.ts';
import { open, put, row, withHours, withSettings } from './settings.fixture.ts';

const READY = 'Vou te passar para a equipe de {{queue}}.';
const messageOf = (control: HTMLElement) =>
  within(control.closest('[class*=row]')!).queryByRole('textbox', { name: /^Mensagem/ });

describe('settings that need a text', () => {
  beforeEach(() => void withHours());

  it('show no error before anything was touched [F-U9]', async () => {
    withSettings({ transferMessage: '', sendMsgTransfTicket: 'enabled', sendGreetingAccepted: 'enabled' });
    await open();
    await row('Exigir tag para resolver');
    expect(screen.queryAllByRole('alert').filter((alert) => alert.textContent !== '')).toEqual([]);
    for (const box of screen.getAllByRole('textbox')) expect(box).toBeValid();
  });

  it('start with a ready text when they are turned on, with one toast [F-U9]', async () => {
    const { saved } = withSettings({ transferMessage: '' });
    const { user } = await open();
    const transfer = await row('Mensagem ao transferir');
    expect(transfer).not.toBeChecked();
    await user.click(transfer);
    await waitFor(() => expect(messageOf(transfer)).toHaveValue(READY));
    expect(saved.map(({ body }) => [body.column, body.data])).toEqual([
      ['transferMessage', READY],
      ['sendMsgTransfTicket', 'enabled'],
    ]);
    expect(await screen.findByText('Salvo: Mensagem ao transferir')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Desfazer' })).toHaveLength(1);
  });

  it('offer a ready text while an enabled one is empty [F-U9]', async () => {
    const { saved } = withSettings({ transferMessage: '', sendMsgTransfTicket: 'enabled' });
    const { user } = await open();
    await row('Mensagem ao transferir');
    expect(screen.getByText(/Enquanto estiver vazia, nada é enviado/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Usar um texto pronto' }));
    await waitFor(() => expect(saved.at(-1)?.body).toEqual({ column: 'transferMessage', data: READY }));
  });

  it('scroll what unfolds into view, above the toast', async () => {
    const scrolled = vi.fn<(this: Element, options: unknown) => void>();
    Element.prototype.scrollIntoView = scrolled;
    withSettings();
    const { user } = await open();
    const transfer = await row('Mensagem ao transferir');
    expect(scrolled).not.toHaveBeenCalled();
    await user.click(transfer);
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' }));
  });

  it('insert variables by their names and preview them [F-U36]', async () => {
    const { saved } = withSettings({ sendMsgTransfTicket: 'enabled', transferMessage: 'Até já!' });
    const { user } = await open();
    const message = messageOf(await row('Mensagem ao transferir'))! as HTMLTextAreaElement;
    put(message, 'Oi, !');
    message.setSelectionRange(4, 4);
    const chips = within(message.closest('[class*=text]')!).getByRole('group', { name: 'Variáveis: Mensagem' });
    await user.click(within(chips).getByRole('button', { name: 'Inserir primeiro nome' }));
    expect(message).toHaveValue('Oi, {{firstName}}!');
    expect(screen.getByRole('note', { name: 'Como chega ao cliente' })).toHaveTextContent('Oi, Helena!');
    await user.tab();
    await waitFor(() => expect(saved.at(-1)?.body.data).toBe('Oi, {{firstName}}!'));
  });
});

describe('settings that lead on', () => {
  beforeEach(() => void withHours());

  it('name the connections without a question and fill in a ready one [F-U14]', async () => {
    withSettings({ userRating: 'enabled' });
    const connections = [
      aConnection({ id: 1, name: 'Matriz', ratingMessage: 'Que nota?', expiresTicketNPS: 30 }),
      aConnection({ id: 2, name: 'Filial' }),
    ];
    answer(endpoints.connections.list, () => connections);
    const updated = answer(endpoints.connections.update, ({ params, body }) => {
      const at = connections.findIndex(({ id }) => id === params.id);
      connections[at] = { ...connections[at]!, ratingMessage: body.ratingMessage ?? '' };
      return connections[at];
    });
    const { user } = await open();
    expect(await screen.findByText('Sem pergunta, a conexão não pede a nota: Filial.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Usar uma pergunta pronta' }));
    await waitFor(() => expect(screen.queryByText(/Sem pergunta/)).not.toBeInTheDocument());
    expect(updated.map(({ params, body }) => [params.id, body])).toEqual([
      [2, { ratingMessage: expect.stringContaining('de 0 a 10'), expiresTicketNPS: 60 }],
    ]);
  });

  it('open the ratings of the connection [F-U14]', async () => {
    withSettings({ userRating: 'enabled' });
    answer(endpoints.connections.list, () => [aConnection({ id: 2, name: 'Filial' })]);
    answer(endpoints.queues.list, () => []);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Abrir conexões' }));
    await screen.findByRole('dialog', { name: 'Editar Filial' });
    expect(screen.getByRole('tab', { name: 'Avaliações' })).toHaveAttribute('aria-selected', 'true');
  });

  it.each([
    ['company', 'Definir os horários', '/settings/hours'],
    ['queue', 'Definir em cada fila', '/queues'],
  ])('have a button to the hours by %s [F-U37]', async (scheduleType, button, path) => {
    withSettings({ scheduleType });
    // The other screen may already load; what it shows is tested there.
    answer(endpoints.queues.list, () => []);
    answer(endpoints.access.pickUsers, () => []);
    answer(endpoints.companies.hours, () => new Promise(() => {}));
    const { user, router } = await open();
    await user.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  it('name the time zone of the company as people do [F-U37]', async () => {
    withSettings({ scheduleType: 'company' });
    await open(anAdmin(), '/settings/hours');
    expect(await screen.findByRole('combobox', { name: 'Fuso horário' })).toHaveTextContent('Brasília (GMT−3)');
  });
});
