import { endpoints } from '@balcao/contract/endpoints/index';
import type { Template } from '@balcao/contract/endpoints/templates';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderComposer } from '../../../testing/composer.tsx';
import { aContact, aMessage, aTicket } from '../../../testing/inbox.ts';
import { aConnection, anAdmin, anAgent } from '../../../testing/fixtures.ts';
import { answer, refuse } from '../../../testing/server.ts';
import { aTemplate } from '../../../testing/templates.ts';
import { renderAction } from '../../../testing/ticket-actions.tsx';
import { fakeUploads } from '../../../testing/uploads.ts';

const ticketWithClosedWindow = () => aTicket({ channel: 'whatsappapi', windowEndsAt: '2026-07-01T12:00:00.000Z' });
const answerTemplates = (...templates: Template[]) =>
  answer(endpoints.templates.list, ({ query }) => {
    const matches = templates.filter(({ name, body }) => `${name} ${body}`.includes(query.searchParam));
    return { templates: matches, count: matches.length, hasMore: false };
  });
const reads = () =>
  answer(endpoints.templates.preview, ({ body }) => ({
    title: 'Boas notícias',
    text: `Olá ${body.values['body.1'] ?? '{{1}}'}, seu pedido ${body.values['body.2'] ?? '{{2}}'} está pronto.`,
    footer: 'Ótica Boa Vista',
    buttons: ['Acompanhar'],
    missing: [],
  }));

describe('with a closed 24-hour window on the official API', () => {
  it('a template is found, filled in, previewed and sent once', async () => {
    const listed = answerTemplates(
      aTemplate(),
      aTemplate({ id: 12, name: 'promocao', body: 'Só hoje!', gaps: [], buttons: [] }),
    );
    const previewed = reads();
    const sent = answer(endpoints.templates.send, () => ({
      message: 'ok',
      newMsg: aMessage({ fromMe: true, mediaType: 'templateMessage' }),
    }));
    const { user } = await renderComposer(ticketWithClosedWindow());
    expect(screen.getByText(/Só dá para escrever com um modelo aprovado/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Escrever mensagem' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Escolher modelo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Enviar modelo' });
    await user.type(await within(dialog).findByRole('textbox', { name: 'Buscar modelo' }), 'pedido{Enter}');
    await waitFor(() => expect(within(dialog).queryByText('Promocao')).toBeNull());
    expect(listed.at(-1)?.query).toMatchObject({ whatsappId: 2, searchParam: 'pedido', sendable: 'true' });
    await user.click(within(dialog).getByRole('button', { name: /^Pedido pronto/ }));

    const form = await screen.findByRole('dialog', { name: 'Pedido pronto' });
    await user.click(within(form).getByRole('button', { name: 'Enviar modelo' }));
    expect(within(form).getAllByText('Obrigatório')).toHaveLength(3);
    expect(sent).toHaveLength(0);
    await user.click(within(form).getByRole('button', { name: 'Preencher Texto: {{1}} com primeiro nome' }));
    await user.type(within(form).getByLabelText(/^Texto: \{\{2\}\}/), '7731');
    await user.type(within(form).getByLabelText(/^Botão “Acompanhar”/), 'x9');
    const preview = within(form).getByRole('region', { name: 'Como o cliente vê' });
    expect(await within(preview).findByText('Olá Helena, seu pedido 7731 está pronto.')).toBeVisible();
    expect(previewed.at(-1)?.body).toMatchObject({ ticketId: 48213 });

    await user.click(within(form).getByRole('button', { name: 'Enviar modelo' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      params: { ticketId: 48213 },
      body: { templateId: 11, values: { 'body.1': 'Helena', 'body.2': '7731', 'button.0': 'x9' } },
    });
    expect(sent[0]?.body.clientKey).not.toBe('');
  });

  it('an image header is chosen, previewed and sent; an unsupported one is refused', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:vitrine', revokeObjectURL: () => {} }));
    const header = { format: 'image' as const, text: '' };
    answerTemplates(aTemplate({ header, gaps: [{ key: 'body.1', where: 'body', name: '1' }] }));
    reads();
    const uploads = fakeUploads();
    answer(endpoints.templates.send, () => ({ message: 'ok', newMsg: aMessage({ fromMe: true }) }));
    const { user } = await renderComposer(ticketWithClosedWindow());
    await user.click(screen.getByRole('button', { name: 'Escolher modelo' }));
    await user.click(await screen.findByRole('button', { name: /^Pedido pronto/ }));
    const form = within(await screen.findByRole('dialog', { name: 'Pedido pronto' }));
    await user.type(form.getByLabelText(/^Texto: \{\{1\}\}/), 'Helena');
    await user.click(form.getByRole('button', { name: 'Enviar modelo' }));
    expect(form.getByText('Obrigatório')).toBeVisible();
    const choose = (...files: File[]) =>
      userEvent.setup({ applyAccept: false }).upload(form.getByLabelText('Foto'), files);
    await choose(new File(['GIF8'], 'dança.gif', { type: 'image/gif' }));
    expect(form.getByText('Este tipo de arquivo não é aceito aqui.')).toBeVisible();
    const picture = new File(['png'], 'vitrine.png', { type: 'image/png' });
    await choose(picture);
    expect(form.queryByText('Este tipo de arquivo não é aceito aqui.')).toBeNull();
    const preview = within(form.getByRole('region', { name: 'Como o cliente vê' }));
    expect(preview.getByRole('img', { name: 'vitrine.png' })).toBeVisible();

    await user.click(form.getByRole('button', { name: 'Enviar modelo' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(uploads).toHaveLength(1);
    const sent = Object.fromEntries(uploads[0]!.form);
    expect(sent).toMatchObject({ templateId: '11', values: '{"body.1":"Helena"}', clientKey: expect.any(String) });
    expect((sent['medias'] as File).name).toBe('vitrine.png');
  });

  it('a refusal of the channel is shown, and the typed values stay', async () => {
    answerTemplates(aTemplate({ gaps: [{ key: 'body.1', where: 'body', name: '1' }] }));
    reads();
    answer(endpoints.templates.send, () => refuse('ERR_TEMPLATE_STOPPED'));
    const { user } = await renderComposer(ticketWithClosedWindow());
    await user.click(screen.getByRole('button', { name: 'Escolher modelo' }));
    await user.click(await screen.findByRole('button', { name: /^Pedido pronto/ }));
    await user.type(screen.getByLabelText(/^Texto: \{\{1\}\}/), 'Helena');
    await user.click(screen.getByRole('button', { name: 'Enviar modelo' }));
    expect(await screen.findByText(/pausou ou desativou este modelo/)).toBeVisible();
    expect(screen.getByLabelText(/^Texto: \{\{1\}\}/)).toHaveValue('Helena');
  });

  it('without templates, users who manage connections can fetch them again', async () => {
    const templates: Template[] = [];
    answer(endpoints.templates.list, () => ({ templates, count: templates.length, hasMore: false }));
    const synced = answer(endpoints.templates.sync, () => {
      templates.push(aTemplate());
      return { count: 1 };
    });
    const { user } = await renderComposer(ticketWithClosedWindow(), { as: anAdmin() });
    await user.click(screen.getByRole('button', { name: 'Escolher modelo' }));
    expect(await screen.findByText('Nenhum modelo aprovado')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Buscar na Meta' }));
    expect(await screen.findByRole('button', { name: /^Pedido pronto/ })).toBeVisible();
    expect(synced[0]?.body).toEqual({ whatsappId: 2 });
  });

  it('an agent only sees that there are none, and a failed list offers a retry', async () => {
    answer(endpoints.templates.list, () => refuse('ERR_NO_PERMISSION'));
    const { user } = await renderComposer(ticketWithClosedWindow());
    await user.click(screen.getByRole('button', { name: 'Escolher modelo' }));
    expect(await screen.findByText('Seu perfil não permite esta ação.')).toBeVisible();
    answerTemplates();
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Nenhum modelo aprovado')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Buscar na Meta' })).toBeNull();
  });
});

describe('while the window is open', () => {
  const open = (own: Parameters<typeof aTicket>[0] = {}) =>
    aTicket({ channel: 'whatsappapi', windowEndsAt: new Date(Date.now() + 7_805_000).toISOString(), ...own });

  it('the composer leaves the remaining time to the banner above the messages', async () => {
    await renderComposer(open());
    expect(screen.queryByText('2 h 10 min')).toBeNull();
  });

  it('templates are in the menu of the official API, and of no other channel', async () => {
    answerTemplates(aTemplate());
    const { user } = await renderComposer(open());
    await user.click(screen.getByRole('button', { name: 'Anexar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Modelo aprovado' }));
    expect(await screen.findByRole('dialog', { name: 'Enviar modelo' })).toBeVisible();
  });

  it('pages have no templates', async () => {
    const { user } = await renderComposer(open({ channel: 'facebook' }));
    await user.click(screen.getByRole('button', { name: 'Anexar' }));
    expect(await screen.findByRole('menuitem', { name: 'Documento' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Modelo aprovado' })).toBeNull();
  });
});

describe('a new conversation on the official API', () => {
  async function startNewTicket() {
    answer(endpoints.queues.list, () => []);
    answer(endpoints.contacts.list, () => ({ contacts: [aContact()], count: 1, hasMore: false }));
    answer(endpoints.connections.list, () => [aConnection({ id: 2, channel: 'whatsappapi' })]);
    const rendered = renderAction((actions) => actions.startNew(), {
      as: anAgent({ queues: [{ id: 1, name: 'Vendas', color: '#2F9E44' }] }),
    });
    const { user } = rendered;
    await rendered.press();
    const dialog = within(await screen.findByRole('dialog', { name: 'Nova conversa' }));
    await user.type(dialog.getByRole('combobox', { name: /^Contato/ }), 'hel');
    await user.click(await dialog.findByRole('option', { name: /Helena Prado/ }));
    expect(dialog.getByText('Nesta conexão, a conversa começa com um modelo aprovado.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Escolher modelo' }));
    return rendered;
  }

  it('starts with a template and opens', async () => {
    answerTemplates(aTemplate({ gaps: [], body: 'Podemos ajudar?' }));
    reads();
    const started = answer(endpoints.templates.start, () => ({
      ticket: aTicket({ channel: 'whatsappapi' }),
      newMsg: aMessage({ fromMe: true }),
    }));
    const { user, router } = await startNewTicket();
    await user.click(await screen.findByRole('button', { name: /^Pedido pronto/ }));
    await user.click(await screen.findByRole('button', { name: 'Enviar modelo' }));
    await waitFor(() => expect(router.state.location.pathname).toContain('/tickets/0000'));
    expect(started[0]).toMatchObject({ params: { id: 11 }, body: { contactId: 31, queueId: 1 } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('can be opened without a template', async () => {
    answerTemplates();
    const created = answer(endpoints.tickets.create, () => aTicket({ channel: 'whatsappapi', userId: 4 }));
    const { user, router } = await startNewTicket();
    await user.click(await screen.findByRole('button', { name: 'Abrir sem enviar' }));
    await waitFor(() => expect(router.state.location.pathname).toContain('/tickets/0000'));
    expect(created[0]?.body).toMatchObject({ contactId: 31, whatsappId: 2 });
  });
});
