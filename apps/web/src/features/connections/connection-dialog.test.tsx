import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aConnection } from '../../testing/fixtures.ts';
import { connect, receive } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { TOKEN, open, startNew, startEditing, save, withSettings, write } from './connection-dialog.fixture.ts';

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
    // The keys are verified as soon as the connection exists.
    answer(endpoints.linkings.show, () => ({
      fields: [],
      webhook: { url: 'https://exemplo.example.com/webhooks/meta', verifyToken: '', isOfPlatform: true },
    }));
    answer(endpoints.linkings.check, () => ({ findings: [], connection: aConnection({ id: 9 }) }));
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

  it('opens the QR dialog next and does not show the API token before [M-174] [F-U18]', async () => {
    const { user, connections } = open();
    const dialog = await startNew(user);
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Loja Centro');
    await user.click(save());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByText(TOKEN)).not.toBeInTheDocument();
    connect();
    connections[0] = { ...connections[0]!, status: 'qrcode', qrcode: 'a-code' };
    receive('whatsappSession', { action: 'update', session: connections[0] });
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

  it('are those with something to do, with the hours by connection [M-172] [F-U38]', async () => {
    const { user } = open([aConnection()], withSettings({ scheduleType: 'connection' }));
    await startEditing(user);
    expect(names()).toEqual(['Geral', 'Integrações', 'Mensagens', 'Chatbot', 'Avaliações', 'Fluxo padrão', 'Horários']);
    await user.click(screen.getByRole('tab', { name: 'Integrações' }));
    expect(screen.getByRole('button', { name: 'Gerar novo token' })).toBeVisible();
  });

  it('of a new connection leave out the integrations if the plan has none, because there is no token yet [F-U38]', async () => {
    const without = { useIntegrations: false, useOpenAi: false };
    const { user } = open([], withSettings({ scheduleType: 'company' }, without));
    await startNew(user);
    expect(names()).toEqual(['Geral', 'Mensagens', 'Chatbot', 'Avaliações']);
  });

  it('of a new connection offer integration and prompt at once [M-172]', async () => {
    const { user, created } = open();
    const dialog = await startNew(user);
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Loja Centro');
    await user.click(screen.getByRole('tab', { name: 'Integrações' }));
    expect(screen.queryByRole('button', { name: 'Gerar novo token' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'Integração' }));
    await user.click(await screen.findByRole('option', { name: 'Aviso de venda · Webhook' }));
    await user.click(save());
    await waitFor(() => expect(created[0]?.body).toMatchObject({ integrationId: 6 }));
    expect(created[0]?.body).not.toHaveProperty('promptId');
  });
});
