import { endpoints } from '@balcao/contract/endpoints/index';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAdmin } from '../../../testing/fixtures.ts';
import { aDoc, aDraft, aFlow, aNode, aTry, someReferences, withDraft } from '../../../testing/flows.ts';
import { mockLayout } from '../../../testing/layout.ts';
import { connect, receive, renderScreen } from '../../../testing/render.tsx';
import { sockets } from '../../../testing/socket.ts';
import { aTemplate } from '../../../testing/templates.ts';
import { answer, goOffline, goOnline, refuse, refuseConflict } from '../../../testing/server.ts';
import { fakeUploads } from '../../../testing/uploads.ts';

beforeEach(() => mockLayout());

const open = (draft = aDraft()) => {
  const saved = withDraft(draft);
  const rendered = renderScreen('/flowbuilder/5', { as: anAdmin() });
  return { ...rendered, saved, lastDoc: () => saved.at(-1)?.body.doc };
};
type User = ReturnType<typeof open>['user'];
const cardOf = async (name: string) => {
  const cards = await screen.findAllByRole('group', { name });
  return cards.find((card) => card.classList.contains('react-flow__node'))!;
};
async function add(user: User, node: string) {
  await user.click(await screen.findByRole('button', { name: 'Adicionar bloco' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Adicionar bloco' })).getByRole('button', { name: node }),
  );
}
const greeting = aNode('message', 'm', { text: 'Olá!' });

const aCustomer = {
  channel: 'whatsapp' as const,
  name: 'Helena Prado',
  number: '5511999990000',
  email: '',
  tags: [],
  fields: {},
  isFirstContact: true,
};

describe('the editor of a flow', () => {
  it('loads with a spinner and shows the start, the heading and the reminder [M-256]', async () => {
    open();
    expect(await screen.findByRole('status', { name: 'Carregando o fluxo' })).toBeVisible();
    expect(await screen.findByText('Inicio do fluxo')).toBeVisible();
    expect(screen.getByText('Desenhe seu fluxo')).toBeVisible();
    expect(screen.getByText('Não se esqueça de salvar seu fluxo!')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Salvar' })).toBeVisible();
  });

  it('offers the specified blocks, condition and queue [M-257] [M-259]', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Adicionar bloco' }));
    const items = within(await screen.findByRole('dialog', { name: 'Adicionar bloco' })).getAllByRole('button');
    expect(items.slice(0, 11).map(({ textContent }) => textContent)).toEqual([
      'Início',
      'Conteúdo',
      'Menu',
      'Randomizador',
      'Intervalo',
      'Ticket',
      'TypeBot',
      'OpenAI',
      'Pergunta',
      'Condição',
      'Fila',
    ]);
    await user.type(screen.getByRole('textbox', { name: 'Buscar bloco' }), 'porcent{Enter}');
    expect(await screen.findByRole('heading', { name: 'Adicionar randomizador ao fluxo' })).toBeVisible();
  });

  it('adds a question with its variable, which other texts then offer [M-272]', async () => {
    const { user, lastDoc } = open();
    await add(user, 'Pergunta');
    const panel = await screen.findByRole('complementary', { name: 'Adicionar pergunta ao fluxo' });
    await user.click(within(panel).getByRole('button', { name: 'Adicionar' }));
    expect(await within(panel).findAllByText('Obrigatório')).toHaveLength(2);
    await user.type(within(panel).getByRole('textbox', { name: /^Mensagem/ }), 'Qual o pedido?');
    const key = within(panel).getByRole('textbox', { name: /Guardar a resposta em/ });
    await user.type(key, '1a');
    await user.click(within(panel).getByRole('button', { name: 'Adicionar' }));
    expect(await within(panel).findByText(/^Nome não aceito/)).toBeVisible();
    await user.clear(key);
    await user.type(key, 'meu pedido');
    await user.click(within(panel).getByRole('button', { name: 'Adicionar' }));
    await waitFor(() =>
      expect(lastDoc()?.nodes[1]).toMatchObject({
        type: 'question',
        data: { message: 'Qual o pedido?', answerKey: 'meupedido' },
      }),
    );
    await add(user, 'Mensagem');
    const next = await screen.findByRole('complementary', { name: 'Adicionar mensagem ao fluxo' });
    await user.type(within(next).getByRole('textbox', { name: /^Mensagem/ }), 'Pedido ');
    await user.click(within(next).getByRole('button', { name: 'Inserir {{meupedido}}' }));
    expect(within(next).getByRole('textbox', { name: /^Mensagem/ })).toHaveValue('Pedido {{meupedido}}');
    // A name may have accents.
    fireEvent.change(within(next).getByRole('textbox', { name: /^Mensagem/ }), { target: { value: '{{endereço}}' } });
    expect(await within(next).findByRole('note')).toHaveTextContent('{{endereço}}');
  });

  it('opens a card by double click and by Enter, and replaces its text as one step', async () => {
    const { user, lastDoc } = open(aDraft(aDoc([greeting], ['start a m'])));
    fireEvent.doubleClick(await cardOf('Mensagem'));
    const field = await screen.findByRole('textbox', { name: /^Mensagem/ });
    await user.type(field, ' Tudo bem?');
    await user.click(
      within(screen.getByRole('complementary', { name: 'Editar mensagem' })).getByRole('button', { name: 'Salvar' }),
    );
    await waitFor(() => expect(lastDoc()?.nodes[1]).toMatchObject({ data: { text: 'Olá! Tudo bem?' } }));
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(lastDoc()?.nodes[1]).toMatchObject({ data: { text: 'Olá!' } }));
    await user.click(screen.getByRole('button', { name: 'Refazer' }));
    await waitFor(() => expect(lastDoc()?.nodes[1]).toMatchObject({ data: { text: 'Olá! Tudo bem?' } }));
    (await cardOf('Mensagem')).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('complementary', { name: 'Editar mensagem' })).toBeVisible();
  });

  it('asks before it discards what was typed in a panel', async () => {
    const { user } = open(aDraft(aDoc([greeting])));
    fireEvent.doubleClick(await cardOf('Mensagem'));
    await user.type(await screen.findByRole('textbox', { name: /^Mensagem/ }), 'x');
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    const question = await screen.findByRole('dialog', { name: 'Descartar as mudanças?' });
    await user.click(within(question).getByRole('button', { name: 'Descartar' }));
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Editar mensagem' })).toBeNull());
  });

  describe('with text typed in a panel', () => {
    const farewell = aNode('queue', 'q', { queueId: 1 }, { x: 300, y: 300 });
    const typeIn = async (typed = ' Tudo bem?') => {
      const rendered = open(aDraft(aDoc([greeting, farewell], ['start a m', 'm a q'])));
      const published = answer(endpoints.flows.publish, () => ({
        published: { id: 9, number: 3, at: '2026-07-20T12:00:00.000Z', by: null, note: '' },
        isNew: true,
        problems: [],
        cases: [],
        staying: [],
      }));
      fireEvent.doubleClick(await cardOf('Mensagem'));
      await rendered.user.type(await screen.findByRole('textbox', { name: /^Mensagem/ }), typed);
      return { ...rendered, published };
    };
    const panel = () => screen.queryByRole('complementary', { name: 'Editar mensagem' });
    const question = () => screen.findByRole('dialog', { name: 'Descartar as mudanças?' });

    it.each([
      ['Ctrl+S', (user: User) => user.keyboard('{Control>}s{/Control}')],
      [
        'the header',
        (user: User) =>
          user.click(screen.getAllByRole('button', { name: 'Salvar' }).find((one) => one.matches('[data-flow-save]'))!),
      ],
    ])('saves and publishes it with %s', async (_by, save) => {
      const { user, saved, published } = await typeIn();
      await save(user);
      expect(await screen.findByText('Fluxo salvo com sucesso')).toBeVisible();
      expect(saved[0]?.body.doc.nodes[1]).toMatchObject({ data: { text: 'Olá! Tudo bem?' } });
      expect(saved).toHaveLength(1);
      expect(published.map(({ body }) => body.rev)).toEqual([2]);
      expect(panel()).toBeNull();
    });

    it('publishes nothing while the panel has errors, and shows them', async () => {
      const { user, published } = await typeIn();
      const field = screen.getByRole('textbox', { name: /^Mensagem/ });
      await user.clear(field);
      await user.keyboard('{Control>}s{/Control}');
      expect(await within(panel()!).findByText('Obrigatório')).toBeVisible();
      await user.type(field, 'Oi');
      await user.keyboard('{Control>}s{/Control}');
      expect(await screen.findByText('Fluxo salvo com sucesso')).toBeVisible();
      expect(published).toHaveLength(1);
    });

    it('saves a card that was moved meanwhile where it is now', async () => {
      const { user, lastDoc } = await typeIn();
      const card = await cardOf('Mensagem');
      fireEvent.click(card);
      await waitFor(() => expect(card).toHaveClass('selected'));
      card.focus();
      await user.keyboard('{ArrowRight}');
      await waitFor(() => expect(lastDoc()?.nodes[1]?.position.x).toBeGreaterThan(300));
      await user.click(within(panel()!).getByRole('button', { name: 'Salvar' }));
      await waitFor(() => expect(lastDoc()?.nodes[1]).toMatchObject({ data: { text: 'Olá! Tudo bem?' } }));
      expect(lastDoc()?.nodes[1]?.position.x).toBeGreaterThan(300);
    });

    it('asks before another card opens', async () => {
      const { user } = await typeIn();
      fireEvent.doubleClick(await cardOf('Fila'));
      await user.click(within(await question()).getByRole('button', { name: 'Continuar editando' }));
      expect(screen.getByRole('textbox', { name: /^Mensagem/ })).toHaveValue('Olá! Tudo bem?');
      fireEvent.doubleClick(await cardOf('Mensagem'));
      expect(screen.queryByRole('dialog', { name: 'Descartar as mudanças?' })).toBeNull();
      fireEvent.doubleClick(await cardOf('Fila'));
      await user.click(within(await question()).getByRole('button', { name: 'Descartar' }));
      expect(await screen.findByRole('complementary', { name: 'Editar fila' })).toBeVisible();
    });

    it('asks before a block is added, before a test and before a view that closes the panel', async () => {
      const { user } = await typeIn();
      const stay = async () => {
        await user.click(within(await question()).getByRole('button', { name: 'Continuar editando' }));
        expect(screen.getByRole('textbox', { name: /^Mensagem/ })).toHaveValue('Olá! Tudo bem?');
      };
      await add(user, 'Menu');
      await stay();
      await user.click(screen.getByRole('button', { name: 'Testar no simulador' }));
      await stay();
      await user.click(screen.getByRole('button', { name: 'Versões' }));
      await stay();
      await user.click(screen.getByRole('button', { name: 'Lista' }));
      expect(await screen.findByRole('list', { name: 'Blocos do fluxo' })).toBeVisible();
      expect(screen.getByRole('textbox', { name: /^Mensagem/ })).toHaveValue('Olá! Tudo bem?');
      await user.click(screen.getByRole('button', { name: 'Testar no simulador' }));
      await user.click(within(await question()).getByRole('button', { name: 'Descartar' }));
      expect(await screen.findByRole('textbox', { name: 'Responda como cliente' })).toBeVisible();
    });

    it('asks before the screen is left, and warns before the tab is closed', async () => {
      const { user, router } = await typeIn();
      const unload = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(unload);
      expect(unload.defaultPrevented).toBe(true);
      await user.click(screen.getByRole('button', { name: 'Voltar para fluxos' }));
      await user.click(within(await question()).getByRole('button', { name: 'Continuar editando' }));
      expect(router.state.location.pathname).toBe('/flowbuilder/5');
      answer(endpoints.flows.list, () => ({ flows: [], count: 0, hasMore: false }));
      await user.click(screen.getByRole('button', { name: 'Voltar para fluxos' }));
      await user.click(within(await question()).getByRole('button', { name: 'Descartar' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/flowbuilders'));
    });
  });

  it('duplicates and deletes by the corner icons, and deletes the selection with Delete or Backspace [M-258]', async () => {
    const { user, lastDoc } = open(aDraft(aDoc([greeting], ['start a m'])));
    await user.click(within(await cardOf('Mensagem')).getByRole('button', { name: 'Duplicar Mensagem' }));
    await waitFor(() => expect(lastDoc()?.nodes).toHaveLength(3));
    expect(lastDoc()?.nodes[2]?.position).toEqual({ x: 300 + 240, y: 0 });
    // The copy is selected.
    await user.keyboard('{Delete}');
    await waitFor(() => expect(lastDoc()?.nodes).toHaveLength(2));
    await user.click(within(await cardOf('Mensagem')).getByRole('button', { name: 'Duplicar Mensagem' }));
    await waitFor(() => expect(lastDoc()?.nodes).toHaveLength(3));
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(lastDoc()?.nodes.map(({ id }) => id)).toEqual(['start', 'm']));
    await user.click(within(await cardOf('Mensagem')).getByRole('button', { name: 'Excluir Mensagem' }));
    await waitFor(() => expect(lastDoc()).toMatchObject({ nodes: [{ type: 'start' }], edges: [] }));
  });

  it('connects, changes and removes edges in the list, by keyboard', async () => {
    const { user, lastDoc } = open(aDraft(aDoc([greeting, aNode('queue', 'q', { queueId: 1 })])));
    await user.click(await screen.findByRole('button', { name: 'Lista' }));
    await user.click(screen.getByRole('button', { name: 'Conectar a…: “Continua” de Início' }));
    await user.keyboard('Olá{Enter}');
    await waitFor(() => expect(lastDoc()?.edges).toMatchObject([{ source: 'start', port: 'a', target: 'm' }]));
    expect(await screen.findByText('→ Mensagem')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Conectar a…: “Continua” de Início' }));
    await user.keyboard('Vendas{Enter}');
    await waitFor(() => expect(lastDoc()?.edges).toMatchObject([{ source: 'start', port: 'a', target: 'q' }]));
    await user.click(screen.getByRole('button', { name: 'Desligar: Continua' }));
    await waitFor(() => expect(lastDoc()?.edges).toEqual([]));
  });

  it('copies nodes as text and pastes them with new ids', async () => {
    const { lastDoc } = open(aDraft(aDoc([greeting])));
    const card = await cardOf('Mensagem');
    fireEvent.click(card);
    await waitFor(() => expect(card).toHaveClass('selected'));
    const store = new Map<string, string>();
    const clipboard = (type: string) =>
      Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
        clipboardData: {
          setData: (kind: string, text: string) => store.set(kind, text),
          getData: (kind: string) => store.get(kind) ?? '',
        },
      });
    act(() => void document.body.dispatchEvent(clipboard('copy')));
    expect(await screen.findByText('1 bloco copiado')).toBeVisible();
    act(() => void document.body.dispatchEvent(clipboard('paste')));
    await waitFor(() => expect(lastDoc()?.nodes).toHaveLength(3));
    expect(lastDoc()?.nodes[2]).toMatchObject({ type: 'message', data: { text: 'Olá!' } });
    expect(lastDoc()?.nodes[2]?.id).not.toBe('m');
  });

  it('publishes with «Salvar» and a toast [M-256]', async () => {
    const { user } = open(aDraft(aDoc([greeting], ['start a m'])));
    const published = answer(endpoints.flows.publish, () => ({
      published: { id: 9, number: 3, at: '2026-07-20T12:00:00.000Z', by: null, note: '' },
      isNew: true,
      problems: [],
      cases: [],
      staying: [{ number: 2, conversations: 12 }],
    }));
    await screen.findByText('Olá!');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Fluxo salvo com sucesso 12 conversas seguem na versão 2.')).toBeVisible();
    expect(published[0]?.body).toMatchObject({ rev: 1 });
    expect(screen.queryByText('Não se esqueça de salvar seu fluxo!')).toBeNull();
  });

  it('publishes with a note of the version, and says when there is no new version for it', async () => {
    const { user } = open(aDraft(aDoc([greeting], ['start a m'])));
    let isNew = true;
    const published = answer(endpoints.flows.publish, ({ body }) => ({
      published: { id: 9, number: 3, at: '2026-07-20T12:00:00.000Z', by: null, note: body.note },
      isNew,
      problems: [],
      cases: [],
      staying: [],
    }));
    await screen.findByText('Olá!');
    const saveWith = async (note: string) => {
      await user.click(screen.getByRole('button', { name: 'Nota da versão' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Nota da versão' }));
      expect(dialog.getByRole('textbox', { name: 'O que mudou' })).toHaveValue('');
      await user.type(dialog.getByRole('textbox', { name: 'O que mudou' }), note);
      await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    };
    await saveWith(' Fila de vendas ');
    expect(await screen.findByText('Fluxo salvo com sucesso')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    isNew = false;
    await saveWith('De novo');
    expect(await screen.findByText('Nada mudou desde a versão 3: a nota não foi guardada.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(published).toHaveLength(3));
    expect(published.map(({ body }) => body.note)).toEqual(['Fila de vendas', 'De novo', '']);
  });

  it('lists problems and does not publish while there are errors', async () => {
    const { user } = open(aDraft(aDoc([aNode('queue', 'q', { queueId: 99 })], ['start a q'])));
    await screen.findByRole('button', { name: '1 impede salvar' });
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    const list = await screen.findByRole('region', { name: 'Problemas' });
    await user.click(within(list).getByRole('button', { name: /A fila não existe mais/ }));
    expect(await screen.findByRole('complementary', { name: 'Editar fila' })).toBeVisible();
  });

  it('lets a colleague’s newer draft be loaded or one’s own be kept as a copy', async () => {
    const { user } = open(aDraft(aDoc([greeting])));
    answer(endpoints.flows.saveDraft, () =>
      refuseConflict({ rev: 7, by: { id: 2, name: 'Caio Andrade' }, at: '2026-07-20T12:00:00.000Z' }),
    );
    await user.click(within(await cardOf('Mensagem')).getByRole('button', { name: 'Duplicar Mensagem' }));
    expect(await screen.findByRole('dialog', { name: 'Caio Andrade salvou este fluxo às 09:00' })).toBeVisible();
    withDraft(aDraft(aDoc([aNode('message', 'm', { text: 'Bom dia!' })]), { rev: 7 }));
    await user.click(screen.getByRole('button', { name: 'Carregar o outro' }));
    expect(await screen.findByText('Bom dia!')).toBeVisible();
  });

  it('keeps one’s own drawing as one copy with a free name, also after a failure', async () => {
    const { user, router } = open(aDraft(aDoc([greeting])));
    const failure = { is: true };
    const drafts = answer(endpoints.flows.saveDraft, ({ params }) => {
      if (params.id === 5)
        return refuseConflict({ rev: 7, by: { id: 2, name: 'Caio Andrade' }, at: '2026-07-20T12:00:00.000Z' });
      return failure.is ? refuse('ERR_INTERNAL') : { rev: 2, at: '2026-07-20T12:00:00.000Z', hasChanges: true };
    });
    const created = answer(endpoints.flows.create, ({ body }) =>
      body.name === 'Boas-vindas (minha cópia 2)' ? aFlow({ id: 8, name: body.name }) : refuse('ERR_FLOW_NAME_TAKEN'),
    );
    await user.click(within(await cardOf('Mensagem')).getByRole('button', { name: 'Duplicar Mensagem' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Caio Andrade salvou este fluxo/ }));
    await user.click(dialog.getByRole('button', { name: 'Guardar como cópia' }));
    await waitFor(() => expect(drafts.at(-1)?.params.id).toBe(8));
    expect(created.map(({ body }) => body.name)).toEqual(['Boas-vindas (minha cópia)', 'Boas-vindas (minha cópia 2)']);
    failure.is = false;
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Guardar como cópia' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Guardar como cópia' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/flowbuilder/8'));
    expect(created).toHaveLength(2);
    expect(drafts.at(-1)?.body.doc.nodes).toHaveLength(3);
  });

  it('shows colleagues who have the flow open, and says who saved it meanwhile', async () => {
    const { user } = open(aDraft(aDoc([greeting])));
    answer(endpoints.flows.list, () => ({ flows: [], count: 0, hasMore: false }));
    await cardOf('Mensagem');
    connect();
    const socket = sockets.at(-1)!;
    expect(socket.emitted).toContainEqual(['joinFlow', 5]);
    const editors = (flowId: number, ...people: { id: number; name: string }[]) =>
      act(() => socket.trigger('flowEditors', { flowId, people: [{ id: anAdmin().id, name: 'Eu' }, ...people] }));
    editors(5, { id: 2, name: 'Ana Lima' });
    expect(await screen.findByText('Ana também está editando')).toBeVisible();
    editors(5, { id: 2, name: 'Ana Lima' }, { id: 3, name: 'Caio Andrade' });
    expect(await screen.findByText('Ana e Caio também estão editando')).toBeVisible();
    editors(5);
    await waitFor(() => expect(screen.queryByText(/também est/)).toBeNull());
    receive('flowbuilder', { action: 'draft', flowId: 5, rev: 2, by: { id: 2, name: 'Ana Lima' } });
    expect(await screen.findByText(/Ana Lima salvou este fluxo/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Voltar para fluxos' }));
    await waitFor(() => expect(socket.emitted).toContainEqual(['leaveFlow', 5]));
  });

  it('keeps drawing offline and saves when the connection returns', async () => {
    const { user, lastDoc } = open(aDraft(aDoc([greeting])));
    const card = await cardOf('Mensagem');
    goOffline();
    await user.click(within(card).getByRole('button', { name: 'Duplicar Mensagem' }));
    expect(await screen.findByText(/Continue desenhando/)).toBeVisible();
    goOnline();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(lastDoc()?.nodes).toHaveLength(3));
    await waitFor(() => expect(screen.queryByText(/Continue desenhando/)).toBeNull());
  });

  it('asks before leaving a drawing that could not be saved, also after the next change', async () => {
    const { user, router } = open(aDraft(aDoc([greeting])));
    const card = await cardOf('Mensagem');
    answer(endpoints.flows.list, () => ({ flows: [], count: 0, hasMore: false }));
    answer(endpoints.flows.saveDraft, () => refuse('ERR_VALIDATION'));
    await user.click(within(card).getByRole('button', { name: 'Duplicar Mensagem' }));
    expect(await screen.findByText('O rascunho não foi salvo.')).toBeVisible();
    await user.click(within(card).getByRole('button', { name: 'Duplicar Mensagem' }));
    await user.click(screen.getByRole('button', { name: 'Voltar para fluxos' }));
    const question = await screen.findByRole('dialog', { name: 'Descartar as mudanças?' });
    await user.click(within(question).getByRole('button', { name: 'Continuar editando' }));
    expect(router.state.location.pathname).toBe('/flowbuilder/5');
    await user.click(screen.getByRole('button', { name: 'Voltar para fluxos' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Descartar as mudanças?' })).getByRole('button', {
        name: 'Descartar',
      }),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/flowbuilders'));
  });

  it('keeps the drawing when its draft cannot be loaded again after an outage', async () => {
    open(aDraft(aDoc([greeting])));
    await cardOf('Mensagem');
    connect();
    let failures = 0;
    answer(endpoints.flows.draft, () => {
      failures += 1;
      return refuse('ERR_VALIDATION');
    });
    // A query shows its failure before the next reload is answered.
    for (const count of [1, 2]) {
      act(() => sockets.at(-1)!.trigger('reload'));
      await waitFor(() => expect(failures).toBeGreaterThanOrEqual(count));
    }
    expect(await cardOf('Mensagem')).toBeVisible();
  });

  it('says that the flow was deleted elsewhere, and that it does not exist', async () => {
    const { unmount } = open();
    await screen.findByText('Inicio do fluxo');
    receive('flowbuilder', { action: 'delete', flowId: 5 });
    expect(await screen.findByRole('dialog', { name: 'Este fluxo foi excluído' })).toBeVisible();
    unmount();
    answer(endpoints.flows.draft, () => refuse('ERR_NO_FLOW_FOUND'));
    renderScreen('/flowbuilder/77', { as: anAdmin() });
    expect(await screen.findByRole('heading', { name: 'Este fluxo foi excluído' })).toBeVisible();
  });

  it('refuses empty file cards, uploads files on save and shows it [M-261] [M-262]', async () => {
    const { user, lastDoc } = open();
    const uploads = fakeUploads();
    const stored = Promise.withResolvers<string[]>();
    answer(endpoints.flows.uploadContent, () => stored.promise);
    await add(user, 'Conteúdo');
    const panel = await screen.findByRole('complementary', { name: 'Adicionar menu ao fluxo' });
    expect(within(panel).getByRole('heading', { name: 'Adicionar conteúdo ao fluxo' })).toBeVisible();
    await user.click(within(panel).getByRole('button', { name: 'Audio' }));
    expect(within(panel).getByRole('checkbox', { name: 'Enviar como audio gravado na hora' })).toBeChecked();
    await user.click(within(panel).getByRole('button', { name: 'Adicionar' }));
    expect(await within(panel).findByText('Delete os cards vazios(Imagem, Audio e Video)')).toBeVisible();
    const input = within(panel).getByLabelText(/Enviar áudio/, { selector: 'input' });
    const big = new File(['x'], 'oi.mp3', { type: 'audio/mpeg' });
    Object.defineProperty(big, 'size', { value: 6 * 1_048_576 });
    await user.upload(input, big);
    expect(await within(panel).findByText('Arquivo é muito grande! 5MB máximo')).toBeVisible();
    await user.upload(input, new File(['x'], 'oi.mp3', { type: 'audio/mpeg' }));
    await user.click(within(panel).getByRole('button', { name: 'Adicionar' }));
    expect(await within(panel).findByText('Subindo os arquivos e criando o conteúdo...')).toBeVisible();
    stored.resolve(['stored.mp3']);
    expect(await screen.findByText('Conteúdo adicionada com sucesso!')).toBeVisible();
    expect(uploads).toHaveLength(1);
    await waitFor(() =>
      expect(lastDoc()?.nodes[1]).toMatchObject({
        type: 'singleBlock',
        data: { blocks: [{ id: 'audio1', file: { name: 'stored.mp3', original: 'oi.mp3' }, record: true }] },
      }),
    );
  });

  it('edits content: seconds from 0 to 120, a preview in place of the upload button, and «erro» for an image that cannot be made smaller [M-262] [M-263]', async () => {
    const text = { id: 'message1', type: 'text', text: 'Oi' };
    const { user, lastDoc } = open(aDraft(aDoc([aNode('singleBlock', 'c', { blocks: [text] })])));
    const uploads = fakeUploads();
    answer(endpoints.flows.uploadContent, () => ['stored.png']);
    fireEvent.doubleClick(await cardOf('Conteúdo'));
    const element = await screen.findByRole('complementary', { name: 'Editar conteúdo' });
    const panel = within(element);
    await user.click(panel.getByRole('button', { name: 'Intervalo' }));
    const seconds = panel.getByRole('spinbutton', { name: 'Tempo em segundos' });
    fireEvent.change(seconds, { target: { value: '-1' } });
    expect(seconds).toHaveValue(0);
    fireEvent.change(seconds, { target: { value: '121' } });
    expect(seconds).toHaveValue(120);
    const slider = panel.getByRole('slider', { name: 'Tempo em segundos' });
    expect([slider.getAttribute('min'), slider.getAttribute('max')]).toEqual(['0', '120']);

    const ofSize = (name: string, type: string, bytes: number) =>
      Object.defineProperty(new File(['x'], name, { type }), 'size', { value: bytes });
    await user.click(panel.getByRole('button', { name: 'Video' }));
    const video = panel.getByLabelText(/Enviar vídeo/, { selector: 'input' });
    await user.upload(video, ofSize('oi.mp4', 'video/mp4', 20 * 1_048_576 + 1));
    expect(await panel.findByText('Arquivo é muito grande! 20MB máximo')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Remover Video 3' }));
    await user.click(panel.getByRole('button', { name: 'Imagem' }));
    const image = panel.getByLabelText(/Enviar imagem/, { selector: 'input' });
    await user.upload(image, ofSize('loja.png', 'image/png', 2 * 1_048_576 + 1));
    expect(await panel.findByText('Arquivo é muito grande! 2MB máximo')).toBeVisible();
    expect(panel.getByRole('button', { name: /Enviar imagem/ })).toBeVisible();
    const picture = new File(['no picture'], 'loja.png', { type: 'image/png' });
    await user.upload(image, picture);
    expect(await panel.findByRole('button', { name: 'Trocar' })).toBeVisible();
    expect(panel.getByText('loja.png')).toBeVisible();
    expect(element.querySelector('img')?.src).toMatch(/^blob:/);
    expect(panel.queryByRole('button', { name: /Enviar imagem/ })).toBeNull();

    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('erro')).toBeVisible();
    await waitFor(() =>
      expect(lastDoc()?.nodes[1]?.data).toEqual({
        blocks: [
          text,
          { id: 'interval1', type: 'interval', seconds: 120 },
          { id: 'img1', type: 'image', file: { name: 'stored.png', original: 'loja.png' }, caption: '' },
        ],
      }),
    );
    expect(uploads[0]?.form.get('medias')).toMatchObject({ name: 'loja.png', size: picture.size });
    expect(screen.queryByText('Conteúdo adicionada com sucesso!')).toBeNull();
  });

  it('numbers menu options, removes only the last one and splits by tens [M-265] [M-266]', async () => {
    const { user, lastDoc } = open();
    await add(user, 'Menu');
    const panel = await screen.findByRole('complementary', { name: 'Adicionar menu ao fluxo' });
    await user.type(within(panel).getByRole('textbox', { name: /^Mensagem/ }), 'Como ajudo?');
    await user.type(within(panel).getByRole('textbox', { name: /Opção 1/ }), 'Preços');
    await user.click(within(panel).getByRole('button', { name: 'Adicionar opção' }));
    await user.type(within(panel).getByRole('textbox', { name: /Opção 2/ }), 'Pedido');
    await user.click(within(panel).getByRole('button', { name: 'Adicionar opção' }));
    expect(within(panel).getAllByRole('button', { name: 'Remover a última opção' })).toHaveLength(1);
    await user.click(within(panel).getByRole('button', { name: 'Remover a última opção' }));
    await user.click(within(panel).getByRole('button', { name: 'Adicionar' }));
    await waitFor(() =>
      expect(lastDoc()?.nodes[1]).toMatchObject({
        data: {
          options: [
            { number: 1, value: 'Preços' },
            { number: 2, value: 'Pedido' },
          ],
        },
      }),
    );
    await add(user, 'Randomizador');
    const slider = await screen.findByRole('slider', { name: 'Porcentagem de A' });
    expect(slider).toHaveAttribute('step', '10');
    fireEvent.change(slider, { target: { value: '70' } });
    expect(await screen.findByText('Por A: 70%. Por B: 30%.')).toBeVisible();
  });

  it('offers the placeholders of the chosen template and asks for their values', async () => {
    const templates = [{ id: 11, name: 'pedido_pronto', whatsappId: 2, language: 'pt_BR' }];
    const saved = withDraft(aDraft(), someReferences({ templates }));
    answer(endpoints.templates.list, () => ({ templates: [aTemplate()], count: 1, hasMore: false }));
    const { user } = renderScreen('/flowbuilder/5', { as: anAdmin() });
    await add(user, 'Modelo');
    const panel = await screen.findByRole('complementary', { name: 'Adicionar modelo ao fluxo' });
    await user.click(within(panel).getByRole('combobox', { name: /Modelo aprovado/ }));
    await user.click(await screen.findByRole('option', { name: 'pedido_pronto (pt_BR)' }));
    expect(await within(panel).findByText('Olá {{1}}, seu pedido {{2}} está pronto.')).toBeVisible();
    const first = within(panel).getByRole('textbox', { name: 'Texto: {{1}}' });
    expect(first).toHaveValue('{{firstName}}');
    const second = within(panel).getByRole('textbox', { name: 'Texto: {{2}}' });
    await user.click(within(panel).getByRole('button', { name: 'Adicionar' }));
    expect(await within(panel).findAllByText('Obrigatório')).toHaveLength(2);
    await user.click(second);
    await user.click(within(panel).getByRole('button', { name: 'Inserir {{name}}' }));
    await user.type(within(panel).getByRole('textbox', { name: 'Botão “Acompanhar”' }), '7731');
    await user.click(within(panel).getByRole('button', { name: 'Adicionar' }));
    await waitFor(() =>
      expect(saved.at(-1)?.body.doc.nodes[1]).toMatchObject({
        type: 'template',
        data: { templateId: 11, values: { 'body.1': '{{firstName}}', 'body.2': '{{name}}', 'button.0': '7731' } },
      }),
    );
  });

  it('tries the draft on a phone, marks the path, shows variables and skips a wait', async () => {
    const { user } = open(aDraft(aDoc([greeting], ['start a m'])));
    const at = '2026-07-20T12:00:00.000Z';
    const tries = answer(endpoints.flows.try, ({ body }) =>
      body.input.type === 'time'
        ? aTry({ ended: 'completed', effects: [{ type: 'close', mode: 'farewell' }] })
        : aTry({
            says: [{ kind: 'text', nodeId: 'm', text: 'Olá, Helena!' }],
            trace: [{ seq: 0, nodeId: 'start', event: 'left', port: 'a', reason: null, at }],
            node: 'm',
            waits: { for: 'time', until: at },
            variables: { pedido: '7731' },
          }),
    );
    await screen.findByText('Olá!');
    await user.keyboard('t');
    const phone = await screen.findByRole('complementary', { name: 'Telefone de teste' });
    await user.type(within(phone).getByRole('textbox', { name: 'Responda como cliente' }), 'oi{Enter}');
    expect(await within(phone).findByText('Olá, Helena!')).toBeVisible();
    expect(within(phone).getByRole('rowheader', { name: 'pedido' })).toBeVisible();
    expect(tries[0]?.body).toMatchObject({ rev: 1, run: null, input: { type: 'start', text: 'oi' } });
    expect(within(await cardOf('Início')).getByText('1')).toBeVisible();
    await user.click(within(phone).getByRole('button', { name: 'Avançar' }));
    expect(await within(phone).findByText('O fluxo terminou: fim do desenho.')).toBeVisible();
    expect(within(phone).getByText('Resolve a conversa')).toBeVisible();
    expect(tries[1]?.body.run).toMatchObject({ flowId: 5 });
  });

  it('tries the draft as another customer on another day', async () => {
    const { user } = open(aDraft(aDoc([greeting], ['start a m'])));
    const tries = answer(endpoints.flows.try, () => aTry({ ended: 'completed' }));
    await user.click(await screen.findByRole('button', { name: 'Testar no simulador' }));
    await user.click(await screen.findByRole('button', { name: /Mudar o cliente/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cliente inventado' }));
    await user.type(dialog.getByRole('textbox', { name: /Tags/ }), 'VIP, Novo');
    await user.click(dialog.getByRole('button', { name: 'Adicionar informação' }));
    await user.type(dialog.getByRole('textbox', { name: 'Campo' }), 'Convênio ');
    await user.type(dialog.getByRole('textbox', { name: 'Valor' }), 'Bem Ver');
    await user.click(dialog.getByRole('button', { name: 'Adicionar informação' }));
    await user.type(dialog.getByRole('textbox', { name: /Dia do teste/ }), '14112026');
    await user.type(dialog.getByRole('textbox', { name: 'Hora' }), '2215');
    await user.click(dialog.getByRole('button', { name: 'Usar este cliente' }));
    await user.type(await screen.findByRole('textbox', { name: 'Responda como cliente' }), 'oi{Enter}');
    await waitFor(() =>
      expect(tries[0]?.body).toMatchObject({ as: { tags: ['VIP', 'Novo'] }, at: '2026-11-15T01:15:00.000Z' }),
    );
    // The row without a name is dropped.
    expect(tries[0]?.body.as.fields).toEqual({ Convênio: 'Bem Ver' });
    await user.click(screen.getByRole('button', { name: /Mudar o cliente/ }));
    const again = within(await screen.findByRole('dialog', { name: 'Cliente inventado' }));
    expect(again.getByRole('textbox', { name: 'Valor' })).toHaveValue('Bem Ver');
  });

  it('saves a test as a case and runs the saved ones', async () => {
    const { user } = open(aDraft(aDoc([greeting], ['start a m'])));
    answer(endpoints.flows.try, () =>
      aTry({ says: [{ kind: 'text', nodeId: 'm', text: 'Olá!' }], ended: 'completed' }),
    );
    const cases: { id: number; name: string }[] = [];
    answer(endpoints.flows.cases, () => ({ cases: cases.map((one) => ({ ...one, ...added[0]!.body, id: one.id })) }));
    const added = answer(endpoints.flows.addCase, ({ body }) => {
      cases.push({ id: 3, name: body.name });
      return { ...body, id: 3 };
    });
    answer(endpoints.flows.runCases, () => ({
      cases: [{ id: 3, name: 'Saudação', passed: false, expected: ['Olá!'], got: ['Oi!'] }],
    }));
    await user.click(await screen.findByRole('button', { name: 'Testar no simulador' }));
    await user.type(await screen.findByRole('textbox', { name: 'Responda como cliente' }), 'oi{Enter}');
    await screen.findByText(/O fluxo terminou/);
    await user.click(screen.getByRole('button', { name: 'Testes salvos' }));
    await user.type(await screen.findByRole('textbox', { name: 'Nome do teste' }), 'Saudação');
    await user.click(screen.getByRole('button', { name: 'Salvar este teste' }));
    expect(await screen.findByText('Teste salvo')).toBeVisible();
    const { now, run } = aTry();
    expect(added[0]?.body).toMatchObject({
      at: now,
      seed: run.seed,
      inputs: [{ type: 'start', text: 'oi' }],
      expect: ['Olá!'],
    });
    await user.click(await screen.findByRole('button', { name: 'Rodar todos' }));
    expect(await screen.findByText('não deu o esperado')).toBeVisible();
    expect(screen.getByText('Veio: Oi!')).toBeVisible();
  });

  it('shows that saved tests load, asks before it deletes one, and says when there is none', async () => {
    const { user } = open(aDraft(aDoc([greeting], ['start a m'])));
    const saved = {
      id: 3,
      name: 'Saudação',
      as: aCustomer,
      inputs: [{ type: 'start' as const, text: 'oi' }],
      expect: [],
    };
    const cases = [saved];
    const loaded = Promise.withResolvers<void>();
    answer(endpoints.flows.cases, async () => {
      await loaded.promise;
      return { cases: [...cases] };
    });
    const removed = answer(endpoints.flows.removeCase, () => {
      cases.pop();
      return { message: 'Case deleted' };
    });
    await user.click(await screen.findByRole('button', { name: 'Testar no simulador' }));
    await user.click(await screen.findByRole('button', { name: 'Testes salvos' }));
    const dialog = await screen.findByRole('dialog', { name: 'Testes salvos' });
    expect(within(dialog).getByRole('status', { name: 'Carregando os testes' })).toBeVisible();
    loaded.resolve();
    const remove = await within(dialog).findByRole('button', { name: 'Excluir o teste Saudação' });
    expect(within(dialog).queryByRole('status', { name: 'Carregando os testes' })).toBeNull();
    await user.click(remove);
    const question = await screen.findByRole('dialog', { name: 'Excluir o teste “Saudação”?' });
    expect(question).toHaveTextContent('Ele não roda mais quando o fluxo é salvo.');
    await user.click(within(question).getByRole('button', { name: 'Cancelar' }));
    expect(removed).toHaveLength(0);
    await user.click(remove);
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Excluir o teste “Saudação”?' })).getByRole('button', {
        name: 'Excluir',
      }),
    );
    expect(await within(dialog).findByText('Nenhum teste salvo ainda.')).toBeVisible();
    expect(removed.map(({ params }) => params)).toEqual([{ id: 5, caseId: 3 }]);
  });
});
