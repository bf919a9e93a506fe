import type { Flow } from '@balcao/contract/endpoints/flows';
import { endpoints } from '@balcao/contract/endpoints/index';
import { flowTemplates } from '@balcao/domain/flow/templates/templates';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { anAdmin, anAgent } from '../../../testing/fixtures.ts';
import { aDraft, aFlow, withDraft } from '../../../testing/flows.ts';
import { receive, renderScreen } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';

const withFlows = (...flows: Flow[]) => {
  answer(endpoints.flows.list, ({ query }) => {
    const found = flows.filter(({ name }) => name.toLowerCase().includes(query.searchParam.toLowerCase()));
    const active = found.filter((flow) => flow.active);
    const inactive = found.filter((flow) => !flow.active);
    const shown = { all: found, active, inactive }[query.status];
    const counts = { all: found.length, active: active.length, inactive: inactive.length };
    return { flows: shown, count: shown.length, hasMore: false, counts };
  });
  return flows;
};
const menuOf = async (user: ReturnType<typeof renderScreen>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name: `Ações de ${name}` }));

describe('the list of flows', () => {
  it('shows name, state, what starts a flow and its version, and opens a row in the editor [M-252]', async () => {
    withFlows(
      aFlow({
        usedBy: {
          connections: [{ id: 1, name: 'Matriz', as: 'welcome' }],
          phrases: [{ id: 2, name: 'pedido' }],
          queues: [],
          options: [],
          integrations: [{ id: 3, name: 'Recepção' }],
          flows: [],
        },
        hasChanges: true,
        problems: { errors: 1, warnings: 0 },
      }),
      aFlow({ id: 6, name: 'Pesquisa', active: false, published: null }),
    );
    withDraft(aDraft());
    const { user, router } = renderScreen('/flowbuilders', { as: anAdmin() });
    expect(await screen.findByRole('heading', { name: /Fluxos de conversa/ })).toBeVisible();
    const first = (await screen.findByRole('button', { name: 'Boas-vindas' })).closest('tr')!;
    expect(within(first).getByText('Ativo')).toBeVisible();
    expect(within(first).getByText('Boas-vindas de Matriz · Frase “pedido” · Integração Recepção')).toBeVisible();
    expect(within(first).getByText('rascunho com mudanças')).toBeVisible();
    expect(within(first).getByText('1 problema')).toBeVisible();
    const second = screen.getByRole('button', { name: 'Pesquisa' }).closest('tr')!;
    expect(within(second).getByText('Desativado')).toBeVisible();
    expect(within(second).getByText('Nada começa este fluxo')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Boas-vindas' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/flowbuilder/5'));
  });

  it('leads to the runs of a flow', async () => {
    withFlows(aFlow());
    withDraft(aDraft());
    answer(endpoints.flows.runs, () => ({ runs: [], hasMore: false, next: null }));
    answer(endpoints.flows.versions, () => ({ versions: [], hasMore: false }));
    const { user, router } = renderScreen('/flowbuilders', { as: anAdmin() });
    await menuOf(user, 'Boas-vindas');
    await user.click(await screen.findByRole('menuitem', { name: 'Ver execuções' }));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/flowbuilder/5', search: { view: 'runs' } }),
    );
    expect(await screen.findByText('Nenhuma execução ainda')).toBeVisible();
  });

  it('is where the editor without a flow leads [M-033]', async () => {
    withFlows(aFlow());
    const { router } = renderScreen('/flowbuilder', { as: anAdmin() });
    expect(await screen.findByRole('heading', { name: /Fluxos de conversa/ })).toBeVisible();
    expect(router.state.location.pathname).toBe('/flowbuilders');
  });

  it('searches, and says when nothing is found', async () => {
    withFlows(aFlow());
    const { user } = renderScreen('/flowbuilders', { as: anAdmin() });
    await screen.findByText('Boas-vindas');
    await user.type(screen.getByRole('textbox', { name: 'Buscar fluxo' }), 'xyz');
    expect(await screen.findByText('Nada encontrado para “xyz”')).toBeVisible();
  });

  it('shows only active, inactive or troubled flows', async () => {
    withFlows(
      aFlow({ problems: { errors: 0, warnings: 2 } }),
      aFlow({ id: 6, name: 'Pesquisa', active: false }),
      aFlow({ id: 7, name: 'Status do pedido' }),
    );
    const { user } = renderScreen('/flowbuilders', { as: anAdmin() });
    await screen.findByText('Boas-vindas');
    const filters = screen.getByRole('group', { name: 'Mostrar' });
    const choose = (name: string) => user.click(within(filters).getByRole('button', { name }));
    const names = () => screen.queryAllByRole('button', { name: /^(Boas-vindas|Pesquisa|Status do pedido)$/ });
    await choose('Desativados 1');
    await waitFor(() => expect(names().map(({ textContent }) => textContent)).toEqual(['Pesquisa']));
    await choose('Ativos 2');
    await waitFor(() =>
      expect(names().map(({ textContent }) => textContent)).toEqual(['Boas-vindas', 'Status do pedido']),
    );
    await choose('Com problemas');
    await waitFor(() => expect(names().map(({ textContent }) => textContent)).toEqual(['Boas-vindas']));
  });

  it('offers all flows again when no flow is shown', async () => {
    withFlows(aFlow());
    const { user } = renderScreen('/flowbuilders', { as: anAdmin() });
    await screen.findByText('Boas-vindas');
    await user.click(screen.getByRole('button', { name: 'Desativados 0' }));
    expect(await screen.findByText('Nenhum fluxo assim')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mostrar todos' }));
    expect(await screen.findByText('Boas-vindas')).toBeVisible();
  });

  it('switches a flow off and says what happens to its conversations', async () => {
    const flows = withFlows(aFlow());
    const changed = answer(endpoints.flows.setActive, ({ body }) => (flows[0] = aFlow({ active: body.active })));
    const { user } = renderScreen('/flowbuilders', { as: anAdmin() });
    await user.click(await screen.findByRole('switch', { name: 'Boas-vindas ativo' }));
    expect(await screen.findByText(/não começa novas conversas/)).toBeVisible();
    expect(changed[0]).toMatchObject({ params: { id: 5 }, body: { active: false } });
    expect(await screen.findByText('Desativado')).toBeVisible();
  });

  it('creates a blank flow; the name needs 2 to 50 letters [M-253] [M-254]', async () => {
    withFlows(aFlow());
    withDraft(aDraft());
    const created = answer(endpoints.flows.create, ({ body }) => aFlow({ id: 5, name: body.name }));
    const { user, router } = renderScreen('/flowbuilders', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Adicionar Fluxo' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Em branco' }));
    const name = await screen.findByRole('textbox', { name: /Nome do fluxo/ });
    await user.click(screen.getByRole('button', { name: 'Criar fluxo' }));
    expect(await screen.findByText('Digite um nome!')).toBeVisible();
    await user.type(name, 'a');
    expect(await screen.findByText('Muito curto!')).toBeVisible();
    await user.clear(name);
    await user.click(name);
    await user.paste('a'.repeat(51));
    expect(await screen.findByText('Muito longo!')).toBeVisible();
    await user.clear(name);
    await user.type(name, 'Boas-vindas');
    await user.click(screen.getByRole('button', { name: 'Criar fluxo' }));
    expect(await screen.findByText('Fluxo salvo com sucesso')).toBeVisible();
    expect(created[0]?.body).toEqual({ name: 'Boas-vindas' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/flowbuilder/5'));
  });

  it('refuses a name that another flow has, at the field', async () => {
    withFlows(aFlow());
    answer(endpoints.flows.rename, () => refuse('ERR_FLOW_NAME_TAKEN'));
    const { user } = renderScreen('/flowbuilders', { as: anAdmin() });
    await menuOf(user, 'Boas-vindas');
    await user.click(await screen.findByRole('menuitem', { name: 'Editar nome' }));
    await user.type(await screen.findByRole('textbox', { name: /Nome do fluxo/ }), ' 2');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Já existe um fluxo com este nome. Escolha outro.')).toBeVisible();
  });

  it('offers three templates to a company without flows and fills the new draft with the chosen one', async () => {
    withFlows();
    const saved = withDraft(aDraft());
    const created = answer(endpoints.flows.create, ({ body }) => aFlow({ name: body.name }));
    const [template] = flowTemplates;
    const { user, router } = renderScreen('/flowbuilders', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: template!.name.pt }));
    expect(await screen.findByRole('textbox', { name: /Nome do fluxo/ })).toHaveValue(template!.name.pt);
    await user.click(screen.getByRole('button', { name: 'Criar fluxo' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/flowbuilder/5'));
    expect(created[0]?.body).toEqual({ name: template!.name.pt });
    expect(saved[0]?.body.doc.nodes.length).toBeGreaterThan(2);
  });

  it('asks with the specified sentences before it deletes or duplicates [M-253]', async () => {
    const flows = withFlows(
      aFlow({
        conversations: 12,
        usedBy: {
          connections: [],
          phrases: [{ id: 2, name: 'pedido' }],
          queues: [],
          options: [],
          integrations: [{ id: 3, name: 'Recepção' }],
          flows: [],
        },
      }),
    );
    const copied = answer(endpoints.flows.duplicate, () => aFlow({ id: 9, name: 'Boas-vindas - copy' }));
    const removed = answer(endpoints.flows.remove, () => {
      const [flow] = flows.splice(0);
      return { id: 5, name: 'Boas-vindas', active: true, lost: flow!.usedBy, endedRuns: 12 };
    });
    const { user } = renderScreen('/flowbuilders', { as: anAdmin() });
    await menuOf(user, 'Boas-vindas');
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicar' }));
    const copying = await screen.findByRole('dialog', { name: 'Duplicar “Boas-vindas”?' });
    expect(within(copying).getByText('Tem certeza que deseja duplicar este fluxo?')).toBeVisible();
    await user.click(within(copying).getByRole('button', { name: 'Duplicar' }));
    expect(await screen.findByText('Fluxo duplicado com sucesso')).toBeVisible();
    expect(copied[0]?.body).toEqual({ flowId: 5 });

    await menuOf(user, 'Boas-vindas');
    await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
    const removing = await screen.findByRole('dialog', { name: 'Excluir o fluxo “Boas-vindas”?' });
    expect(removing).toHaveTextContent(
      'Tem certeza que deseja deletar este fluxo? Todas as integrações relacionados serão perdidos. ' +
        'Ficam sem fluxo: Frase “pedido”; Integração Recepção. Conversas que saem dele agora: 12.',
    );
    await user.click(within(removing).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Fluxo excluído com sucesso')).toBeVisible();
    expect(removed[0]?.params).toEqual({ id: 5 });
    expect(await screen.findByText('Nenhum fluxo ainda')).toBeVisible();
  });

  it('imports a file and says what was changed in it', async () => {
    withFlows(aFlow());
    const imported = answer(endpoints.flows.import, () => ({
      flow: { id: 8, name: 'Loja', active: false },
      report: {
        nodes: 4,
        edges: 3,
        files: 1,
        notes: [
          { kind: 'keyRemoved' as const, nodeId: 'a', subject: 'apiKey' },
          { kind: 'missingFile' as const, nodeId: 'b', subject: 'foto.png' },
          { kind: 'unknownReference' as const, nodeId: 'c', subject: 'Vendedora' },
        ],
      },
    }));
    const { user } = renderScreen('/flowbuilders', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Adicionar Fluxo' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Importar arquivo' }));
    await user.upload(
      await screen.findByLabelText('Escolher arquivo', { selector: 'input' }),
      new File(['{}'], 'loja.json', { type: 'application/json' }),
    );
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    expect(await screen.findByText('4 blocos, 3 ligações, 1 arquivos.')).toBeVisible();
    expect(screen.getByText('Chave removida: apiKey')).toBeVisible();
    expect(screen.getByText('Falta o arquivo: foto.png')).toBeVisible();
    expect(screen.getByText('Não veio com o fluxo, escolha de novo: Vendedora')).toBeVisible();
    expect(imported[0]?.file?.name).toBe('loja.json');
  });

  it('follows what colleagues do [M-252]', async () => {
    const flows = withFlows(aFlow());
    renderScreen('/flowbuilders', { as: anAdmin() });
    await screen.findByText('Boas-vindas');
    flows.push(aFlow({ id: 6, name: 'Promo inverno' }));
    receive('flowbuilder', { action: 'create', flow: aFlow({ id: 6, name: 'Promo inverno' }) });
    expect(await screen.findByText('Promo inverno')).toBeVisible();
    flows.shift();
    receive('flowbuilder', { action: 'delete', flowId: 5 }, '2');
    await waitFor(() => expect(screen.queryByText('Boas-vindas')).toBeNull());
  });

  it('downloads an export, and shows an error with a retry', async () => {
    withFlows(aFlow());
    answer(endpoints.flows.export, () => ({ url: '/media/flow.zip', fileName: 'Boas-vindas.zip' }));
    const { user, unmount } = renderScreen('/flowbuilders', { as: anAdmin() });
    await menuOf(user, 'Boas-vindas');
    await user.click(await screen.findByRole('menuitem', { name: 'Exportar' }));
    await waitFor(() => expect(vi.mocked(location.assign)).toHaveBeenCalledWith('/media/flow.zip'));
    unmount();
    answer(endpoints.flows.list, () => refuse('ERR_INTERNAL'));
    const again = renderScreen('/flowbuilders', { as: anAdmin() });
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    withFlows(aFlow());
    await again.user.click(retry);
    expect(await screen.findByText('Boas-vindas')).toBeVisible();
  });

  it('is for admins of companies whose plan has integrations', async () => {
    renderScreen('/flowbuilders', { as: anAgent() });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
  });
});
