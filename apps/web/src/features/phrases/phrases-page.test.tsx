import { endpoints } from '@balcao/contract/endpoints/index';
import type { Phrase } from '@balcao/contract/endpoints/phrases';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aConnection, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { renderPart, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
// The screen is lazy; loading it here keeps the first test from waiting for it.
import { PhrasesPage } from './phrases-page.tsx';

const sale = { id: 3, name: 'Vendas', active: true };
const aPhrase = (own: Partial<Phrase> = {}): Phrase => ({
  id: 1,
  name: 'Quero comprar',
  phrase: 'quero comprar',
  mode: 'equal',
  status: true,
  flowId: 3,
  whatsappId: null,
  flow: sale,
  whatsapp: null,
  conflicts: [],
  ...own,
});

/** Fake server that stores phrases for the duration of the test. */
function withPhrases(...phrases: Phrase[]) {
  answer(endpoints.phrases.list, ({ query }) => ({
    flow: phrases.filter(({ name }) => name.toLowerCase().includes(query.searchParam.toLowerCase())),
    hasMore: false,
  }));
  answer(endpoints.flows.list, ({ query }) =>
    query.pageNumber === 1
      ? { flows: [sale], count: 2, hasMore: true }
      : { flows: [{ id: 4, name: 'Antigo', active: false }], count: 2, hasMore: false },
  );
  answer(endpoints.connections.list, () => [aConnection({ id: 7, name: 'Loja' })]);
  return phrases;
}
const open = () => renderScreen('/phrase-lists', { as: anAdmin() });
const row = (name: RegExp) => screen.findByRole('row', { name });

describe('the phrases that start a flow [M-273]', () => {
  it('show words, flow, connection and conflicts', async () => {
    withPhrases(
      aPhrase({ conflicts: [{ id: 2, name: 'Comprar' }] }),
      aPhrase({
        id: 2,
        name: 'Comprar',
        mode: 'contains',
        flow: null,
        flowId: null,
        whatsapp: { id: 7, name: 'Loja' },
      }),
      aPhrase({ id: 5, name: 'Parada', status: false, flow: { ...sale, active: false } }),
    );
    open();
    const first = await row(/^Quero comprar/);
    expect(first).toHaveTextContent('é igual quero comprar');
    expect(first).toHaveTextContent('Conflito: Comprar responde às mesmas palavras');
    expect(first).toHaveAttribute('data-tone', 'warn');
    expect(first).toHaveTextContent('Qualquer conexão');
    expect(await row(/^Comprar/)).toHaveTextContent(/contém quero comprar.*Fluxo excluído.*Loja/);
    expect(await row(/^Parada/)).toHaveTextContent('Vendas (desativado)');
    expect(screen.getByRole('switch', { name: 'Frase Parada ativa' })).not.toBeChecked();
  });

  it('offer the first one, and say when a search finds nothing', async () => {
    withPhrases();
    const { user } = open();
    expect(await screen.findByText('Nenhuma frase')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Buscar por nome ou frase' }), 'xyz');
    expect(await screen.findByText('Nada encontrado para “xyz”')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Limpar busca' }));
    expect(await screen.findByText('Nenhuma frase')).toBeVisible();
  });

  it('can be loaded again after an error', async () => {
    answer(endpoints.phrases.list, () => refuse('ERR_NO_PHRASE_FOUND'));
    const { user } = open();
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    withPhrases(aPhrase());
    await user.click(again);
    expect(await row(/^Quero comprar/)).toBeVisible();
  });

  it('are created with name, flow and phrase, for any connection; the flow is asked for [M-274]', async () => {
    const phrases = withPhrases();
    const created = answer(endpoints.phrases.create, ({ body }) => {
      phrases.push(aPhrase({ name: body.name }));
      return phrases[0]!;
    });
    const { user } = open();
    await user.click((await screen.findAllByRole('button', { name: 'Campanha' }))[0]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Nova frase' }));
    expect(dialog.getByText('Sem conexão escolhida, a frase vale para todas.')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: /^Nome/ }), 'Quero comprar');
    await user.type(dialog.getByRole('textbox', { name: /^Frase/ }), 'quero comprar');
    await user.click(dialog.getByRole('button', { name: 'começa com' }));
    await user.click(dialog.getByRole('button', { name: 'Salvar frase' }));
    expect(await dialog.findByText('Escolha um fluxo')).toBeVisible();
    expect(created).toHaveLength(0);
    await user.click(dialog.getByRole('combobox', { name: /^Fluxo/ }));
    expect(await screen.findByRole('option', { name: 'Antigo (desativado)' })).toBeVisible();
    await user.click(screen.getByRole('option', { name: 'Vendas' }));
    await user.click(dialog.getByRole('button', { name: 'Salvar frase' }));
    expect(await screen.findByText('Frase criada com sucesso!')).toBeVisible();
    expect(created[0]?.body).toEqual({
      name: 'Quero comprar',
      phrase: 'quero comprar',
      mode: 'starts',
      flowId: 3,
      whatsappId: null,
      status: true,
    });
    expect(await row(/^Quero comprar/)).toBeVisible();
  });

  it('are changed, with their connection [M-274]', async () => {
    withPhrases(aPhrase());
    const changed = answer(endpoints.phrases.update, () => 'ok' as const);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Editar Quero comprar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar Quero comprar' }));
    await user.click(dialog.getByRole('combobox', { name: /^Conexão/ }));
    await user.click(await screen.findByRole('option', { name: 'Loja' }));
    await user.click(dialog.getByRole('button', { name: 'Salvar frase' }));
    expect(await screen.findByText('Frase alterada com sucesso!')).toBeVisible();
    expect(changed[0]?.body).toMatchObject({ id: 1, whatsappId: 7, mode: 'equal' });
  });

  it('are switched off in the list', async () => {
    const phrases = withPhrases(aPhrase());
    const changed = answer(endpoints.phrases.update, () => {
      phrases[0] = aPhrase({ status: false });
      return 'ok' as const;
    });
    const { user } = open();
    await user.click(await screen.findByRole('switch', { name: 'Frase Quero comprar ativa' }));
    await waitFor(() => expect(screen.getByRole('switch', { name: /Quero comprar/ })).not.toBeChecked());
    expect(changed[0]?.body).toEqual({ id: 1, status: false });
  });

  it('are deleted after a confirmation [M-274]', async () => {
    const phrases = withPhrases(aPhrase());
    answer(endpoints.phrases.remove, () => phrases.pop()!);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Excluir Quero comprar' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir frase' }));
    expect(await screen.findByText('Frase deletada')).toBeVisible();
    expect(await screen.findByText('Nenhuma frase')).toBeVisible();
  });

  it('have no delete button for a user who may not delete contacts', async () => {
    withPhrases(aPhrase());
    // Outside of its address, which asks for more than that.
    renderPart(() => <PhrasesPage />, { as: anAgent() });
    expect(await screen.findByRole('button', { name: 'Editar Quero comprar' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Excluir Quero comprar' })).toBeNull();
  });

  it('are tried with a message: which flow it starts, and which phrases also match', async () => {
    withPhrases(aPhrase());
    const tried = answer(endpoints.phrases.try, ({ body }) => ({
      matches: body.text === 'oi' ? [] : [aPhrase(), aPhrase({ id: 2, name: 'Comprar' })],
    }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Testar frase' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Testar frase' }));
    const message = dialog.getByRole('textbox', { name: 'Mensagem do cliente' });
    await user.type(message, 'Quero COMPRAR{Enter}');
    expect(await dialog.findByText('Quero comprar inicia o fluxo Vendas.')).toBeVisible();
    expect(dialog.getByText('Também combinam: Comprar.')).toBeVisible();
    await user.clear(message);
    await user.type(message, 'oi{Enter}');
    expect(
      await dialog.findByText('Nenhuma frase ativa de um fluxo ativo e publicado combina com esta mensagem.'),
    ).toBeVisible();
    expect(tried.map(({ body }) => body)).toEqual([
      { text: 'Quero COMPRAR', whatsappId: null },
      { text: 'oi', whatsappId: null },
    ]);
  });
});
