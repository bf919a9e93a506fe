import type { Connection } from '@balcao/contract/endpoints/connections';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aConnection, anAdmin } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const TOKEN = 'Ab3dEf6hIj9lMn2pQr5tUv8xYz1BcD';
const LINK = 'a-link-of-at-least-twenty-letters';
const official = (own: Partial<Connection> = {}) =>
  aConnection({ provider: 'official', channel: 'whatsappapi', name: 'Matriz API', status: 'DISCONNECTED', ...own });

/** Fake server with these connections, all providers and the stored keys of an official account. */
function withConnections(...connections: Connection[]) {
  answer(endpoints.queues.list, () => []);
  answer(endpoints.connections.list, () => connections);
  answer(endpoints.connections.providers, () => ['sandbox' as const, 'beta' as const, 'official' as const]);
  answer(endpoints.linkings.show, () => ({
    fields: [
      { field: 'phoneNumberId' as const, isSet: true, last4: '1234' },
      { field: 'wabaId' as const, isSet: true, last4: '5678' },
      { field: 'accessToken' as const, isSet: true, last4: 'aZ9x' },
      { field: 'appSecret' as const, isSet: false, last4: '' },
      { field: 'verifyToken' as const, isSet: false, last4: '' },
    ],
    webhook: { url: 'https://exemplo.example.com/webhooks/meta/k3y', verifyToken: 'verify-me', isOfPlatform: false },
  }));
  return connections;
}
const addConnection = async (user: ReturnType<typeof renderScreen>['user'], channelName: string) => {
  await user.click((await screen.findAllByRole('button', { name: 'Nova conexão' }))[0]!);
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${channelName}`) }));
  return screen.findByRole('dialog', { name: `Nova conexão · ${channelName}` });
};

/** The address the browser was redirected to. */
const assign = vi.fn<(url: string | URL) => void>();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('an official WhatsApp account', () => {
  it('creates an official account with its keys and verifies them at once', async () => {
    const connections = withConnections();
    const created = answer(endpoints.connections.create, ({ body }) => {
      connections.push(official({ id: 9, name: body.name }));
      return { ...connections[0]!, token: TOKEN };
    });
    const checked = answer(endpoints.linkings.check, () => ({
      findings: [
        { field: 'accessToken', error: 'ERR_META_TOKEN', detail: 'Session has expired' },
        { field: 'phoneNumberId', error: 'ERR_META_PHONE_ID', detail: '' },
      ],
      connection: connections[0]!,
    }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    const dialog = await addConnection(user, 'WhatsApp');
    await user.click(within(dialog).getByRole('radio', { name: /API oficial da Meta/ }));
    await user.type(within(dialog).getByLabelText(/^Nome/), 'Matriz API');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar conexão' }));
    expect(await within(dialog).findAllByText('Obrigatório')).toHaveLength(3);
    await user.type(within(dialog).getByLabelText(/^Identificação do número/), '+55 00');
    expect(await within(dialog).findByText('Valor inválido')).toBeVisible();
    await user.clear(within(dialog).getByLabelText(/^Identificação do número/));
    await user.type(within(dialog).getByLabelText(/^Identificação do número/), '1001234');
    await user.type(within(dialog).getByLabelText(/^Identificação da conta/), '2005678');
    const token = within(dialog).getByLabelText(/^Token de acesso/);
    expect(token).toHaveAttribute('type', 'password');
    await user.type(token, ' EAAaZ9x ');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar conexão' }));
    await waitFor(() => expect(created).toHaveLength(1));
    expect(created[0]?.body).toMatchObject({
      channel: 'whatsappapi',
      provider: 'official',
      linking: { phoneNumberId: '1001234', wabaId: '2005678', accessToken: 'EAAaZ9x' },
    });
    expect(created[0]?.body.linking).not.toHaveProperty('appSecret');

    const form = await screen.findByRole('dialog', { name: 'Editar Matriz API' });
    await waitFor(() => expect(checked[0]?.params.id).toBe(9));
    expect(await within(form).findByText('A Meta não aceitou: veja o que corrigir.')).toBeVisible();
    expect(within(form).getByLabelText(/^Token de acesso/)).toHaveAccessibleDescription(/não aceita este token/);
    expect(within(form).getByLabelText(/^Identificação do número/)).toHaveAccessibleDescription(/Phone number ID/);
    expect(within(form).getByText('A Meta diz: Session has expired')).toBeVisible();
  });

  it('shows which keys are set without their values, and saves, verifies and clears a new one', async () => {
    withConnections(official({ id: 4 }));
    const updated = answer(endpoints.connections.update, () => official({ id: 4 }));
    answer(endpoints.linkings.check, () => ({ findings: [], connection: official({ id: 4, status: 'CONNECTED' }) }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Editar Matriz API' }));
    const token = await screen.findByLabelText(/^Token de acesso/);
    await waitFor(() => expect(token).toHaveAttribute('placeholder', 'Definido, termina em …aZ9x'));
    expect(token).toHaveValue('');
    await user.type(token, 'EAAnew');
    await user.click(screen.getByRole('button', { name: 'Verificar' }));
    expect(await screen.findByText('Tudo certo: a Meta aceitou a conta.')).toBeVisible();
    expect(updated[0]).toMatchObject({ params: { id: 4 }, body: { linking: { accessToken: 'EAAnew' } } });
    expect(updated[0]?.body.linking).toEqual({ accessToken: 'EAAnew' });
    expect(token).toHaveValue('');
  });

  it('asks for the PIN of a number that is not registered, and registers it [F-E6]', async () => {
    withConnections(official({ id: 4 }));
    const checked = answer(endpoints.linkings.check, ({ body }) => ({
      findings:
        body.pin === undefined ? [{ field: 'phoneNumberId', error: 'ERR_CHANNEL_UNREGISTERED', detail: '' }] : [],
      connection: official({ id: 4 }),
    }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Editar Matriz API' }));
    await user.click(await screen.findByRole('button', { name: 'Verificar' }));
    const pin = await screen.findByLabelText(/^PIN do número/);
    const register = screen.getByRole('button', { name: 'Registrar número' });
    await user.type(pin, '48a29');
    expect(register).toBeDisabled();
    await user.type(pin, '13');
    await user.click(register);
    expect(await screen.findByText('Tudo certo: a Meta aceitou a conta.')).toBeVisible();
    expect(checked.at(-1)?.body).toEqual({ pin: '482913' });
    expect(screen.queryByLabelText(/^PIN do número/)).not.toBeInTheDocument();
  });

  it('shows the webhook data for Meta with a copy button', async () => {
    withConnections(official({ id: 4 }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Editar Matriz API' }));
    expect(await screen.findByText('https://exemplo.example.com/webhooks/meta/k3y')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copiar: Endereço do webhook' }));
    expect(await navigator.clipboard.readText()).toBe('https://exemplo.example.com/webhooks/meta/k3y');
    await user.click(screen.getByRole('button', { name: 'Copiar: Token de verificação' }));
    expect(await navigator.clipboard.readText()).toBe('verify-me');
  });

  it('shows no webhook data when the platform’s own webhook is used', async () => {
    withConnections(official({ id: 4 }));
    answer(endpoints.linkings.show, () => ({
      fields: [],
      webhook: { url: 'https://exemplo.example.com/webhooks/meta', verifyToken: '', isOfPlatform: true },
    }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Editar Matriz API' }));
    expect(await screen.findByText(/não há nada a colar/)).toBeVisible();
    expect(screen.queryByText(/webhooks\/meta/)).toBeNull();
  });
});

describe('pages and Instagram accounts', () => {
  const page = (id: string, name: string, own: object = {}) => ({
    id,
    name,
    instagram: null,
    whatsappId: null,
    instagramWhatsappId: null,
    ...own,
  });

  it('links pages by signing in at Facebook, without typed fields [M-182]', async () => {
    withConnections();
    answer(endpoints.linkings.begin, () => ({ url: 'https://facebook.example.com/dialog?state=s' }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    const dialog = await addConnection(user, 'Facebook');
    await user.click(within(dialog).getByRole('radio', { name: /API oficial da Meta/ }));
    expect(within(dialog).queryByLabelText(/^Nome/)).toBeNull();
    expect(within(dialog).queryByRole('tab')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Conectar com Facebook' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://facebook.example.com/dialog?state=s'));
  });

  it('shows an error without redirecting when the platform has no Meta app', async () => {
    withConnections();
    answer(endpoints.linkings.begin, () => refuse('ERR_PROVIDER_UNAVAILABLE'));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    const dialog = await addConnection(user, 'Instagram');
    await user.click(within(dialog).getByRole('radio', { name: /API oficial da Meta/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Conectar com Facebook' }));
    expect(await screen.findByText('Este tipo de conexão ainda não está disponível aqui.')).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
  });

  it('connects the chosen pages with their Instagram accounts after the redirect [M-182]', async () => {
    withConnections();
    const requests = answer(endpoints.linkings.pages, () => ({
      pages: [
        page('71', 'Ótica Boa Vista', { instagram: { id: '81', name: '@oticaboavista' } }),
        page('72', 'Ótica Olinda', { whatsappId: 5 }),
      ],
    }));
    const joined = answer(endpoints.linkings.join, () => [
      official({ id: 11, channel: 'facebook', name: 'Ótica Boa Vista', status: 'CONNECTED' }),
      official({ id: 12, channel: 'instagram', name: '@oticaboavista', status: 'CONNECTED' }),
    ]);
    const { user, router } = renderScreen(`/connections?link=${LINK}`, { as: anAdmin() });
    const dialog = await screen.findByRole('dialog', { name: 'O que conectar?' });
    expect(requests[0]?.query.link).toBe(LINK);
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(await within(dialog).findByText('já conectada; o acesso será renovado')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Conectar' }));
    expect(await within(dialog).findByText('Escolha pelo menos uma página')).toBeVisible();
    await user.click(within(dialog).getByRole('checkbox', { name: /Ótica Boa Vista/ }));
    expect(within(dialog).getByRole('switch', { name: 'Conectar também o Instagram' })).toBeChecked();
    await user.click(within(dialog).getByRole('button', { name: 'Conectar' }));
    expect(await screen.findByText('2 contas conectadas')).toBeVisible();
    expect(joined[0]?.body).toEqual({ link: LINK, pageIds: ['71'], addInstagram: true });
  });

  it('offers to sign in again without pages or after the sign-in expired', async () => {
    withConnections();
    answer(endpoints.linkings.pages, () => ({ pages: [] }));
    answer(endpoints.linkings.begin, () => ({ url: 'https://facebook.example.com/dialog' }));
    const { user } = renderScreen(`/connections?link=${LINK}`, { as: anAdmin() });
    expect(await screen.findByText('Nenhuma página encontrada')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Entrar de novo' }));
    await waitFor(() => expect(assign).toHaveBeenCalled());
  });

  it('shows only known error texts when access was denied', async () => {
    withConnections();
    const { router } = renderScreen('/connections?linkError=Ligue%20para%200800', { as: anAdmin() });
    expect(await screen.findByText(/O acesso não foi permitido no Facebook/)).toBeVisible();
    expect(screen.queryByText(/Ligue para/)).toBeNull();
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});

describe('revoked access', () => {
  it('shows an alert for a page and grants access again at Facebook', async () => {
    const connections = withConnections(
      official({ id: 3, channel: 'facebook', name: 'Ótica Boa Vista', status: 'CONNECTED' }),
    );
    answer(endpoints.linkings.begin, () => ({ url: 'https://facebook.example.com/dialog' }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await screen.findByRole('button', { name: 'Desconectar: Ótica Boa Vista' });
    expect(screen.queryByText(/não recebe nem envia/)).toBeNull();
    connect();
    connections[0] = { ...connections[0]!, status: 'DISCONNECTED', pausedBecause: 'ERR_CHANNEL_ACCOUNT' };
    receive('whatsappSession', { action: 'update', session: connections[0] });
    const notice = (await screen.findByText('Ótica Boa Vista não recebe nem envia mensagens.')).closest(
      '[role=alert]',
    )!;
    expect(notice).toHaveTextContent('O canal não aceita mais esta conta');
    expect(screen.queryByRole('button', { name: /Novo QR/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Conectar de novo: Ótica Boa Vista' })).toBeVisible();
    await user.click(within(notice as HTMLElement).getByRole('button', { name: 'Conectar de novo' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://facebook.example.com/dialog'));
  });

  it('opens the keys of an official number', async () => {
    withConnections(official({ id: 4, pausedBecause: 'ERR_CHANNEL_ACCOUNT' }));
    const { user } = renderScreen('/connections', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Corrigir os dados' }));
    expect(await screen.findByLabelText(/^Token de acesso/)).toBeVisible();
  });
});
