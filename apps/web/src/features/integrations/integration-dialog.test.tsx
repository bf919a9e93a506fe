import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answer, refuse } from '../../testing/server.ts';
import {
  anIntegration,
  choose,
  open,
  save,
  SECRET,
  startEditing,
  startNew,
  withIntegrations,
  write,
} from './integrations.fixture.ts';

/** Not the name of the header or of the project. */
const NAME = /^Nome \*$/;
const account = JSON.stringify({
  type: 'service_account',
  project_id: 'otica-boa-vista',
  client_email: 'bot@otica-boa-vista.iam.gserviceaccount.com',
  private_key: '-----BEGIN PRIVATE KEY-----',
});

describe('the form of an integration', () => {
  it('requires a name of 2 to 50 characters, with the texts of the specification [M-277]', async () => {
    const { created } = withIntegrations();
    const { user } = open();
    const dialog = within(await startNew(user));
    await user.click(save());
    expect(await dialog.findAllByText('Obrigatório')).toHaveLength(2);
    write(NAME, 'a');
    expect(await dialog.findByText('Muito curto!')).toBeVisible();
    write(NAME, 'a'.repeat(51));
    expect(await dialog.findByText('Muito longo!')).toBeVisible();
    write(NAME, 'a'.repeat(50));
    write(/^Endereço/, 'ftp://erp');
    expect(await dialog.findByText('Comece com https://, sem usuário, senha ou #')).toBeVisible();
    expect(created).toHaveLength(0);
  });

  it('offers the five types, each with its own fields [M-277]', async () => {
    withIntegrations();
    const { user } = open();
    const dialog = within(await startNew(user));
    await user.click(dialog.getByRole('combobox', { name: /^Tipo/ }));
    const types = within(await screen.findByRole('listbox', { name: /^Tipo/ })).getAllByRole('option');
    expect(types.map(({ textContent }) => textContent)).toEqual([
      'Dialogflow',
      'n8n',
      'Webhook',
      'Typebot',
      'Fluxo de conversa',
    ]);
    await user.click(types[0]!);
    await user.click(save());
    // Name, service account and project.
    await waitFor(() => expect(dialog.getAllByText('Obrigatório')).toHaveLength(3));
    await choose(user, /^Tipo/, 'Typebot');
    await user.click(save());
    // Name, address and slug.
    await waitFor(() => expect(dialog.getAllByText('Obrigatório')).toHaveLength(3));
    expect(dialog.getByLabelText('Intervalo entre mensagens (ms)')).toHaveValue(1000);
    expect(dialog.getByLabelText('Expira em minutos')).toHaveValue(1);
    await choose(user, /^Tipo/, 'Fluxo de conversa');
    await user.click(save());
    // Name and flow.
    await waitFor(() => expect(dialog.getAllByText('Obrigatório')).toHaveLength(2));
  });

  it('creates a webhook and shows its secret once, to be copied [M-277]', async () => {
    const { created } = withIntegrations();
    const { user } = open();
    await startNew(user);
    write(NAME, 'Aviso de venda');
    write(/^Endereço/, 'https://erp.example.com/avisos');
    write('Nome do cabeçalho', 'Authorization');
    await user.click(save());
    expect(await screen.findByText('Obrigatório')).toBeVisible();
    write('Valor do cabeçalho', 'Bearer abc');
    await user.click(save());
    const shown = within(await screen.findByRole('dialog', { name: 'Segredo de “Aviso de venda”' }));
    expect(created[0]?.body).toMatchObject({
      type: 'webhook',
      name: 'Aviso de venda',
      urlN8N: 'https://erp.example.com/avisos',
      headerName: 'Authorization',
      headerValue: 'Bearer abc',
    });
    expect(shown.getByText(SECRET)).toBeVisible();
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(shown.getByRole('button', { name: 'Copiar' }));
    expect(copied).toHaveBeenCalledWith(SECRET);
    // It is shown only once: neither Esc nor a click outside loses it.
    await user.keyboard('{Escape}');
    await user.click(document.querySelector('[class*="scrim"]')!);
    expect(shown.getByText(SECRET)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Já guardei' }));
    await waitFor(() => expect(screen.queryByText(SECRET)).not.toBeInTheDocument());
  });

  it('replaces the secret after a confirmation and shows the new one', async () => {
    withIntegrations(anIntegration());
    const rotated = answer(endpoints.integrations.rotateSecret, () => ({ signingSecret: SECRET }));
    const { user } = open();
    const dialog = within(await startEditing(user, 'Aviso de venda'));
    expect(dialog.getByText(/Termina em …x9Zk/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Gerar novo segredo' }));
    const question = within(
      await screen.findByRole('dialog', { name: 'Gerar um novo segredo para “Aviso de venda”?' }),
    );
    expect(rotated).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Gerar novo segredo' }));
    expect(await dialog.findByText(SECRET)).toBeVisible();
    expect(dialog.getByText(/Termina em …0b1d/)).toBeVisible();
    await choose(user, /^Tipo/, 'Typebot');
    await choose(user, /^Tipo/, 'Webhook');
    expect(dialog.getByText(SECRET)).toBeVisible();
    await user.keyboard('{Escape}');
    const discard = within(await screen.findByRole('dialog', { name: /Descartar/ }));
    await user.click(discard.getByRole('button', { name: 'Continuar editando' }));
    expect(dialog.getByText(SECRET)).toBeVisible();
  });

  it('keeps stored values that are left empty, and asks for the header value with another address', async () => {
    const { updated } = withIntegrations(anIntegration({ headerName: 'X-Key', hasHeaderValue: true }));
    const { user } = open();
    await startEditing(user, 'Aviso de venda');
    expect(screen.getByText('Há um valor guardado. Deixe vazio para mantê-lo.')).toBeVisible();
    write(NAME, 'Avisos');
    await user.click(save());
    await waitFor(() => expect(updated).toHaveLength(1));
    expect(updated[0]?.body).toEqual({
      type: 'webhook',
      name: 'Avisos',
      urlN8N: 'https://erp.example.com/avisos',
      headerName: 'X-Key',
    });
    await startEditing(user, 'Avisos');
    write(/^Endereço/, 'https://outro.example.com/');
    expect(await screen.findByText('Com outro endereço, informe o valor de novo.')).toBeVisible();
    await user.click(save());
    expect(await screen.findByText('Obrigatório')).toBeVisible();
    expect(updated).toHaveLength(1);
  });

  it('takes the service account from a dropped file and tests it before saving [M-277] [M-278]', async () => {
    const { created } = withIntegrations();
    const tested = answer(endpoints.integrations.testSession, () => ({ messages: ['Oi! Como posso ajudar?'] }));
    const { user } = open();
    const dialog = within(await startNew(user));
    write(NAME, 'Atendimento');
    await choose(user, /^Tipo/, 'Dialogflow');
    const file = new File([account], 'conta.json', { type: 'application/json' });
    fireEvent.drop(dialog.getByLabelText(/^Conta de serviço/), { dataTransfer: { files: [file], types: ['Files'] } });
    expect(
      await dialog.findByText('Conta bot@otica-boa-vista.iam.gserviceaccount.com, com chave privada'),
    ).toBeVisible();
    expect(dialog.getByLabelText(/^Nome do projeto/)).toHaveValue('otica-boa-vista');
    expect(dialog.queryByText(/PRIVATE KEY/)).not.toBeInTheDocument();
    await choose(user, /^Idioma/, 'Espanhol');
    await user.click(dialog.getByRole('button', { name: 'Testar antes de salvar' }));
    expect(await dialog.findByText('Oi! Como posso ajudar?')).toBeVisible();
    const sent = { projectName: 'otica-boa-vista', jsonContent: account, language: 'es' };
    expect(tested[0]?.body).toEqual(sent);
    await user.click(save());
    await waitFor(() => expect(created[0]?.body).toMatchObject({ type: 'dialogflow', ...sent }));
  });

  it('says in words when the test of a service account fails [M-278]', async () => {
    withIntegrations();
    answer(endpoints.integrations.testSession, () => refuse('ERR_TEST_SESSION_DIALOG'));
    const { user } = open();
    const dialog = within(await startNew(user));
    await choose(user, /^Tipo/, 'Dialogflow');
    write(/^Conta de serviço/, '{"type":"authorized_user"}');
    await user.click(save());
    expect(
      await dialog.findByText('Este não é o arquivo JSON inteiro de uma conta de serviço do Google.'),
    ).toBeVisible();
    write(/^Conta de serviço/, account);
    await user.click(await dialog.findByRole('button', { name: 'Testar antes de salvar' }));
    expect(
      await dialog.findByText('O Dialogflow não aceitou a conta de serviço. Confira o projeto e o arquivo JSON.'),
    ).toBeVisible();
  });

  it('saves a Typebot bot with its words and messages [M-277]', async () => {
    const { created } = withIntegrations();
    const { user } = open();
    await startNew(user);
    write(NAME, 'Promo inverno');
    await choose(user, /^Tipo/, 'Typebot');
    write(/^Endereço do Typebot/, 'https://typebot.example.com');
    write(/^Slug/, 'promo-inverno');
    write('Expira em minutos', '30');
    write('Palavra para terminar', 'sair');
    write('Palavra para recomeçar', 'menu');
    write('Mensagem ao recomeçar', 'Vamos de novo');
    write('Mensagem quando o bot não entende', 'Não entendi');
    await user.click(save());
    await waitFor(() => expect(created).toHaveLength(1));
    expect(created[0]?.body).toMatchObject({
      type: 'typebot',
      urlN8N: 'https://typebot.example.com',
      typebotSlug: 'promo-inverno',
      typebotDelayMessage: 1000,
      typebotExpires: 30,
      typebotKeywordFinish: 'sair',
      typebotKeywordRestart: 'menu',
      typebotRestartMessage: 'Vamos de novo',
      typebotUnknownMessage: 'Não entendi',
    });
    // Bots have no signature.
    expect(await screen.findByText('Integração criada')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('names the flow that it starts [M-277]', async () => {
    const { created } = withIntegrations();
    const { user } = open();
    await startNew(user);
    write(NAME, 'Boas-vindas');
    await choose(user, /^Tipo/, 'Fluxo de conversa');
    await choose(user, /^Fluxo/, 'Antigo (desativado)');
    await user.click(save());
    await waitFor(() => expect(created[0]?.body).toMatchObject({ type: 'flowbuilder', flowId: 9 }));
  });

  it('shows a taken name at its field', async () => {
    withIntegrations();
    answer(endpoints.integrations.create, () => refuse('ERR_INTEGRATION_NAME_TAKEN'));
    const { user } = open();
    const dialog = within(await startNew(user));
    write(NAME, 'Aviso de venda');
    write(/^Endereço/, 'https://erp.example.com/avisos');
    await user.click(save());
    expect(await dialog.findByText('Já existe uma integração com este nome. Escolha outro.')).toBeVisible();
    expect(dialog.getByLabelText(NAME)).toBeInvalid();
  });

  it('asks before unsaved changes are lost', async () => {
    withIntegrations(anIntegration());
    const { user } = open();
    await startEditing(user, 'Aviso de venda');
    write(/^Endereço/, 'https://outro.example.com/');
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: /Descartar/ }));
    await user.click(question.getByRole('button', { name: 'Continuar editando' }));
    expect(screen.getByLabelText(/^Endereço/)).toHaveValue('https://outro.example.com/');
  });
});
