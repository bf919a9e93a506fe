import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { Connection } from '@balcao/contract/endpoints/connections';
import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aConnection, anAdmin, aQueue } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const TOKEN = 'Ab3dEf6hIj9lMn2pQr5tUv8xYz1BcD';

function open(connections: Connection[] = [], as: SessionUser = anAdmin()) {
  answer(endpoints.queues.list, () => [
    aQueue({ id: 2, name: 'Suporte' }),
    aQueue({ id: 3, name: 'Vendas', color: '#2f9e44' }),
  ]);
  answer(endpoints.connections.list, () => connections);
  const created = answer(endpoints.connections.create, ({ body }) => {
    const newConnection = aConnection({
      id: 9,
      name: body.name,
      channel: body.channel,
      provider: body.provider,
      status: 'OPENING',
    });
    connections.push(newConnection);
    return { ...newConnection, token: TOKEN };
  });
  const updated = answer(endpoints.connections.update, ({ params }) => connections.find(({ id }) => id === params.id)!);
  const { user } = renderScreen('/connections', { as });
  return { user, created, updated, connections };
}
type User = ReturnType<typeof open>['user'];

async function startNew(user: User, channel = 'WhatsApp') {
  await user.click((await screen.findAllByRole('button', { name: 'Nova conexão' }))[0]!);
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${channel}`) }));
  return screen.findByRole('dialog', { name: `Nova conexão · ${channel}` });
}
async function startEditing(user: User, name = 'Matriz') {
  await user.click(await screen.findByRole('button', { name: `Editar ${name}` }));
  return screen.findByRole('dialog', { name: `Editar ${name}` });
}
const save = () => screen.getByRole('button', { name: 'Salvar conexão' });
const tab = (name: string) => screen.getByRole('tab', { name });
const withSettings = (settings: Record<string, string>, plan = {}): SessionUser => {
  const admin = anAdmin();
  const companieSettings = Object.entries(settings).map(([key, value]) => ({ key, value }));
  return {
    ...admin,
    company: { ...admin.company, companieSettings, plan: { ...admin.company.plan, ...plan } },
  };
};

/** Sets the whole value at once; typing key by key is tested with the field components. */
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('creating a connection', () => {
  it('offers only the providers of this server', async () => {
    const { user, created } = open();
    const dialog = await startNew(user);
    const providerChoice = within(dialog).getByRole('group', { name: 'Tipo de conexão' });
    expect(within(providerChoice).getByRole('radio', { name: /Testar sem conta \(simulador\)/ })).toBeChecked();
    expect(within(providerChoice).getAllByRole('radio')).toHaveLength(1);

    await user.type(within(dialog).getByLabelText(/^Nome/), 'Loja Centro');
    await user.click(save());
    await waitFor(() => expect(created).toHaveLength(1));
    expect(created[0]?.body).toMatchObject({
      name: 'Loja Centro',
      channel: 'whatsapp',
      provider: 'sandbox',
      maxUseBotQueues: 3,
      maxUseBotQueuesNPS: 3,
      groupAsTicket: 'disabled',
    });
  });

  it('uses the API channel with the official API', async () => {
    answer(endpoints.connections.providers, () => ['beta' as const, 'official' as const]);
    const { user, created } = open();
    const dialog = await startNew(user);
    expect(within(dialog).queryByRole('radio', { name: /simulador/ })).not.toBeInTheDocument();
    expect(within(dialog).getByRole('radio', { name: /QR Code do celular/ })).toBeChecked();
    await user.click(within(dialog).getByRole('radio', { name: /API oficial da Meta/ }));
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Loja Centro');
    write(within(dialog).getByLabelText(/^Identificação do número/), '1001');
    write(within(dialog).getByLabelText(/^Identificação da conta/), '2001');
    write(within(dialog).getByLabelText(/^Token de acesso/), 'EAAx');
    await user.click(save());
    await waitFor(() => expect(created[0]?.body).toMatchObject({ channel: 'whatsappapi', provider: 'official' }));
  });

  it('shows the connection limit of the plan beside the provider choice', async () => {
    const { user } = open();
    answer(endpoints.connections.create, () => refuse('ERR_CONNECTION_LIMIT_REACHED'));
    const dialog = await startNew(user);
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Loja Centro');
    await user.click(save());
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'O plano da empresa não permite mais conexões neste canal.',
    );
  });

  it('creates the connection on the chosen channel', async () => {
    const { user, created } = open();
    const dialog = await startNew(user, 'Instagram');
    expect(within(dialog).queryByRole('radio', { name: /QR Code/ })).not.toBeInTheDocument();
    await user.type(within(dialog).getByLabelText(/^Nome/), '@oticaboavista');
    await user.click(save());
    await waitFor(() => expect(created[0]?.body).toMatchObject({ channel: 'instagram', provider: 'sandbox' }));
  });

  it('shows the token once, with a copy button [M-177]', async () => {
    const { user } = open();
    const written = vi.spyOn(navigator.clipboard, 'writeText');
    const dialog = await startNew(user);
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Loja Centro');
    await user.click(save());
    const secret = await screen.findByRole('dialog', { name: 'Token de “Loja Centro”' });
    expect(within(secret).getByText(TOKEN)).toBeVisible();
    expect(TOKEN).toMatch(/^[A-Za-z0-9]{30}$/);
    await user.click(within(secret).getByRole('button', { name: 'Copiar' }));
    expect(written).toHaveBeenCalledWith(TOKEN);
    await user.click(within(secret).getByRole('button', { name: 'Já guardei' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByText(TOKEN)).not.toBeInTheDocument();
  });

  it('opens the QR dialog after the token dialog as soon as there is a code [M-174]', async () => {
    const { user, connections } = open();
    const dialog = await startNew(user);
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Loja Centro');
    await user.click(save());
    await screen.findByRole('dialog', { name: 'Token de “Loja Centro”' });
    connect();
    connections[0] = { ...connections[0]!, status: 'qrcode', qrcode: 'a-code' };
    receive('whatsappSession', { action: 'update', session: connections[0] });
    await user.click(screen.getByRole('button', { name: 'Já guardei' }));
    expect(await screen.findByRole('dialog', { name: 'Conectar Loja Centro' })).toBeVisible();
  });

  it('requires a name of 2 to 50 letters that is unique on its channel [M-177]', async () => {
    const { user, created } = open();
    const dialog = await startNew(user);
    const name = within(dialog).getByLabelText(/^Nome/);
    await user.click(save());
    expect(await screen.findByText('Obrigatório')).toBeVisible();
    await user.type(name, 'A');
    expect(await screen.findByText('Muito curto!')).toBeVisible();
    expect(name).toHaveAttribute('maxlength', '50');
    expect(created).toHaveLength(0);

    answer(endpoints.connections.create, () => refuse('ERR_WAPP_NAME_TAKEN', { field: 'name', rule: 'taken' }));
    await user.type(name, 'BC');
    await user.click(save());
    expect(await screen.findByText('Já existe uma conexão com este nome neste canal.')).toBeVisible();
    expect(name).toBeInvalid();
    expect(name).toHaveValue('ABC');
  });

  it('shows an unavailable provider as an error of the provider field', async () => {
    const { user } = open();
    answer(endpoints.connections.create, () =>
      refuse('ERR_PROVIDER_UNAVAILABLE', { field: 'provider', rule: 'choice' }),
    );
    const dialog = await startNew(user);
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Loja Centro');
    await user.click(save());
    expect(await within(dialog).findByText('Este tipo de conexão ainda não está disponível aqui.')).toBeVisible();
  });

  it('shows an error text when the plan limit is reached', async () => {
    const { user } = open();
    answer(endpoints.connections.create, () => refuse('ERR_CONNECTION_LIMIT_REACHED'));
    const dialog = await startNew(user);
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Loja Centro');
    await user.click(save());
    expect(await screen.findByText('O plano da empresa não permite mais conexões neste canal.')).toBeVisible();
  });
});

describe('the tabs of a connection', () => {
  const names = () => screen.getAllByRole('tab').map((tabElement) => tabElement.textContent);

  it('shows seven tabs with integrations in the plan and business hours by connection [M-172]', async () => {
    const { user } = open([aConnection()], withSettings({ scheduleType: 'connection' }));
    await startEditing(user);
    expect(names()).toEqual(['Geral', 'Integrações', 'Mensagens', 'Chatbot', 'Avaliações', 'Fluxo padrão', 'Horários']);
  });

  it('shows five tabs without integrations and business hours by connection [M-172]', async () => {
    const { user } = open([aConnection()], withSettings({ scheduleType: 'company' }, { useIntegrations: false }));
    await startEditing(user);
    expect(names()).toEqual(['Geral', 'Integrações', 'Mensagens', 'Chatbot', 'Avaliações']);
  });
});

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

  it('requires the rating message and its waiting time when ratings are enabled [M-153]', async () => {
    const { user, updated } = open([aConnection()], withSettings({ userRating: 'enabled' }));
    await startEditing(user);
    await user.click(save());
    await waitFor(() => expect(tab('Avaliações')).toHaveAttribute('aria-selected', 'true'));
    const message = screen.getByLabelText(/^Mensagem da avaliação/);
    const expires = screen.getByLabelText(/^Esperar a nota por/);
    expect(message).toBeInvalid();
    expect(expires).toBeInvalid();
    write(message, 'Nota de 0 a 10?');
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

  it('ignores groups by default and can serve them as conversations [M-180]', async () => {
    const { user, updated } = open([aConnection()]);
    await startEditing(user);
    expect(screen.queryByRole('switch', { name: 'Atender grupos como conversas' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('switch', { name: 'Receber mensagens de grupos' }));
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
    expect(screen.getByLabelText('Domingo: começo do 1º turno')).toHaveValue('08:00');
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
      place: {
        queueId: null,
        queueName: null,
        optionId: null,
        userId: null,
        userName: null,
        status: 'pending' as const,
        closes: false,
      },
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

  it('replaces the token after confirmation, shows it once and keeps the form values', async () => {
    const { user } = open([aConnection({ tokenLast4: 'x9Zk' })]);
    const renewed = answer(endpoints.connections.newToken, () => ({ token: TOKEN }));
    await startEditing(user);
    expect(screen.getByText(/Termina em …x9Zk/)).toBeVisible();
    await user.type(screen.getByLabelText(/^Nome/), ' 2');
    await user.click(screen.getByRole('button', { name: 'Gerar novo token' }));
    const question = await screen.findByRole('dialog', { name: 'Gerar um novo token para “Matriz”?' });
    expect(renewed).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Gerar novo token' }));
    expect(await screen.findByText(TOKEN)).toBeVisible();
    expect(screen.getByLabelText(/^Nome/)).toHaveValue('Matriz 2');
  });
});
