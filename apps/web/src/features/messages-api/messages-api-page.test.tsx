import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aConnection, anAdmin, anAgent, aPlan, aQueue, aUser } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, goOffline, goOnline, refuse } from '../../testing/server.ts';
// The screen is lazy; loading it here keeps the first test from waiting for it.
import './messages-api-page.tsx';
import { fieldRows } from './reference.ts';

const USED_AT = '2026-07-20T12:00:00.000Z';
function answerRequests() {
  answer(endpoints.connections.list, () => [
    aConnection({ id: 1, name: 'Matriz', tokenLast4: 'Lp2v', tokenUsedAt: USED_AT }),
    aConnection({ id: 2, name: 'Loja Centro', status: 'DISCONNECTED', tokenLast4: '0wTz' }),
    aConnection({ id: 3, name: 'Página', channel: 'facebook' }),
  ]);
  answer(endpoints.queues.list, () => [aQueue({ id: 2, name: 'Vendas' })]);
  answer(endpoints.access.pickUsers, () => [aUser({ id: 4, name: 'Caio Andrade' })]);
}
function open(as = anAdmin()) {
  answerRequests();
  return renderScreen('/messages-api', { as });
}
const accepts = () =>
  answer(endpoints.messages.sendByToken, () => ({ status: 'SUCCESS' as const, ticketId: 48213, messageIds: [7] }));
const box = (name: RegExp) => screen.findByRole('textbox', { name });
const sendButton = () => screen.findByRole('button', { name: 'Enviar de verdade' });
/** A password field has no role. */
const tokenBox = () => screen.findByLabelText(/^Token/, { selector: 'input' });
const sample = () => screen.getByRole('region', { name: 'Exemplo em código' }).querySelector('pre')!;

async function typeMessage(user: ReturnType<typeof renderScreen>['user']) {
  await user.type(await tokenBox(), 'mQ7xSecretLp2v');
  await user.type(await box(/^Número/), '5500998124471');
  await user.type(await box(/^Texto/), 'Oi, Helena!');
}

describe('the reference of the send API [M-285]', () => {
  it('names every field of the call and no other', async () => {
    const fields = [
      ...Object.keys(endpoints.messages.sendByToken.body.shape),
      endpoints.messages.sendByToken.optionalFiles,
    ];
    expect(fieldRows.map(({ name }) => name).toSorted()).toEqual(fields.toSorted());
    open();
    const list = within(await screen.findByRole('list', { name: 'Campos' }));
    for (const name of fields) expect(list.getByText(name)).toBeVisible();
    expect(screen.getByText('/api/messages/send')).toBeVisible();
  });

  it('has the errors with their status and the sentence of the catalogue', async () => {
    open();
    const list = within(await screen.findByRole('list', { name: 'Erros' }));
    const row = list.getByText('ERR_API_TOKEN').closest('li')!;
    expect(row).toHaveTextContent('403');
    expect(row).toHaveTextContent('Este token não existe mais. Copie o token da página de conexões.');
    expect(list.getByText('ERR_TOO_MANY_TRIES').closest('li')).toHaveTextContent('429');
  });

  it('links to the whole reference', async () => {
    open();
    expect(await screen.findByRole('link', { name: 'Referência completa' })).toHaveAttribute('href', '/docs');
  });

  it('lists the connections that can send, with the end of each token only', async () => {
    open();
    const list = within(await screen.findByRole('list', { name: 'Tokens' }));
    expect(list.getByText('Matriz').closest('li')).toHaveTextContent('Conectado');
    expect(list.getByText('Matriz').closest('li')).toHaveTextContent('termina em …Lp2v');
    expect(list.getByText('Matriz').closest('li')).toHaveTextContent('Último uso: 20/07/2026 09:00');
    expect(list.getByText('Loja Centro').closest('li')).toHaveTextContent('Desconectado');
    expect(list.getByText('Loja Centro').closest('li')).toHaveTextContent('Último uso: nunca');
    expect(list.queryByText('Página')).toBeNull();
    expect(screen.getByRole('link', { name: 'Abrir conexões' })).toHaveAttribute('href', '/connections');
  });

  it('says that a WhatsApp connection is missing, and loads again after an error', async () => {
    answerRequests();
    answer(endpoints.connections.list, () => refuse('ERR_BUSY'));
    const { user } = renderScreen('/messages-api', { as: anAdmin() });
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    answer(endpoints.connections.list, () => []);
    await user.click(again);
    expect(await screen.findByText(/^Nenhuma conexão de WhatsApp/)).toBeVisible();
  });

  it('is open to an agent, without the way to the tokens', async () => {
    open(anAgent());
    expect(await screen.findByRole('heading', { name: 'API de mensagens' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Abrir conexões' })).toBeNull();
  });

  it('is closed to a company whose plan lacks the external API', async () => {
    const admin = anAdmin();
    open({ ...admin, company: { ...admin.company, plan: aPlan({ useExternalApi: false }) } });
    expect(
      await screen.findByText(
        'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
      ),
    ).toBeVisible();
  });
});

describe('the form that tries the API [M-285]', () => {
  it('asks for token, number and text together', async () => {
    const { user } = open();
    const sent = accepts();
    await user.click(await sendButton());
    await waitFor(() => expect(screen.getAllByText('Obrigatório')).toHaveLength(3));
    expect(await tokenBox()).toHaveFocus();
    expect(sent).toHaveLength(0);
  });

  it('sends a text with the typed token, and asks for the conversation', async () => {
    const { user } = open();
    const sent = accepts();
    const shown = answer(endpoints.tickets.show, () => refuse('ERR_NO_PERMISSION'));
    await typeMessage(user);
    await user.click(await sendButton());
    expect(await screen.findByText('Mensagem enviada com sucesso')).toBeVisible();
    expect(sent[0]?.token).toBe('mQ7xSecretLp2v');
    expect(sent[0]?.body).toMatchObject({
      number: '5500998124471',
      body: 'Oi, Helena!',
      closeTicket: false,
    });
    expect(within(screen.getByRole('region', { name: 'Experimente' })).getByText(/"status": "SUCCESS"/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ver na conversa' }));
    expect(await screen.findByText('Seu perfil não permite esta ação.')).toBeVisible();
    expect(shown[0]?.params.id).toBe(48213);
  });

  it('sends queue, agent, signature and «resolver»', async () => {
    const { user } = open();
    const sent = accepts();
    await typeMessage(user);
    await user.click(screen.getByRole('combobox', { name: 'Fila' }));
    await user.click(await screen.findByRole('option', { name: 'Vendas' }));
    await user.click(screen.getByRole('combobox', { name: 'Atendente' }));
    await user.click(await screen.findByRole('option', { name: 'Caio Andrade' }));
    await user.click(screen.getByRole('checkbox', { name: 'Assinar' }));
    await user.click(screen.getByRole('checkbox', { name: 'Resolver' }));
    await user.click(await sendButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ queueId: 2, userId: 4, sendSignature: true, closeTicket: true });
  });

  it('drops the signs of a pasted number', async () => {
    const { user } = open();
    await user.click(await box(/^Número/));
    await user.paste('+55 (00) 99812-4471');
    expect(await box(/^Número/)).toHaveValue('5500998124471');
  });

  it('asks for a file, and sends it without a text', async () => {
    const { user } = open();
    const sent = accepts();
    await user.type(await tokenBox(), 'mQ7xSecretLp2v');
    await user.type(await box(/^Número/), '5500998124471');
    await user.click(screen.getByRole('button', { name: 'Arquivo' }));
    await user.click(await sendButton());
    expect(await screen.findByText('Escolha um arquivo')).toBeVisible();
    expect(sent).toHaveLength(0);
    await user.upload(screen.getByLabelText('Escolher arquivo', { selector: 'input' }), new File(['x'], 'nota.pdf'));
    await user.click(await sendButton());
    expect(await screen.findByText('Mensagem enviada com sucesso')).toBeVisible();
    expect(sent[0]?.file?.name).toBe('nota.pdf');
    expect(sent[0]?.body).toMatchObject({ number: '5500998124471', body: '' });
  });

  it('shows an unknown token at its field and the reply of the server, and stays signed in', async () => {
    const { user } = open();
    answer(endpoints.messages.sendByToken, () => refuse('ERR_API_TOKEN'));
    await typeMessage(user);
    await user.click(await sendButton());
    expect(await screen.findByText(/"error": "ERR_API_TOKEN"/)).toBeVisible();
    await waitFor(async () => expect(await tokenBox()).toBeInvalid());
    expect(screen.getByText('403', { selector: 'span' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'API de mensagens' })).toBeVisible();
  });

  it('repeats a message whose reply was lost with the same idempotency key', async () => {
    const { user } = open();
    const keys: (string | null)[] = [];
    const sent = accepts();
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    await typeMessage(user);
    goOffline();
    await user.click(await sendButton());
    expect((await screen.findAllByText(/^Sem conexão com o servidor/)).length).toBeGreaterThan(0);
    goOnline();
    await user.click(await sendButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    for (const [url, init] of fetchSpy.mock.calls)
      if (String(url) === '/api/messages/send') keys.push(new Headers(init?.headers).get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/.{16}/);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('the code sample', () => {
  it('is an example at first, then the call of the form, and never has the token', async () => {
    const { user } = open();
    await sendButton();
    expect(sample()).toHaveTextContent('Oi, Helena! Seu pedido 7731 chegou.');
    await user.type(await tokenBox(), 'mQ7xSecretLp2v');
    await user.type(await box(/^Texto/), 'Boleto pago');
    expect(sample()).toHaveTextContent('"body": "Boleto pago"');
    await user.click(screen.getByRole('button', { name: 'Python' }));
    expect(sample()).toHaveTextContent('requests.post(');
    await user.click(screen.getByRole('button', { name: 'Node.js' }));
    expect(sample()).toHaveTextContent('await fetch(');
    expect(sample()).not.toHaveTextContent('mQ7xSecretLp2v');
    await user.click(screen.getByRole('button', { name: 'Arquivo' }));
    expect(sample()).toHaveTextContent('openAsBlob("arquivo.pdf")');
  });

  it('is copied', async () => {
    const { user } = open();
    await sendButton();
    await user.click(screen.getByRole('button', { name: 'Copiar exemplo' }));
    expect(await screen.findByText('Copiado')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(sample().textContent);
  });
});
