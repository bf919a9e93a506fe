import { endpoints } from '@balcao/contract/endpoints/index';
import type { Schedule, ScheduleOccurrence } from '@balcao/contract/endpoints/schedules';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi, afterEach, beforeEach } from 'vitest';
import { aConnection, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { aContact } from '../../testing/inbox.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse, serveMedia } from '../../testing/server.ts';
import { aTemplate } from '../../testing/templates.ts';

// 10:30 in São Paulo on Wednesday, 20 January 2027.
const NOW = new Date('2027-01-20T13:30:00Z');
beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const helena = { id: 31, name: 'Helena Prado', urlPicture: '/nopicture.svg' };
const aDate = (own: Partial<ScheduleOccurrence> = {}): ScheduleOccurrence => ({
  scheduleId: 1,
  run: null,
  at: '2027-01-22T12:00:00.000Z',
  state: 'scheduled',
  error: null,
  lateSeconds: 0,
  ack: null,
  movedFrom: null,
  position: 1,
  isNext: true,
  count: 1,
  repeats: false,
  body: 'Sua armação chegou',
  contact: helena,
  userId: 1,
  queue: { id: 1, name: 'Vendas', color: '#2f9e44' },
  whatsapp: null,
  hasMedia: false,
  ...own,
});
const aSchedule = (own: Partial<Schedule> = {}): Schedule => ({
  id: 1,
  body: 'Sua armação chegou',
  sendAt: '2027-01-22T12:00:00.000Z',
  sentAt: null,
  status: 'PENDENTE',
  error: null,
  contactId: 31,
  contact: helena,
  userId: 1,
  user: { id: 1, name: 'Marina Lopes' },
  whatsappId: null,
  whatsapp: null,
  openTicket: 'enabled',
  statusTicket: 'open',
  ticketUserId: null,
  ticketUser: null,
  queueId: null,
  queue: null,
  intervalo: 1,
  valorIntervalo: 0,
  enviarQuantasVezes: 1,
  contadorEnvio: 0,
  tipoDias: 4,
  assinar: false,
  mediaPath: null,
  mediaName: null,
  mediaUrl: null,
  cancelOnReply: false,
  templateId: null,
  templateValues: {},
  anchorAt: '2027-01-22T12:00:00.000Z',
  timeZone: 'America/Sao_Paulo',
  createdAt: '2027-01-20T12:00:00.000Z',
  ...own,
});

/** Fake server with these dates in every range. */
function withDates(...occurrences: ScheduleOccurrence[]) {
  answer(endpoints.queues.list, () => []);
  answer(endpoints.access.pickUsers, () => []);
  answer(endpoints.companies.hours, () => ({ schedules: [], timeZone: 'America/Sao_Paulo', holidays: [] }));
  answer(endpoints.templates.list, () => ({ templates: [], count: 0, hasMore: false }));
  return answer(endpoints.schedules.occurrences, () => ({
    occurrences,
    timeZone: 'America/Sao_Paulo',
    hasMore: false,
  }));
}
const cellOf = (label: RegExp) => screen.getByRole('button', { name: label }).closest('[role="cell"]') as HTMLElement;

describe('the calendar of scheduled messages', () => {
  it('shows the month in the company’s time zone and what became of each date [M-232]', async () => {
    const requests = withDates(
      aDate({ scheduleId: 1 }),
      aDate({ scheduleId: 2, run: 1, at: '2027-01-19T12:00:00.000Z', state: 'sent', ack: 4 }),
      aDate({ scheduleId: 3, run: 1, at: '2027-01-18T12:00:00.000Z', state: 'sent', lateSeconds: 7200 }),
      aDate({ scheduleId: 4, run: 1, at: '2027-01-15T12:00:00.000Z', state: 'failed', error: 'ERR_REPLY_WINDOW' }),
      aDate({ scheduleId: 5, run: 1, at: '2027-01-14T12:00:00.000Z', state: 'superseded' }),
      aDate({ scheduleId: 6, run: 1, at: '2027-01-13T12:00:00.000Z', state: 'cancelled' }),
    );
    const { user } = renderScreen('/schedules', { as: anAdmin() });
    expect(await screen.findByRole('heading', { name: 'Janeiro de 2027' })).toBeVisible();
    expect(requests[0]?.query).toMatchObject({ dateStart: '2026-12-27', dateEnd: '2027-02-06' });
    await screen.findByRole('button', { name: /Helena Prado, Programado/ });
    const cell = within(cellOf(/^22 de janeiro de 2027, 1 envio/));
    expect(cell.getByRole('button', { name: /09:00, Helena Prado, Programado/ })).toBeVisible();
    for (const name of [
      /Enviado, lida/,
      /Enviado com atraso, 2 h de atraso/,
      /Erro de envio, /,
      /Não enviado, o envio seguinte já estava na hora/,
      /Cancelado, o cliente respondeu/,
    ])
      expect(screen.getByRole('button', { name })).toBeVisible();
    expect(screen.getByText('1 envio falhou.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Próximo período' }));
    expect(await screen.findByRole('heading', { name: 'Fevereiro de 2027' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Lista' }));
    expect(await screen.findByRole('heading', { name: 'Já passaram' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Semana' }));
    expect(await screen.findByText('08:00')).toBeVisible();
  });

  it('says that a plan without it has no access [M-232]', async () => {
    const admin = anAdmin();
    const plan = { ...admin.company.plan, useSchedules: false };
    renderScreen('/schedules', { as: { ...admin, company: { ...admin.company, plan } } });
    expect(await screen.findByText(/Esta empresa não possui permissão para acessar essa página!/)).toBeVisible();
  });

  it('shows an error and loads again', async () => {
    withDates();
    answer(endpoints.schedules.occurrences, () => refuse('ERR_NO_PERMISSION'));
    const { user } = renderScreen('/schedules', { as: anAdmin() });
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    withDates(aDate());
    await user.click(retry);
    expect(await screen.findByRole('button', { name: /Helena Prado, Programado/ })).toBeVisible();
  });

  it('moves a date to another day by dragging, and back by undo', async () => {
    withDates(aDate());
    answer(endpoints.schedules.show, () => aSchedule({ anchorAt: '2026-12-31T12:00:00.000Z' }));
    const moved = answer(endpoints.schedules.update, ({ body }) => aSchedule({ sendAt: body.sendAt }));
    const { user } = renderScreen('/schedules', { as: anAdmin() });
    const chip = await screen.findByRole('button', { name: /Helena Prado, Programado/ });
    const dataTransfer = { setData: () => {}, effectAllowed: '' };
    fireEvent.dragStart(chip, { dataTransfer });
    fireEvent.dragOver(cellOf(/^28 de janeiro/), { dataTransfer });
    fireEvent.drop(cellOf(/^28 de janeiro/), { dataTransfer });
    expect(await screen.findByText('Movido para 28/01/2027')).toBeVisible();
    expect(moved[0]?.body).toMatchObject({ sendAt: '2027-01-28T12:00:00.000Z', body: 'Sua armação chegou' });
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(moved).toHaveLength(2));
    expect(moved[1]?.body).toMatchObject({
      sendAt: '2027-01-22T12:00:00.000Z',
      anchorAt: '2026-12-31T12:00:00.000Z',
    });
  });

  it.each([
    ['month', 'Mês', () => cellOf(/^18 de janeiro/), '18/01/2027', '2027-01-18T12:00:00.000Z'],
    // Today at nine has passed too.
    [
      'week',
      'Semana',
      () => document.querySelectorAll<HTMLElement>('[class*=hourCell]')[3]!,
      '20/01/2027',
      '2027-01-20T12:00:00.000Z',
    ],
  ])('asks before a date that is dragged to a past time in a %s is sent', async (_view, button, cell, day, sendAt) => {
    withDates(aDate());
    answer(endpoints.schedules.show, () => aSchedule());
    const moved = answer(endpoints.schedules.update, ({ body }) => aSchedule({ sendAt: body.sendAt }));
    const { user } = renderScreen('/schedules', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: button }));
    const drag = async () => {
      const chip = await screen.findByRole('button', { name: /Helena Prado, Programado/ });
      const dataTransfer = { setData: () => {}, effectAllowed: '' };
      fireEvent.dragStart(chip, { dataTransfer });
      fireEvent.dragOver(cell(), { dataTransfer });
      fireEvent.drop(cell(), { dataTransfer });
      return within(await screen.findByRole('dialog', { name: `Mover para ${day} o envio a Helena Prado?` }));
    };
    const question = await drag();
    expect(question.getByText('Esta hora já passou: a mensagem sai em até um minuto.')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Cancelar' }));
    expect(moved).toHaveLength(0);
    await user.click((await drag()).getByRole('button', { name: 'Mover e enviar' }));
    expect(await screen.findByText(`Movido para ${day}`)).toBeVisible();
    expect(moved.map(({ body }) => body.sendAt)).toEqual([sendAt]);
  });

  it('lets a colleague neither drag nor edit it', async () => {
    withDates(aDate());
    answer(endpoints.schedules.show, () => aSchedule());
    const { user } = renderScreen('/schedules', { as: anAgent() });
    const chip = await screen.findByRole('button', { name: /Helena Prado, Programado/ });
    expect(chip).toHaveAttribute('draggable', 'false');
    await user.click(chip);
    expect(await screen.findByText(/Só Marina Lopes ou um administrador pode mudar/)).toBeVisible();
  });
});

describe('the form of a scheduled message', () => {
  it('requires a contact and a text of five characters, and starts in an hour [M-233]', async () => {
    withDates();
    const { user } = renderScreen('/schedules', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Novo agendamento' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Novo agendamento' }));
    await waitFor(() => expect(dialog.getByLabelText(/^Contato/)).toHaveFocus());
    expect(dialog.getByLabelText(/^Data/)).toHaveValue('20/01/2027');
    expect(dialog.getByLabelText(/^Hora/)).toHaveValue('11:30');
    await user.type(dialog.getByLabelText(/^Mensagem/), 'Oi');
    await user.click(dialog.getByRole('button', { name: 'Agendar envio' }));
    expect(await dialog.findByText('Mensagem muito curta')).toBeVisible();
    expect(dialog.getByText('Obrigatório')).toBeVisible();
  });

  it('leaves a user where they went before the contact of the address arrived', async () => {
    withDates();
    answer(endpoints.tags.list, () => ({ tags: [], count: 0, hasMore: false }));
    const arrived = Promise.withResolvers<void>();
    const shown = answer(endpoints.contacts.show, async () => {
      await arrived.promise;
      return aContact({ ...helena });
    });
    const { router } = renderScreen('/schedules?contactId=31', { as: anAdmin() });
    await waitFor(() => expect(shown).toHaveLength(1));
    await act(() => router.navigate({ to: '/tags' }));
    await screen.findByRole('heading', { name: /^Tags/ });
    arrived.resolve();
    // The late reply is handled in a later task.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(router.state.location.pathname).toBe('/tags');
  });

  it('opens for the contact of the address and shows every date of a month from the 31st [M-232] [M-235]', async () => {
    withDates();
    answer(endpoints.contacts.show, () => aContact({ ...helena }));
    const created = answer(endpoints.schedules.create, ({ body }) => aSchedule({ id: 9, body: body.body }));
    const { user } = renderScreen('/schedules?contactId=31', { as: anAdmin() });
    const dialog = within(await screen.findByRole('dialog', { name: 'Novo agendamento' }));
    expect(dialog.getByText('Helena Prado')).toBeVisible();
    await user.clear(dialog.getByLabelText(/^Data/));
    await user.type(dialog.getByLabelText(/^Data/), '31012027');
    await user.type(dialog.getByLabelText(/^Mensagem/), 'Parcela do mês');
    await user.click(dialog.getByRole('button', { name: 'Meses' }));
    await user.clear(dialog.getByLabelText('Quantas vezes'));
    await user.type(dialog.getByLabelText('Quantas vezes'), '3');
    const dates = dialog.getByRole('region', { name: 'Próximos envios' });
    for (const date of ['dom 31/01/2027', 'dom 28/02/2027', 'qua 31/03/2027'])
      expect(within(dates).getByText(date)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Um dia útil depois' }));
    expect(within(dates).getByText('seg 01/02/2027')).toBeVisible();
    expect(within(dates).getByText('dom 31/01')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Agendar 3 envios' }));
    expect(await screen.findByText('Mensagem agendada')).toBeVisible();
    expect(created[0]?.body).toMatchObject({
      contactId: 31,
      body: 'Parcela do mês',
      sendAt: '2027-01-31T14:30:00.000Z',
      intervalo: 3,
      valorIntervalo: 1,
      enviarQuantasVezes: 3,
      tipoDias: 6,
    });
  });

  it('keeps an unchanged date as it is, deletes with a confirmation, and accepts only images [M-233]', async () => {
    withDates(aDate());
    answer(endpoints.schedules.show, () => aSchedule({ sendAt: '2027-01-22T12:00:17.500Z' }));
    const updated = answer(endpoints.schedules.update, ({ body }) => aSchedule({ body: body.body }));
    const attached = answer(endpoints.schedules.attach, () => ({ mensagem: 'Arquivo Anexado' }));
    const removed = answer(endpoints.schedules.remove, () => ({ message: 'ok' }));
    const { user } = renderScreen('/schedules', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: /Helena Prado, Programado/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar agendamento' }));
    const input = dialog.getByLabelText('Imagem', { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['%PDF'], 'nota.pdf', { type: 'application/pdf' })] } });
    expect(await dialog.findByText('Escolha uma imagem PNG ou JPG.')).toBeVisible();
    fireEvent.change(input, { target: { files: [new File(['x'], 'foto.png', { type: 'image/png' })] } });
    expect(await dialog.findByText('foto.png')).toBeVisible();
    await user.type(dialog.getByLabelText(/^Mensagem/), '!');
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Agendamento salvo')).toBeVisible();
    expect(updated[0]?.body).toMatchObject({ sendAt: '2027-01-22T12:00:17.500Z', body: 'Sua armação chegou!' });
    expect(attached).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: /Helena Prado, Programado/ }));
    await user.click(await screen.findByRole('button', { name: 'Excluir' }));
    const question = within(await screen.findByRole('dialog', { name: /^Excluir o agendamento/ }));
    await user.click(question.getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(removed).toHaveLength(1));
  });

  it('of a sent one shows what was sent and cannot be submitted again [M-237]', async () => {
    withDates(aDate({ run: 1, state: 'sent', at: '2027-01-19T12:00:00.000Z' }));
    answer(endpoints.schedules.show, () => aSchedule({ status: 'ENVIADA', sentAt: '2027-01-19T12:00:10.000Z' }));
    const { user } = renderScreen('/schedules', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: /Helena Prado, Enviado/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Agendamento' }));
    expect(dialog.getByText('Esta mensagem já foi enviada e não muda mais.')).toBeVisible();
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('scheduled again has the same image', async () => {
    withDates(aDate({ run: 1, state: 'sent', at: '2027-01-19T12:00:00.000Z' }));
    answer(endpoints.schedules.show, () =>
      aSchedule({ status: 'ENVIADA', mediaName: 'foto.png', mediaUrl: '/media/foto' }),
    );
    const created = answer(endpoints.schedules.create, () => aSchedule({ id: 9 }));
    const attached = answer(endpoints.schedules.attach, () => ({ mensagem: 'Arquivo Anexado' }));
    const { user } = renderScreen('/schedules', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: /Helena Prado, Enviado/ }));
    await user.click(await screen.findByRole('button', { name: 'Agendar de novo' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Novo agendamento' }));
    expect(dialog.getByText('foto.png')).toBeVisible();
    serveMedia(undefined);
    await user.click(dialog.getByRole('button', { name: 'Agendar envio' }));
    expect(await screen.findByText(/A imagem foto.png não pôde ser copiada/)).toBeVisible();
    expect(created).toHaveLength(0);
    serveMedia('pixels');
    await user.click(dialog.getByRole('button', { name: 'Agendar envio' }));
    expect(await screen.findByText('Mensagem agendada')).toBeVisible();
    expect(attached[0]?.params).toEqual({ id: 9 });
    expect(await attached[0]?.file.text()).toBe('pixels');
  });

  it('requires every placeholder of its template, and drops it with the connection', async () => {
    withDates(aDate());
    answer(endpoints.connections.list, () => [aConnection(), aConnection({ id: 4, name: 'Oficial' })]);
    answer(endpoints.templates.list, ({ query }) => {
      const templates = query.whatsappId === 4 ? [aTemplate({ whatsappId: 4 })] : [];
      return { templates, count: templates.length, hasMore: false };
    });
    const values = { 'body.1': 'Helena', 'button.0': '7' };
    answer(endpoints.schedules.show, () => aSchedule({ whatsappId: 4, templateId: 11, templateValues: values }));
    const updated = answer(endpoints.schedules.update, () =>
      refuse('ERR_VALIDATION', { field: 'values.body.2', rule: 'required' }),
    );
    const { user } = renderScreen('/schedules', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: /Helena Prado, Programado/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar agendamento' }));
    const second = await dialog.findByLabelText(/Variável 2/);
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(second).toHaveAccessibleDescription(/^Obrigatório/));
    expect(second).toHaveFocus();
    expect(dialog.getByLabelText(/Variável 1/)).toBeValid();
    expect(updated).toHaveLength(0);
    await user.click(dialog.getByRole('combobox', { name: /^Conexão/ }));
    await user.click(await screen.findByRole('option', { name: 'Matriz' }));
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(updated[0]?.body).toMatchObject({ templateId: null, templateValues: {} }));
    // Nothing on the screen belongs to that error.
    expect(await screen.findByText(/um campo que não aparece aqui tem um erro/)).toBeVisible();
  });
});

it('today, the time of now stands between what was sent and what follows', async () => {
  withDates(
    aDate({ scheduleId: 1, at: '2027-01-20T12:00:00.000Z', state: 'sent' }),
    aDate({ scheduleId: 2, at: '2027-01-20T17:00:00.000Z' }),
  );
  const { user } = renderScreen('/schedules', { as: anAdmin() });
  const times = async () =>
    within(await screen.findByRole('region', { name: /janeiro/ }))
      .queryAllByText(/^\d\d:\d\d$/)
      .map(({ textContent }) => textContent);
  await waitFor(async () => expect(await times()).toEqual(['09:00', '10:30', '14:00']));
  await user.keyboard('{ArrowRight}');
  expect(await times()).toEqual([]);
});

describe('the keys of the calendar', () => {
  const chosen = async (name: RegExp) =>
    waitFor(() => expect(screen.getByRole('button', { name, pressed: true })).toBeVisible());

  it('change the day, the month and the view, and open the form for the chosen day', async () => {
    withDates();
    const { user } = renderScreen('/schedules', { as: anAdmin() });
    await chosen(/^20 de janeiro de 2027/);
    await user.keyboard('{ArrowRight}{ArrowDown}');
    await chosen(/^28 de janeiro de 2027/);
    // One stop for the key Tab among all days.
    const days = screen.getAllByRole('button', { name: /^\d+ de \w+ de 2027/ });
    expect(days.length).toBeGreaterThan(27);
    expect(days.filter(({ tabIndex }) => tabIndex === 0).map(({ textContent }) => textContent)).toEqual(['28']);
    await user.keyboard('{ArrowLeft}{ArrowUp}{ArrowUp}');
    await chosen(/^13 de janeiro de 2027/);
    await user.keyboard('{PageDown}');
    await chosen(/^13 de fevereiro de 2027/);
    await user.keyboard('{PageUp}{PageUp}t');
    await chosen(/^20 de janeiro de 2027/);
    await user.keyboard('s');
    await chosen(/^Semana$/);
    // Up and down scroll the hours.
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('heading', { name: /17 a 23 de janeiro de 2027/ })).toBeVisible();
    await user.keyboard('l');
    await chosen(/^Lista$/);
    await user.keyboard('m');
    await chosen(/^Mês$/);
    await user.keyboard('{ArrowRight}n');
    const form = await screen.findByRole('dialog');
    await waitFor(() => expect(within(form).getByDisplayValue('21/01/2027')).toBeVisible());
    // In the form they are text.
    await user.keyboard('{ArrowRight}');
    expect(within(form).getByDisplayValue('21/01/2027')).toBeVisible();
  });

  it('move the focus from the number of a day to the next one', async () => {
    withDates();
    const { user } = renderScreen('/schedules', { as: anAdmin() });
    const today = await screen.findByRole('button', { name: /^20 de janeiro de 2027/ });
    today.focus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('button', { name: /^21 de janeiro de 2027/ })).toHaveFocus();
  });

  it('leave G and a letter to the menu', async () => {
    withDates();
    answer(endpoints.tags.list, () => ({ tags: [], count: 0, hasMore: false }));
    const { user, router } = renderScreen('/schedules', { as: anAdmin() });
    await chosen(/^20 de janeiro de 2027/);
    await user.keyboard('gt');
    await waitFor(() => expect(router.state.location.pathname).toBe('/tags'));
  });
});
