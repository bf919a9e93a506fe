import { endpoints } from '@balcao/contract/endpoints/index';
import type { KnowledgeEntry, PromptTried } from '@balcao/contract/endpoints/prompts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { fakeUploads } from '../../testing/uploads.ts';
import { aPrompt, withPrompts } from './prompts.fixture.ts';
import './prompts-page.tsx';
import './prompt-editor.tsx';

const anEntry = (own: Partial<KnowledgeEntry> = {}): KnowledgeEntry => ({
  id: 11,
  promptId: 1,
  title: 'Preços',
  fileName: null,
  characters: 1200,
  updatedAt: '2026-11-02T12:00:00.000Z',
  text: 'Armação tartaruga: R$ 289.',
  ...own,
});
const open = () => renderScreen('/prompts/1', { as: anAdmin() });
const part = (name: string) => screen.findByRole('region', { name });

describe('the knowledge of a prompt', () => {
  it('is written, changed and deleted', async () => {
    const { entries } = withPrompts([aPrompt()], [anEntry({ fileName: 'tabela.csv', title: 'tabela.csv' })]);
    const added = answer(endpoints.prompts.addKnowledge, ({ body }) => {
      entries.push(anEntry({ id: 12, ...body }));
      return entries[1]!;
    });
    answer(endpoints.prompts.knowledgeEntry, ({ params }) => entries.find(({ id }) => id === Number(params.entryId))!);
    const changed = answer(endpoints.prompts.changeKnowledge, ({ body }) => {
      entries[1] = anEntry({ id: 12, ...body });
      return entries[1];
    });
    answer(endpoints.prompts.removeKnowledge, () => {
      entries.shift();
      return { message: 'ok' };
    });
    const { user } = open();
    const card = within(await part('Conhecimento'));
    expect(await card.findByText('tabela.csv')).toBeVisible();
    expect(card.getByText('1 de 200')).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Escrever texto' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Novo conteúdo' }));
    await user.type(dialog.getByRole('textbox', { name: /^Título/ }), 'Prazos');
    await user.type(dialog.getByRole('textbox', { name: /^Texto/ }), 'Lentes em 5 dias.');
    await user.click(dialog.getByRole('button', { name: 'Salvar conteúdo' }));
    expect(await card.findByText('Prazos')).toBeVisible();
    expect(added[0]?.body).toEqual({ title: 'Prazos', text: 'Lentes em 5 dias.' });

    await user.click(card.getByRole('button', { name: 'Editar Prazos' }));
    const edit = within(await screen.findByRole('dialog', { name: 'Editar Prazos' }));
    const text = await edit.findByRole('textbox', { name: /^Texto/ });
    expect(text).toHaveValue('Lentes em 5 dias.');
    await user.type(text, ' Úteis.');
    await user.click(edit.getByRole('button', { name: 'Salvar conteúdo' }));
    await waitFor(() => expect(changed[0]?.body.text).toBe('Lentes em 5 dias. Úteis.'));

    await user.click(await card.findByRole('button', { name: 'Excluir tabela.csv' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir conteúdo' }));
    await waitFor(() => expect(card.queryByText('tabela.csv')).toBeNull());
  });

  it('is uploaded with progress; files of other types and too large ones are refused before', async () => {
    const { entries } = withPrompts([aPrompt()]);
    const uploads = fakeUploads();
    const release = Promise.withResolvers<void>();
    answer(endpoints.prompts.uploadKnowledge, async ({ file }) => {
      await release.promise;
      entries.push(anEntry({ id: 13, title: file.name, fileName: file.name }));
      return entries[0]!;
    });
    open();
    const card = within(await part('Conhecimento'));
    const input = await card.findByLabelText('Enviar arquivos', { selector: 'input' });
    const choose = (...files: File[]) => fireEvent.change(input, { target: { files } });
    choose(new File(['x'], 'foto.png'));
    expect(card.getByRole('alert')).toHaveTextContent('“foto.png” não é .txt, .md nem .csv.');
    choose(new File([new Uint8Array(1_048_577)], 'grande.txt'));
    expect(card.getByRole('alert')).toHaveTextContent('“grande.txt” tem mais de 1 MB.');
    expect(uploads).toHaveLength(0);

    choose(new File(['Preços'], 'precos.md'));
    const bar = await card.findByRole('progressbar', { name: 'Enviando precos.md' });
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]!.upload.happens('progress', 40, 100));
    expect(bar).toHaveAttribute('value', '0.4');
    expect(card.queryByRole('alert')).toBeNull();
    release.resolve();
    expect(await card.findByRole('button', { name: 'Editar precos.md' })).toBeVisible();
    expect(card.queryByRole('progressbar')).toBeNull();
  });
});

const tried = (own: Partial<PromptTried> = {}): PromptTried => ({
  text: 'Temos sim, Maria!',
  action: null,
  failure: null,
  removedLinks: 0,
  redacted: [],
  passages: [],
  usage: { inputTokens: 80, outputTokens: 16, costMicros: 40_000 },
  ms: 1800,
  ...own,
});

describe('trying a prompt out', () => {
  async function start(...results: (PromptTried | ReturnType<typeof refuse>)[]) {
    withPrompts([aPrompt()]);
    const requests = answer(endpoints.prompts.try, () => results.shift()!);
    const { user } = open();
    const panel = within(await part('Teste'));
    const write = async (text: string) => {
      await user.type(panel.getByRole('textbox', { name: 'Escreva como cliente' }), `${text}{Enter}`);
    };
    return { user, panel, requests, write };
  }

  it('sends the conversation with the unsaved text, and shows tokens, time and cost', async () => {
    const { user, panel, requests, write } = await start(tried(), tried({ text: 'Até 10 %.' }));
    await user.type(screen.getByRole('textbox', { name: /^Instruções/ }), ' Sem descontos.');
    expect(panel.getByText('rascunho')).toBeVisible();
    await write('Tem tartaruga?');
    expect(await panel.findByText('Temos sim, Maria!')).toBeVisible();
    expect(panel.getByText(/^96 tokens · 1,8 s · R\$\s0,04$/)).toBeVisible();
    await write('E desconto?');
    expect(await panel.findByText('Até 10 %.')).toBeVisible();
    expect(requests[1]?.body.messages).toEqual([
      { from: 'customer', text: 'Tem tartaruga?' },
      { from: 'prompt', text: 'Temos sim, Maria!' },
      { from: 'customer', text: 'E desconto?' },
    ]);
    expect(requests[1]?.body.draft.prompt).toMatch(/Sem descontos\.$/);
    expect(panel.getByText(/^Teste: R\$\s0,08$/)).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Limpar' }));
    expect(panel.queryByText('Até 10 %.')).toBeNull();
  });

  it('shows what the model would do, what it received, and what was hidden or removed', async () => {
    const { panel, write } = await start(
      tried({
        action: { type: 'transfer', queueId: 3, queueName: 'Vendas' },
        passages: [
          { entryId: 11, title: 'Preços' },
          { entryId: 11, title: 'Preços' },
        ],
        redacted: [
          { kind: 'cpf', count: 1 },
          { kind: 'telefone', count: 2 },
        ],
        removedLinks: 1,
        usage: { inputTokens: 10, outputTokens: 4, costMicros: null },
      }),
      tried({ action: { type: 'tag', tagId: 8, tagName: 'Lente' } }),
      tried({ action: { type: 'close' } }),
    );
    await write('Meu CPF é 529.982.247-25');
    expect(await panel.findByText('Aqui a conversa iria para a fila Vendas')).toBeVisible();
    expect(panel.getByText('Conhecimento usado: Preços')).toBeVisible();
    expect(panel.getByText('Oculto da IA: 1 CPF, 2 telefones')).toBeVisible();
    expect(panel.getByText('1 link foi retirado: não está nas instruções nem no conhecimento.')).toBeVisible();
    expect(panel.getByText('14 tokens · 1,8 s · sem preço conhecido')).toBeVisible();
    expect(panel.getByText(/^Teste: R\$\s0,00 e 1 sem preço$/)).toBeVisible();
    await write('marca');
    expect(await panel.findByText('Aqui a tag Lente seria adicionada')).toBeVisible();
    await write('tchau');
    expect(await panel.findByText('Aqui a conversa seria resolvida')).toBeVisible();
  });

  it('says in words why there is no answer', async () => {
    const { panel, write } = await start(
      tried({ text: null, failure: 'keyRefused', usage: null }),
      tried({ text: null, failure: 'monthCeiling', usage: null }),
    );
    await write('oi');
    expect(await panel.findByText('O serviço de IA recusou a chave. Troque a chave da API e salve.')).toBeVisible();
    await write('oi de novo');
    expect(await panel.findByText(/^O teto do mês foi atingido\./)).toBeVisible();
  });

  it('returns the text to the field when the request fails', async () => {
    const { panel, write } = await start(refuse('ERR_BUSY'));
    await write('oi');
    await waitFor(() => expect(panel.getByRole('textbox', { name: 'Escreva como cliente' })).toHaveValue('oi'));
    expect(within(panel.getByRole('log')).queryByText('oi')).toBeNull();
  });
});
