import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aConnection, stillPending } from '../../testing/fixtures.ts';
import { answer } from '../../testing/server.ts';
import { TOKEN, open, startEditing, save, tab, withSettings, write, daysFromNow } from './connection-dialog.fixture.ts';

describe('editing a connection', () => {
  it('loads, changes and sends the seven messages [M-178]', async () => {
    const { user, updated } = open([
      aConnection({ greetingMessage: 'Olá!', complationMessage: 'Até logo', ratingMessage: 'Nota de 0 a 10?' }),
    ]);
    await startEditing(user);
    await user.click(tab('Mensagens'));
    expect(screen.getByLabelText('Saudação')).toHaveValue('Olá!');
    write(screen.getByLabelText('Fora do expediente'), 'Voltamos às 8h');
    write(screen.getByLabelText('Mensagem das férias'), 'Em férias');
    fireEvent.change(screen.getByLabelText(/^De\b/), { target: { value: '2026-12-24' } });
    fireEvent.change(screen.getByLabelText(/^Até/), { target: { value: '2027-01-02' } });
    await user.click(tab('Chatbot'));
    await user.click(screen.getByRole('switch', { name: 'Resolver conversas paradas' }));
    write(screen.getByLabelText('Aviso de inatividade'), 'Ainda está aí?');
    write(screen.getByLabelText('Mensagem ao resolver por inatividade'), 'Encerrando por aqui');
    await user.click(save());
    await waitFor(() => expect(updated).toHaveLength(1));
    expect(updated[0]?.body).toMatchObject({
      greetingMessage: 'Olá!',
      complationMessage: 'Até logo',
      outOfHoursMessage: 'Voltamos às 8h',
      ratingMessage: 'Nota de 0 a 10?',
      inactiveMessage: 'Ainda está aí?',
      expiresInactiveMessage: 'Encerrando por aqui',
      collectiveVacationMessage: 'Em férias',
      collectiveVacationStart: '2026-12-24',
      collectiveVacationEnd: '2027-01-02',
    });
    expect(updated[0]?.body).not.toHaveProperty('schedules');
    expect(updated[0]?.body).not.toHaveProperty('provider');
  });

  it('requires a greeting with more than one queue and opens its tab', async () => {
    const { user, updated } = open([aConnection({ queueIds: [2, 3] })]);
    await startEditing(user);
    await user.click(save());
    expect(await screen.findByText('Obrigatório')).toBeVisible();
    expect(tab('Mensagens')).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(screen.getByLabelText(/^Saudação/)).toHaveFocus());
    await user.keyboard('Bem-vindo');
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body).toMatchObject({ greetingMessage: 'Bem-vindo', queueIds: [2, 3] }));
  });

  it('requires both time and queue for redirection', async () => {
    const { user, updated } = open([aConnection()]);
    await startEditing(user);
    await user.click(tab('Chatbot'));
    const after = screen.getByLabelText('Transferir depois de');
    await user.clear(after);
    await user.type(after, '5');
    await user.click(save());
    expect(await screen.findByText('Obrigatório')).toBeVisible();
    expect(updated).toHaveLength(0);
    await user.click(screen.getByRole('combobox', { name: /^Para a fila/ }));
    await user.click(await screen.findByRole('option', { name: 'Vendas' }));
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body).toMatchObject({ timeSendQueue: 5, sendIdQueue: 3 }));
  });

  it('chooses the flows that start by themselves, and sends only what was changed [M-181]', async () => {
    answer(endpoints.flows.list, () => ({
      flows: [
        { id: 3, name: 'Boas-vindas', active: true },
        { id: 4, name: 'Antigo', active: false },
      ],
      count: 2,
      hasMore: false,
    }));
    const { user, updated } = open([aConnection({ flowIdNotPhrase: 4 })]);
    await startEditing(user);
    await user.click(tab('Fluxo padrão'));
    expect(screen.getByRole('combobox', { name: 'Fluxo de resposta padrão' })).toHaveTextContent('Antigo (desativado)');
    await user.click(screen.getByRole('combobox', { name: 'Fluxo de boas-vindas' }));
    await user.click(await screen.findByRole('option', { name: 'Boas-vindas' }));
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body).toMatchObject({ flowIdWelcome: 3 }));
    expect(updated[0]?.body).not.toHaveProperty('flowIdNotPhrase');
  });

  it('chooses integration and prompt, and sends only what was changed [M-172] [M-181]', async () => {
    const { user, updated } = open([aConnection({ integrationId: 7 })]);
    await startEditing(user);
    await user.click(tab('Integrações'));
    const integration = screen.getByRole('combobox', { name: 'Integração' });
    await waitFor(() => expect(integration).toHaveTextContent('Promo · Typebot'));
    await user.click(screen.getByRole('combobox', { name: 'Prompt de IA' }));
    await user.click(await screen.findByRole('option', { name: 'Vendedora' }));
    expect(await screen.findByText(/^O prompt de IA responde primeiro/)).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body).toMatchObject({ promptId: 5 }));
    expect(updated[0]?.body).not.toHaveProperty('integrationId');
  });

  it('removes the integration of a connection [M-181]', async () => {
    const { user, updated } = open([aConnection({ integrationId: 7, promptId: 5 })]);
    await startEditing(user);
    await user.click(tab('Integrações'));
    await user.click(screen.getByRole('combobox', { name: 'Integração' }));
    await user.click(await screen.findByRole('option', { name: 'Nenhuma' }));
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body).toMatchObject({ integrationId: null }));
    expect(updated[0]?.body).not.toHaveProperty('promptId');
  });

  it('has no default flows without integrations in the plan [M-172]', async () => {
    const { user } = open([aConnection()], withSettings({}, { useIntegrations: false }));
    await startEditing(user);
    expect(screen.queryByRole('tab', { name: 'Fluxo padrão' })).not.toBeInTheDocument();
  });

  it('requires vacation dates in order and not long past [M-151]', async () => {
    const { user, updated } = open([aConnection({ collectiveVacationMessage: 'Férias' })]);
    await startEditing(user);
    await user.click(save());
    const from = await screen.findByLabelText(/^De\b/);
    const until = screen.getByLabelText(/^Até/);
    await waitFor(() => expect(from).toBeInvalid());
    write(from, daysFromNow(-11));
    write(until, daysFromNow(5));
    expect(await screen.findByText('No máximo 10 dias atrás')).toBeVisible();
    write(from, daysFromNow(-9));
    write(until, daysFromNow(-10));
    expect(await screen.findByText('O fim deve ser depois do começo')).toBeVisible();
    write(until, daysFromNow(5));
    await user.click(save());
    await waitFor(() =>
      expect(updated[0]?.body).toMatchObject({
        collectiveVacationStart: daysFromNow(-9),
        collectiveVacationEnd: daysFromNow(5),
      }),
    );
  });

  it('accepts an unchanged vacation that began long ago', async () => {
    const old = { collectiveVacationStart: daysFromNow(-40), collectiveVacationEnd: daysFromNow(-30) };
    const { user, updated } = open([aConnection({ collectiveVacationMessage: 'Férias', ...old })]);
    await startEditing(user);
    await user.type(screen.getByLabelText(/^Nome/), ' 2');
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body).toMatchObject(old));
  });

  it('offers a missing question and does not hold up other changes [M-153] [F-U14]', async () => {
    const { user, updated } = open([aConnection()], withSettings({ userRating: 'enabled' }));
    await startEditing(user);
    await user.click(save());
    await waitFor(() => expect(updated).toHaveLength(1));
    expect(updated[0]?.body.ratingMessage).toBeUndefined();

    await startEditing(user);
    await user.click(tab('Avaliações'));
    expect(screen.getByText('Sem pergunta, esta conexão não pede a nota.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Usar uma pergunta pronta' }));
    expect(screen.getByLabelText(/^Mensagem da avaliação/)).toHaveValue(
      '{{firstName}}, de 0 a 10, que nota você dá ao nosso atendimento?',
    );
    await user.click(save());
    await waitFor(() =>
      expect(updated[1]?.body).toMatchObject({
        ratingMessage: expect.stringContaining('de 0 a 10'),
        expiresTicketNPS: 60,
      }),
    );
  });

  it('keeps a written question and its waiting time from being emptied [M-153]', async () => {
    const asking = aConnection({ ratingMessage: 'Que nota?', expiresTicketNPS: 30 });
    const { user, updated } = open([asking], withSettings({ userRating: 'enabled' }));
    await startEditing(user);
    await user.click(tab('Avaliações'));
    const message = screen.getByLabelText(/^Mensagem da avaliação/);
    const expires = screen.getByLabelText(/^Esperar a nota por/);
    write(message, '');
    await user.click(save());
    await waitFor(() => expect(message).toBeInvalid());
    write(message, 'Nota de 0 a 10?');
    write(expires, '0');
    await user.click(save());
    await waitFor(() => expect(expires).toBeInvalid());
    write(expires, '60');
    await user.click(save());
    await waitFor(() =>
      expect(updated[0]?.body).toMatchObject({ ratingMessage: 'Nota de 0 a 10?', expiresTicketNPS: 60 }),
    );
  });

  it('shows a text and requires nothing when ratings are disabled', async () => {
    const { user, updated } = open([aConnection()]);
    await startEditing(user);
    await user.click(tab('Avaliações'));
    expect(screen.getByText(/As avaliações estão desligadas/)).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(updated).toHaveLength(1));
  });

  it('leads to the setting that turns ratings on [F-U14]', async () => {
    answer(endpoints.settings.company, () => ({ userRating: 'disabled' }));
    answer(endpoints.companies.hours, () => ({ schedules: [], timeZone: 'America/Sao_Paulo', holidays: [] }));
    const { user } = open([aConnection()]);
    await startEditing(user);
    await user.click(tab('Avaliações'));
    await user.click(screen.getByRole('button', { name: 'Ligar avaliações' }));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Pedir avaliação' })).toHaveFocus());
  });

  it('defaults the closing of idle conversations to one day and requires a text for the warning [M-161] [M-162] [M-164]', async () => {
    const { user, updated } = open([aConnection()]);
    await startEditing(user);
    await user.click(tab('Chatbot'));
    expect(screen.queryByLabelText('Resolver depois de')).not.toBeInTheDocument();
    const idle = screen.getByRole('switch', { name: 'Resolver conversas paradas' });
    await user.click(idle);
    expect(screen.getByLabelText('Resolver depois de')).toHaveValue(1440);
    fireEvent.change(screen.getByLabelText('Avisar depois de'), { target: { value: '30' } });
    await user.click(save());
    expect(await screen.findByText('Obrigatório')).toBeVisible();
    write(screen.getByLabelText(/^Aviso de inatividade/), 'Ainda está aí?');
    await user.click(save());
    await waitFor(() =>
      expect(updated[0]?.body).toMatchObject({
        expiresTicket: 1440,
        timeInactiveMessage: 30,
        inactiveMessage: 'Ainda está aí?',
      }),
    );
  });

  it('ignores groups by default, says where they wait, and can serve them as conversations [M-180] [F-U49]', async () => {
    const { user, updated } = open([aConnection()]);
    await startEditing(user);
    expect(screen.queryByRole('switch', { name: 'Atender grupos como conversas' })).not.toBeInTheDocument();
    expect(screen.getByText(/^Esperam na aba Grupos, para quem pode atender grupos/)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Receber mensagens de grupos' }));
    expect(await screen.findByText(/^O grupo espera em Aguardando, como um cliente/)).toBeVisible();
    const asTicket = await screen.findByRole('switch', { name: 'Atender grupos como conversas' });
    expect(asTicket).not.toBeChecked();
    await user.click(asTicket);
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body).toMatchObject({ allowGroup: true, groupAsTicket: 'enabled' }));
  });

  it('keeps the default connection until another one becomes the default [M-177]', async () => {
    const { user, updated } = open([
      aConnection({ id: 1, name: 'Matriz', isDefault: true }),
      aConnection({ id: 2, name: 'Loja Centro' }),
    ]);
    await startEditing(user);
    expect(screen.getByRole('switch', { name: 'Conexão padrão' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    await startEditing(user, 'Loja Centro');
    await user.click(screen.getByRole('switch', { name: 'Conexão padrão' }));
    await user.click(save());
    await waitFor(() => expect(updated[0]).toMatchObject({ params: { id: 2 }, body: { isDefault: true } }));
  });

  it('uploads and removes the greeting file [M-179]', async () => {
    const connections = [aConnection()];
    const { user } = open(connections);
    const attached = answer(endpoints.connections.attach, ({ file }) => {
      connections[0] = { ...connections[0]!, greetingMediaAttachment: file.name };
      return { mensagem: 'ok' };
    });
    const detached = answer(endpoints.connections.detach, () => ({ message: 'ok' }));
    await startEditing(user);
    await user.click(tab('Mensagens'));
    await user.upload(screen.getByLabelText('Arquivo da saudação'), new File(['…'], 'folheto.pdf'));
    expect(screen.getByText('folheto.pdf')).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(attached[0]?.file.name).toBe('folheto.pdf'));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await startEditing(user);
    await user.click(tab('Mensagens'));
    await user.click(screen.getByRole('button', { name: 'Remover arquivo' }));
    expect(screen.getByText('Nenhum arquivo')).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(detached).toHaveLength(1));
  });

  it('requires complete shifts and an out-of-hours message [M-148] [M-149]', async () => {
    const { user, updated } = open([aConnection()], withSettings({ scheduleType: 'connection' }));
    await startEditing(user);
    await user.click(tab('Horários'));
    expect(screen.getByLabelText('Sexta-feira: começo do 1º turno')).toHaveValue('08:00');
    const end = () => screen.getByLabelText('Segunda-feira: fim do 2º turno');
    await user.clear(end());
    await user.click(save());
    await waitFor(() => expect(screen.getByLabelText(/^Fora do expediente/)).toHaveFocus());
    await user.keyboard('Voltamos às 8h.');
    await user.click(save());
    expect(await screen.findByText('Cada turno precisa de começo e fim, como 08:00 e 12:00.')).toBeVisible();
    expect(end()).toBeInvalid();
    expect(updated).toHaveLength(0);
    await user.type(end(), '1730');
    await waitFor(() => expect(screen.queryByText(/Cada turno precisa/)).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Segunda-feira: copiar para outros dias' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copiar para todos os dias' }));
    await user.click(save());
    await waitFor(() => expect(updated).toHaveLength(1));
    expect(updated[0]?.body.schedules?.map((day) => day.endTimeB)).toEqual(Array(7).fill('17:30'));
  });

  it('tests the bot with unsaved hours', async () => {
    const { user } = open(
      [aConnection({ outOfHoursMessage: 'Fechado' })],
      withSettings({ scheduleType: 'connection' }),
    );
    const tried = answer(endpoints.chatbots.try, () => ({
      steps: [{ step: 'hours' as const, outcome: 'answers' as const, why: 'outsideHours' as const }],
      answeredBy: 'hours' as const,
      says: [{ kind: 'text' as const, text: 'Fechado' }],
      place: stillPending,
    }));
    await startEditing(user);
    await user.click(tab('Horários'));
    await user.click(screen.getByRole('switch', { name: 'Sexta-feira: aberto' }));
    await user.click(screen.getByRole('button', { name: 'O que aconteceria?' }));
    await user.type(screen.getByLabelText('Mensagem do cliente'), 'Oi{Enter}');
    expect(await screen.findByText('Quem responde: Expediente')).toBeVisible();
    expect(screen.getByText('Fora do expediente', { selector: 'li span' })).toBeVisible();
    expect(tried[0]?.body.drafts.connection?.schedules?.[4]).toMatchObject({ weekdayEn: 'friday', startTimeA: '' });
  });

  it('tests the unsaved queues, texts and limits [F-U10]', async () => {
    const tried = answer(endpoints.chatbots.try, () => silence);
    const { user } = open([aConnection({ queueIds: [2] })]);
    await startEditing(user);
    await user.click(screen.getByRole('combobox', { name: /^Filas/ }));
    await user.click(await screen.findByRole('option', { name: 'Vendas' }));
    await user.click(tab('Mensagens'));
    write(screen.getByLabelText(/^Despedida/), 'Até mais!');
    await user.click(tab('Chatbot'));
    write(screen.getByLabelText(/^Vezes que o bot responde/), '7');
    await user.click(screen.getByRole('button', { name: 'O que aconteceria?' }));
    await user.type(screen.getByLabelText('Mensagem do cliente'), 'Oi{Enter}');
    await waitFor(() => expect(tried).toHaveLength(1));
    expect(tried[0]?.body.drafts.connection).toMatchObject({
      queueIds: [2, 3],
      complationMessage: 'Até mais!',
      maxUseBotQueues: 7,
    });
    await user.click(screen.getByRole('combobox', { name: 'Onde o cliente está' }));
    expect(await screen.findByRole('option', { name: 'Na fila Vendas' })).toBeVisible();
  });

  it('tests the unsaved prompt, integration and flows', async () => {
    const tried = answer(endpoints.chatbots.try, () => silence);
    const { user } = open([aConnection({ integrationId: 7, flowIdWelcome: 9 })]);
    await startEditing(user);
    await user.click(tab('Integrações'));
    await user.click(screen.getByRole('combobox', { name: 'Prompt de IA' }));
    await user.click(await screen.findByRole('option', { name: 'Vendedora' }));
    await user.click(screen.getByRole('button', { name: 'O que aconteceria?' }));
    await user.type(screen.getByLabelText('Mensagem do cliente'), 'Oi{Enter}');
    await waitFor(() => expect(tried).toHaveLength(1));
    expect(tried[0]?.body.drafts.connection).toMatchObject({
      promptId: 5,
      integrationId: 7,
      flowIdWelcome: 9,
      flowIdNotPhrase: null,
    });
  });

  it('replaces the token after confirmation, shows it once and keeps the form values [F-U18]', async () => {
    const { user } = open([aConnection({ tokenLast4: 'x9Zk' })]);
    const renewed = answer(endpoints.connections.newToken, () => ({ token: TOKEN }));
    await startEditing(user);
    await user.type(screen.getByLabelText(/^Nome/), ' 2');
    await user.click(tab('Integrações'));
    expect(screen.getByText(/Termina em …x9Zk/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Gerar novo token' }));
    const question = await screen.findByRole('dialog', { name: 'Gerar um novo token para “Matriz”?' });
    expect(renewed).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Gerar novo token' }));
    expect(await screen.findByText(TOKEN)).toBeVisible();
    expect(screen.getByLabelText(/^Nome/)).toHaveValue('Matriz 2');
  });
});

const silence = {
  steps: [],
  answeredBy: null,
  says: [],
  place: stillPending,
};
