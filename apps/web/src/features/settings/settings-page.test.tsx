import { endpoints } from '@balcao/contract/endpoints/index';
import { companySettingNames } from '@balcao/domain/settings/company-settings';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer, goOnline, refuse, goOffline } from '../../testing/server.ts';
import { open, put, row, state, withHours, withSettings } from './settings.fixture.ts';

describe('settings', () => {
  beforeEach(() => void withHours());

  it('are only for admins; an agent sees the no-access view', async () => {
    withSettings();
    renderScreen('/settings', { as: anAgent() });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  });

  it('show the tabs for the company and the user [M-149]', async () => {
    const { values } = withSettings();
    await open();
    await row('Exigir tag para resolver');
    const names = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
    expect(names()).toEqual(['Opções', 'Feriados e ausências', 'Histórico', 'Acesso do suporte']);
    values.scheduleType = 'company';
    receive('settings', { action: 'update', setting: { key: 'scheduleType', value: 'company' } });
    const all = ['Opções', 'Horários', 'Feriados e ausências', 'Histórico', 'Acesso do suporte'];
    await waitFor(() => expect(names()).toEqual(all));
  });

  it('show every setting of the catalogue [M-205]', async () => {
    withSettings({
      enableLGPD: 'enabled',
      acceptCallWhatsapp: 'disabled',
      sendGreetingAccepted: 'enabled',
      sendMsgTransfTicket: 'enabled',
      sendQueuePosition: 'enabled',
    });
    await open();
    await row('Exigir tag para resolver');
    const controls = [
      ...screen.getAllByRole('switch'),
      ...screen.getAllByRole('combobox'),
      ...screen.getAllByRole('spinbutton'),
      ...screen.getAllByRole('textbox').filter((box) => box.getAttribute('aria-label') !== 'Buscar opção'),
    ];
    expect(controls).toHaveLength(companySettingNames.length);
  });

  it('save each change at once, show its status and offer undo [M-204]', async () => {
    const { saved, undone } = withSettings();
    const { user } = await open();
    const tag = await row('Exigir tag para resolver');
    expect(tag).toBeChecked();
    await user.click(tag);
    expect(tag).not.toBeChecked();
    expect(await within(state(tag)).findByText('Salvo')).toBeVisible();
    expect(saved.map(({ body }) => body)).toEqual([{ column: 'requiredTag', data: 'disabled' }]);

    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(tag).toBeChecked());
    expect(undone[0]?.params.id).toBe(1);
    expect(await screen.findByText('Desfeito: Exigir tag para resolver')).toBeVisible();
  });

  it('keep an unsaved choice and retry it', async () => {
    const { saved } = withSettings();
    const { user } = await open();
    const sign = await row('Assinar mensagens');
    goOffline();
    await user.click(sign);
    expect(await within(state(sign)).findByText('Não foi salvo.')).toBeVisible();
    expect(sign).not.toBeChecked();
    goOnline();
    await user.click(within(state(sign)).getByRole('button', { name: 'Tentar de novo: Assinar mensagens' }));
    expect(await within(state(sign)).findByText('Salvo')).toBeVisible();
    expect(saved.at(-1)?.body).toEqual({ column: 'sendSignMessage', data: 'disabled' });
  });

  it('end with the last choice after two quick changes', async () => {
    const { values, saved } = withSettings();
    const gates: (() => void)[] = [];
    answer(endpoints.settings.saveCompany, async ({ body: { column, data } }) => {
      await new Promise<void>((pass) => void gates.push(pass));
      values[column] = data;
      return { response: true as const, result: { [column]: data }, changeId: null };
    });
    const { user } = await open();
    const tag = await row('Exigir tag para resolver');
    await user.click(tag);
    await user.click(tag);
    expect(await within(state(tag)).findByText('Salvando…')).toBeVisible();
    await waitFor(() => expect(gates).toHaveLength(1));
    gates[0]!();
    await waitFor(() => expect(gates).toHaveLength(2));
    gates[1]!();
    expect(await within(state(tag)).findByText('Salvo')).toBeVisible();
    expect(tag).toBeChecked();
    expect(values.requiredTag).toBe('enabled');
    expect(saved).toHaveLength(0);
  });

  it('show dependent settings and require a missing message at its field [M-207]', async () => {
    const { saved } = withSettings({ sendMsgTransfTicket: 'disabled' });
    const { user } = await open();
    const transfer = await row('Mensagem ao transferir');
    const field = () => within(transfer.closest('[class*=row]')!).queryByRole('textbox', { name: /^Mensagem/ });
    expect(field()).not.toBeInTheDocument();
    await user.click(transfer);
    await waitFor(() => expect(field()).toHaveValue('Já te passo.'));
    const text = field()!;

    await user.clear(text);
    await user.tab();
    expect(text).toBeInvalid();
    expect(screen.getAllByText('Escreva a mensagem ou desligue a opção.').length).toBeGreaterThan(0);
    expect(saved.map(({ body }) => body.column)).toEqual(['sendMsgTransfTicket']);

    await user.type(text, 'Vou te passar.');
    await user.tab();
    await waitFor(() => expect(saved.at(-1)?.body).toEqual({ column: 'transferMessage', data: 'Vou te passar.' }));
    expect(text).toBeValid();
  });

  it('show the LGPD settings below their switch [M-157]', async () => {
    withSettings();
    const { user } = await open();
    const lgpd = await row('Tratamento conforme a LGPD');
    expect(lgpd).not.toBeChecked();
    expect(screen.queryByRole('switch', { name: 'Esconder o telefone' })).not.toBeInTheDocument();
    await user.click(lgpd);
    for (const name of ['Sempre pedir consentimento', 'Esconder o telefone', 'Esconder mensagem apagada'])
      expect(await screen.findByRole('switch', { name })).not.toBeChecked();
    for (const name of ['Mensagem de boas-vindas', 'Link da política de privacidade'])
      expect(screen.getByRole('textbox', { name })).toHaveValue('');
  });

  it('choose the source of business hours: none, queue, company or connection [M-147]', async () => {
    const { saved } = withSettings();
    const { user } = await open();
    await row('Exigir tag para resolver');
    const type = screen.getByRole('combobox', { name: 'Expediente' });
    expect(type).toHaveTextContent('Desligado');
    await user.click(type);
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Desligado',
      'Por fila',
      'Pela empresa',
      'Por conexão',
    ]);
    await user.click(screen.getByRole('option', { name: 'Pela empresa' }));
    await waitFor(() => expect(saved[0]?.body).toEqual({ column: 'scheduleType', data: 'company' }));
    expect(await screen.findByRole('tab', { name: 'Horários' })).toBeVisible();
  });

  it('are found by search', async () => {
    withSettings();
    const { user } = await open();
    await row('Exigir tag para resolver');
    await user.type(screen.getByRole('textbox', { name: 'Buscar opção' }), 'ligacoes');
    await waitFor(() => expect(screen.queryByText('Exigir tag para resolver')).not.toBeInTheDocument());
    expect(await row('Aceitar ligações')).toBeVisible();
  });
});

describe('the setting history', () => {
  beforeEach(() => void withHours());

  it('shows and undoes changes, and refuses to undo an outdated one', async () => {
    const { changes } = withSettings();
    changes.push({
      id: 7,
      key: 'requiredTag',
      from: 'enabled',
      to: 'disabled',
      at: '2026-11-15T14:30:00.000Z',
      user: { id: 2, name: 'Caio Andrade' },
      undoes: null,
      canUndo: true,
    });
    answer(endpoints.settings.undo, () => refuse('ERR_SETTING_OVERTAKEN'));
    const { user } = await open(anAdmin(), '/settings/history');
    const [change] = await within(await screen.findByRole('list', { name: 'Histórico' })).findAllByRole('listitem');
    expect(change).toHaveTextContent(/Exigir tag para resolver.*Ligado.*Desligado.*Caio Andrade.*15\/11\/2026 11:30/);
    await user.click(within(change!).getByRole('button', { name: 'Desfazer: Exigir tag para resolver' }));
    expect(await screen.findByText('Esta opção mudou de novo depois disso. Nada foi desfeito.')).toBeVisible();
  });
});

describe('the business hours of the company', () => {
  it('are validated, saved together and undone from the toast [M-149]', async () => {
    withSettings({ scheduleType: 'company' });
    const hours = withHours();
    const saved = answer(endpoints.companies.saveSchedules, ({ body }) => {
      hours.schedules = body.schedules;
      return { ...aCompany, schedules: body.schedules, timeZone: hours.timeZone, changeId: 5 };
    });
    const { user } = await open(anAdmin(), '/settings/hours');
    expect(await screen.findByText(/sempre aberta/)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Segunda-feira: aberto' }));
    const end = screen.getByRole('textbox', { name: 'Sexta-feira: fim do 2º turno' });
    put(end, '12:00');
    await user.click(screen.getByRole('button', { name: 'Salvar horários' }));
    expect(await screen.findByText(/termina antes de começar/)).toBeVisible();
    expect(saved).toHaveLength(0);

    put(end, '17:00');
    await user.click(screen.getByRole('button', { name: 'Salvar horários' }));
    expect(await screen.findByText('Horários atualizados com sucesso.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    expect(saved[0]?.body.schedules.find((day) => day.weekdayEn === 'friday')).toMatchObject({ endTimeB: '17:00' });
    expect(saved[0]?.body.schedules.find((day) => day.weekdayEn === 'monday')).toMatchObject({ endTimeA: '' });
    await waitFor(() => expect(screen.queryByText(/sempre aberta/)).not.toBeInTheDocument());
  });

  it('have a time zone that is saved at once', async () => {
    withSettings({ scheduleType: 'company' });
    const hours = withHours();
    const saved = answer(endpoints.companies.saveTimeZone, ({ body }) => {
      hours.timeZone = body.timeZone;
      return { ...aCompany, ...hours, changeId: 6 };
    });
    const { user } = await open(anAdmin(), '/settings/hours');
    await user.click(await screen.findByRole('combobox', { name: 'Fuso horário' }));
    await user.keyboard('Manaus');
    await user.click(await screen.findByRole('option', { name: 'Manaus (GMT−4)' }));
    await waitFor(() => expect(saved[0]?.body.timeZone).toBe('America/Manaus'));
    expect(await screen.findByText('Salvo: Fuso horário')).toBeVisible();
  });
});

describe('holidays', () => {
  it('are added, edited and removed with undo', async () => {
    withSettings();
    const hours = withHours();
    const added = answer(endpoints.companies.addHoliday, ({ body }) => {
      const holiday = { id: hours.holidays.length + 1, ...body };
      hours.holidays.push(holiday);
      return holiday;
    });
    const removed = answer(endpoints.companies.removeHoliday, () => {
      hours.holidays.length = 0;
      return { message: 'ok' };
    });
    const { user } = await open(anAdmin(), '/settings/holidays');
    await user.click(await screen.findByRole('button', { name: 'Novo feriado' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar feriado' }));
    expect(await within(dialog).findByText('Dê um nome ao feriado.')).toBeVisible();
    put(within(dialog).getByLabelText(/^Nome/), 'Véspera de Natal');
    put(within(dialog).getByLabelText(/^Data/), '2026-12-24');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Repete todo ano' }));
    await user.click(within(dialog).getByRole('switch', { name: 'Fechado o dia todo' }));
    put(within(dialog).getByLabelText(/^Abre/), '08:00');
    put(within(dialog).getByLabelText(/^Fecha$/), '12:00');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar feriado' }));
    const holidayRow = (await screen.findByText('Véspera de Natal')).closest('li')!;
    expect(holidayRow).toHaveTextContent(/24\/12.*todo ano.*08:00–12:00/);
    expect(added[0]?.body).toEqual({
      day: '12-24',
      name: 'Véspera de Natal',
      hours: [{ start: '08:00', end: '12:00' }],
    });

    await user.click(within(holidayRow).getByRole('button', { name: 'Excluir Véspera de Natal' }));
    await waitFor(() => expect(removed).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(added).toHaveLength(2));
    expect(added[1]?.body).toEqual(added[0]?.body);
  });

  it('offer Brazil’s holidays by year, without the listed ones', async () => {
    withSettings();
    withHours({ holidays: [{ id: 1, day: '12-25', name: 'Natal', hours: null }] });
    const requests = answer(endpoints.companies.addNationalDays, () => []);
    const { user } = await open(anAdmin(), '/settings/holidays');
    await user.click(await screen.findByRole('button', { name: 'Adicionar feriados nacionais' }));
    const dialog = await screen.findByRole('dialog');
    const years = within(dialog).getByRole('group', { name: 'Ano' });
    await user.click(within(years).getAllByRole('button').at(-1)!);
    const christmas = within(dialog).getByRole('checkbox', { name: /Natal/ });
    expect(christmas).toBeDisabled();
    await user.click(within(dialog).getByRole('checkbox', { name: /Corpus Christi/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Adicionar 11' }));
    await waitFor(() => expect(requests[0]?.body.days).toHaveLength(11));
    expect(requests[0]?.body.days.some((day) => day.endsWith('12-25'))).toBe(false);
  });
});

describe('platform settings', () => {
  const withPlatform = () => {
    withSettings();
    withHours();
    const rows = [
      { id: 1000, key: 'userCreation', value: 'disabled', companyId: 1 },
      { id: 1001, key: 'downloadLimit', value: null, companyId: 1 },
      { id: 1013, key: 'asaastoken', value: { isSet: true, last4: '9x8w' }, companyId: 1 },
    ];
    answer(endpoints.settings.list, () => rows);
    return answer(endpoints.settings.savePlatform, ({ params, body }) => ({
      id: 1000,
      key: params.key,
      value: params.key === 'asaastoken' ? { isSet: true, last4: body.value.slice(-4) } : body.value,
      companyId: 1,
    }));
  };

  it('show sign-up, file size and write-only keys to the owner [M-208]', async () => {
    const saved = withPlatform();
    const { user } = await open(anAdmin({ super: true }), '/settings/platform');
    await user.click(await screen.findByRole('switch', { name: 'Cadastro aberto' }));
    expect(await screen.findByText('Operação atualizada com sucesso.')).toBeVisible();
    expect(saved[0]).toMatchObject({ params: { key: 'userCreation' }, body: { value: 'enabled' } });

    await user.click(screen.getByRole('combobox', { name: 'Tamanho máximo de arquivos' }));
    const sizes = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(sizes).toEqual(['32 MB', '64 MB', '128 MB', '256 MB', '512 MB', '1024 MB', '2048 MB']);
    await user.click(screen.getByRole('option', { name: '256 MB' }));
    await waitFor(() => expect(saved[1]?.body.value).toBe('256'));

    expect(screen.getByText(/termina em 9x8w/)).toBeVisible();
    const field = screen.getByLabelText('Asaas: token');
    expect(field).toHaveValue('');
    put(field, 'novo-token-77ab');
    await user.click(screen.getByRole('button', { name: 'Salvar Asaas: token' }));
    expect(await screen.findByText(/termina em 77ab/)).toBeVisible();
    expect(field).toHaveValue('');
  });

  it('are hidden from a company admin', async () => {
    withPlatform();
    await open(anAdmin(), '/settings/platform');
    await row('Exigir tag para resolver');
    expect(screen.queryByRole('tab', { name: 'Plataforma' })).not.toBeInTheDocument();
    expect(screen.queryByText(/Asaas/)).not.toBeInTheDocument();
  });
});

const aCompany = {
  id: 7,
  name: 'Ótica Boa Vista',
  email: null,
  status: true,
  dueDate: '2099-12-31T00:00:00.000Z',
  createdAt: '2026-01-05T12:00:00.000Z',
  phone: null,
  document: null,
  lastLogin: null,
  plan: anAdmin().company.plan,
};
