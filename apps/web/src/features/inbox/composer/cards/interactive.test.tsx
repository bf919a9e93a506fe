import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { outbox } from '../../../../entities/outbox/outbox.ts';
import { renderComposer } from '../../../../testing/composer.tsx';
import { anAgent } from '../../../../testing/fixtures.ts';
import { aContact, aMessage } from '../../../../testing/inbox.ts';
import { answer, refuse } from '../../../../testing/server.ts';
import { emptyCard, linkOf, readCard } from './card-draft.ts';

afterEach(() => act(() => outbox.empty()));

async function open(item: string, me = anAgent()) {
  const rendered = await renderComposer(undefined, { as: me });
  await rendered.user.click(screen.getByRole('button', { name: 'Anexar' }));
  await rendered.user.click(await screen.findByRole('menuitem', { name: item }));
  await screen.findByRole('dialog');
  return rendered;
}
const type = async (user: Awaited<ReturnType<typeof open>>['user'], name: string | RegExp, text: string) =>
  user.type(screen.getByRole('textbox', { name }), text);
const send = () => screen.getByRole('button', { name: 'Enviar' });
const preview = () => within(screen.getByRole('region', { name: 'Prévia' }));
const sent = () => ({ message: 'Message sent', newMsg: aMessage() });

describe('an interactive message', () => {
  it('is a Lista, URL, Copia, Me Ligue or PIX, and requires a title [M-110]', async () => {
    const { user } = await open('Lista de opções');
    const kinds = within(screen.getByRole('group', { name: 'Tipo' })).getAllByRole('button');
    expect(kinds.map((kind) => kind.textContent)).toEqual(['Lista', 'URL', 'Copia', 'Me Ligue', 'PIX']);
    await user.click(send());
    expect(await screen.findByText('Por favor, selecione um título.')).toBeVisible();
    await type(user, /^Título\b(?! da)/, 'Horários');
    await user.click(send());
    expect(await screen.findByText('Opção não selecionada ou mensagem não gerada')).toBeVisible();
  });

  it('requires a ticket with a number [M-110]', () => {
    expect(readCard('list', emptyCard('Loja'), Number.NaN)).toBe('noTicket');
    expect(readCard(null, emptyCard('Loja'), 1)).toBe('nothing');
  });

  it('sends a list with its sections and the default button Clique aqui [M-111]', async () => {
    const requests = answer(endpoints.messages.lista, sent);
    const { user } = await open('Lista de opções');
    await type(user, /^Título\b(?! da)/, 'Prova');
    await type(user, 'Texto', 'Qual dia?');
    await type(user, 'Opção 1', 'Quinta');
    await user.click(screen.getByRole('button', { name: 'Adicionar opção' }));
    await type(user, 'Opção 2', 'Sexta');
    await type(user, 'Descrição da opção 2', 'das 10h às 12h');
    expect(preview().getByText('Clique aqui')).toBeVisible();
    expect(preview().getByText('Quinta')).toBeVisible();
    await user.click(send());
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.params.ticketId).toBe(48213);
    expect(requests[0]?.body).toMatchObject({
      title: 'Prova',
      text: 'Qual dia?',
      buttonText: 'Clique aqui',
      sections: [{ rows: [{ title: 'Quinta' }, { title: 'Sexta', description: 'das 10h às 12h' }] }],
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('sends a link, a code and a call to their own endpoints [M-112]', async () => {
    const link = answer(endpoints.messages.url, sent);
    const copy = answer(endpoints.messages.copy, sent);
    const call = answer(endpoints.messages.call, sent);
    const rows = [
      ['Botão com link', /^Link/, 'loja.example.com', link, 'https://loja.example.com'],
      ['Copiar código', /^Texto a copiar/, 'VOLTA10', copy, 'VOLTA10'],
      ['Me ligue', /^Telefone/, '81 3221-4400', call, '81 3221-4400'],
    ] as const;
    for (const [item, name, value, requests, copyText] of rows) {
      const { user, unmount } = await open(item);
      await type(user, /^Título/, 'Título');
      await type(user, name, value);
      await user.click(send());
      await waitFor(() => expect(requests).toHaveLength(1));
      expect(requests[0]?.body).toMatchObject({ title: 'Título', copyText });
      unmount();
    }
  });

  it('takes a charge in cents, shows it in reais, and adds +55 to a phone key [M-113]', async () => {
    const requests = answer(endpoints.messages.pix, sent);
    answer(endpoints.access.me, () => ({ user: anAgent() }));
    const { user } = await open('Cobrança PIX');
    await type(user, /^Título/, 'Pedido 7731');
    await type(user, 'Valor', '115200');
    expect(screen.getByRole('textbox', { name: 'Valor' })).toHaveValue('R$\u00a01.152,00');
    await user.click(screen.getByRole('combobox', { name: 'Tipo de chave' }));
    await user.click(await screen.findByRole('option', { name: 'Telefone' }));
    await type(user, /^Chave PIX/, '81 99702-1145');
    expect(preview().getByText('R$ 1.152,00')).toBeVisible();
    expect(preview().getByText('+5581997021145')).toBeVisible();
    await user.click(send());
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toMatchObject({
      title: 'Pedido 7731',
      sendvalue: 115_200,
      sendkey_type: 'PHONE',
      sendKey: '+5581997021145',
      sendmerchant_name: 'Ótica Boa Vista',
    });
  });

  it('shows an invalid PIX key before anything is sent [M-113]', async () => {
    const { user } = await open('Cobrança PIX');
    await type(user, /^Título/, 'Pedido');
    await user.click(send());
    expect(await screen.findByText('Informe a chave PIX.')).toBeVisible();
    await type(user, /^Chave PIX/, '12.345.678/0001-94');
    await user.click(send());
    expect(await screen.findByText('Este CNPJ não é válido. Confira os 14 caracteres.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Chave PIX/ })).toBeInvalid();
  });

  it("starts with the key of the user's last charge, and asks for the session after a charge [F-U15]", async () => {
    answer(endpoints.messages.pix, sent);
    const me = { ...anAgent(), pixKey: { keyType: 'CPF' as const, key: '52998224725', merchantName: 'Nair Prado' } };
    const refreshed = answer(endpoints.access.me, () => ({ user: me }));
    const { user } = await open('Cobrança PIX', me);
    expect(screen.getByRole('combobox', { name: 'Tipo de chave' })).toHaveTextContent('CPF');
    expect(screen.getByRole('textbox', { name: /^Chave PIX/ })).toHaveValue('52998224725');
    expect(screen.getByRole('textbox', { name: /^Nome de quem recebe/ })).toHaveValue('Nair Prado');
    await type(user, /^Título/, 'Pedido');
    await user.click(send());
    await waitFor(() => expect(refreshed).toHaveLength(1));
  });

  it('shows a refusal, keeps the text, and retries with the same key [M-110]', async () => {
    const requests = answer(endpoints.messages.copy, () => refuse('ERR_CONTENT_UNSUPPORTED'));
    const { user } = await open('Copiar código');
    await type(user, /^Título/, 'Cupom');
    await type(user, /^Texto a copiar/, 'VOLTA10');
    await user.click(send());
    await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement());
    expect(screen.getByRole('textbox', { name: /^Título/ })).toHaveValue('Cupom');
    await user.click(send());
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[0]?.body.clientKey).toBe(requests[1]?.body.clientKey);
  });

  it('accepts addresses as users type them, and only web addresses', () => {
    expect(linkOf('loja.example.com/a')).toBe('https://loja.example.com/a');
    expect(linkOf('http://example.com')).toBe('http://example.com');
    expect(linkOf('javascript:alert(1)')).toBeNull();
    expect(linkOf('loja')).toBeNull();
  });
});

describe('sending a contact', () => {
  it('searches from three letters on and sends a contact card [M-084]', async () => {
    const searched = answer(endpoints.contacts.list, () => ({
      contacts: [aContact({ id: 5, name: 'Dra. Renata Couto', number: '5581988112040' })],
      count: 1,
      hasMore: false,
    }));
    const requests = answer(endpoints.messages.send, () => [aMessage()]);
    const { user } = await open('Contato');
    await user.type(screen.getByRole('textbox', { name: 'Nome ou número' }), 're');
    expect(screen.getByText('Digite ao menos 3 letras')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Nome ou número' }), 'nata');
    await user.click(await screen.findByRole('button', { name: /Dra\. Renata Couto/ }));
    await waitFor(() =>
      expect(requests[0]?.body.vCard).toEqual({ name: 'Dra. Renata Couto', number: '5581988112040' }),
    );
    expect(searched.every(({ query }) => query.searchParam.length >= 3)).toBe(true);
  });
});
