import type { FlowCallContent, FlowRun, FlowVersion } from '@balcao/contract/endpoints/flows';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAdmin } from '../../../testing/fixtures.ts';
import { aDoc, aDraft, aMenu, aNode, aPath, aRun, aTry, withDraft } from '../../../testing/flows.ts';
import { mockLayout, mockMatchMedia } from '../../../testing/layout.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';

beforeEach(() => mockLayout());

const at = '2026-07-20T12:00:00.000Z';
const doc = aDoc(
  [
    aMenu(),
    aNode('question', 'q', { message: 'Qual o número?', answerKey: 'pedido' }, { x: 600, y: 0 }),
    aNode('message', 'other', { text: 'Tabela' }, { x: 600, y: 300 }),
  ],
  ['start a menu', 'menu a2 q', 'menu a1 other'],
);
const path = (own: Partial<FlowRun> = {}) =>
  aPath(
    doc,
    [
      { nodeId: 'start', event: 'entered' },
      { nodeId: 'start', event: 'left', port: 'a' },
      { nodeId: 'menu', event: 'entered' },
      { nodeId: 'menu', event: 'waited', ms: 38_000 },
      { nodeId: 'menu', event: 'left', port: 'a2', reason: 'choice' },
      { nodeId: 'q', event: 'entered' },
      { nodeId: 'q', event: 'waited', ms: 51_000 },
      { nodeId: 'q', event: 'variable', key: 'pedido' },
      { nodeId: 'q', event: 'ended', reason: 'takenOver' },
    ],
    { variables: { pedido: '7698' }, ...own },
  );
const ended = { endedAt: '2026-07-20T12:02:12.000Z', endReason: 'takenOver', node: 'q', nodeName: 'question' } as const;
const aVersion = (number: number): FlowVersion => ({
  id: 100 + number,
  number,
  note: '',
  at,
  by: null,
  isLive: number === 7,
  conversations: 0,
});

function open(
  runs: FlowRun[] = [aRun(ended), aRun({ id: 30, contact: { id: 71, name: 'Nair Couto' } })],
  contents: FlowCallContent[] = [],
) {
  withDraft(aDraft(doc, { hasChanges: false }));
  answer(endpoints.flows.versions, () => ({ versions: [aVersion(7), aVersion(6)], hasMore: false }));
  answer(endpoints.flows.version, ({ params }) => ({ ...aVersion(params.version), doc }));
  answer(endpoints.flows.run, ({ params }) => path(runs.find(({ id }) => id === params.id)));
  answer(endpoints.flows.runContents, () => ({ contents }));
  const asked = answer(endpoints.flows.runs, () => pageOf(runs));
  return { ...renderScreen('/flowbuilder/5?view=runs', { as: anAdmin() }), asked };
}
const pageOf = (runs: FlowRun[], next: number | null = null) => ({ runs, hasMore: next !== null, next });
const list = () => screen.findByRole('list', { name: 'Execuções do fluxo' });
const chooseState = async (user: ReturnType<typeof open>['user'], name: string) => {
  await user.click(await screen.findByRole('combobox', { name: 'Situação' }));
  await user.click(await screen.findByRole('option', { name }));
};

describe('the runs of a flow', () => {
  it('shows what HTTP calls sent and received where the company keeps it', async () => {
    const call = {
      nodeId: 'h',
      at,
      status: 200,
      reason: null,
      request: 'GET https://api.example',
      response: '{"a":1}',
    };
    const { user } = open(undefined, [call]);
    const contents = await screen.findByRole('region', { name: 'Conteúdo das chamadas HTTP' });
    await user.click(within(contents).getByText(/^HTTP · .* · 200$/));
    expect(within(contents).getByText('GET https://api.example')).toBeVisible();
    expect(within(contents).getByText('{"a":1}')).toBeVisible();
  });

  it('lists contact, version, state, node and end, and opens the newest', async () => {
    open();
    const rows = within(await list()).getAllByRole('button');
    expect(rows[0]).toHaveTextContent('Edson Paiva');
    expect(rows[0]).toHaveTextContent('Um atendente assumiu · Pergunta');
    expect(rows[0]).toHaveTextContent('20/07/2026 09:00');
    expect(rows[0]).toHaveTextContent('Versão 7 · 2 min 12 s');
    expect(rows[1]).toHaveTextContent('Nair Couto');
    expect(rows[1]).toHaveTextContent('Em andamento · Menu');
    expect(await screen.findByRole('region', { name: 'Execução de Edson Paiva' })).toBeVisible();
    expect(rows[0]).toHaveAttribute('aria-current', 'true');
  });

  it('shows each step with its time, duration, exit, reason and what was kept', async () => {
    open();
    const steps = within(await screen.findByRole('list', { name: 'Passos' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1Início/),
      expect.stringMatching(/^2Menu.*espera.*seguiu: Meu pedido · o cliente escolheu.*09:00.*38 s/),
      expect.stringMatching(/^3Pergunta.*guardou pedido = 7698.*terminou · um atendente assumiu.*09:00.*51 s/),
    ]);
    const run = screen.getByRole('region', { name: 'Execução de Edson Paiva' });
    expect(within(run).getByText('3 de 4 blocos')).toBeVisible();
    expect(within(run).getByText('Blocos por onde não passou: Mensagem')).toBeVisible();
    expect(within(run).getByRole('rowheader', { name: 'pedido' })).toBeVisible();
  });

  it('draws the path on the version that ran', async () => {
    const { user } = open();
    const fetched = answer(endpoints.flows.version, ({ params }) => ({ ...aVersion(params.version), doc }));
    await user.click(await screen.findByRole('button', { name: 'No desenho' }));
    const cards = await screen.findAllByRole('group', { name: /^(Início|Menu|Pergunta|Mensagem)$/ });
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1Início/),
      expect.stringMatching(/^2Menu/),
      expect.stringMatching(/^3Pergunta/),
      expect.stringMatching(/^Mensagem/),
    ]);
    expect(fetched.map(({ params }) => params.version)).toContain(7);
  });

  it('asks by state and version, and says when nothing fits', async () => {
    const { user, asked } = open();
    await list();
    for (const [name, state] of [
      ['Terminadas', 'ended'],
      ['Com erro', 'failed'],
      ['Largaram', 'dropped'],
    ] as const) {
      await chooseState(user, name);
      await waitFor(() => expect(asked.at(-1)?.query).toEqual({ state, searchParam: '' }));
    }
    const filtered = answer(endpoints.flows.runs, () => pageOf([]));
    await user.click(screen.getByRole('combobox', { name: 'Versão' }));
    await user.click(await screen.findByRole('option', { name: 'Versão 6' }));
    expect(await screen.findByRole('heading', { name: 'Nenhuma execução assim' })).toBeVisible();
    expect(filtered.at(-1)?.query).toEqual({ state: 'dropped', version: 6, searchParam: '' });
  });

  it('loads older runs by the id of the last one', async () => {
    const { user } = open();
    const asked = answer(endpoints.flows.runs, ({ query }) =>
      query.before === undefined
        ? pageOf([aRun(ended)], 31)
        : pageOf([aRun({ id: 12, contact: { id: 72, name: 'Igor Sampaio' } })]),
    );
    await user.click(await screen.findByRole('button', { name: 'Mostrar mais' }));
    expect(await screen.findByText('Igor Sampaio')).toBeVisible();
    expect(asked.at(-1)?.query).toEqual({ state: 'all', searchParam: '', before: 31 });
  });

  it('finds the runs of a contact by name or number, together with the other filters', async () => {
    const { user, asked } = open();
    await list();
    await chooseState(user, 'Terminadas');
    await user.type(screen.getByRole('textbox', { name: 'Buscar por nome ou número' }), ' 98765 {Enter}');
    await waitFor(() => expect(asked.at(-1)?.query).toEqual({ state: 'ended', searchParam: '98765' }));
    answer(endpoints.flows.runs, () => pageOf([]));
    await user.clear(screen.getByRole('textbox', { name: 'Buscar por nome ou número' }));
    await user.type(screen.getByRole('textbox', { name: 'Buscar por nome ou número' }), 'zulmira{Enter}');
    expect(await screen.findByText(/^Nenhum contato com «zulmira» entre estas execuções/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Limpar' }));
    await waitFor(() => expect(screen.queryByText(/zulmira/)).toBeNull());
  });

  it('goes on in older runs when a frequent name is not among the newest ones', async () => {
    const { user } = open();
    await list();
    const asked = answer(endpoints.flows.runs, ({ query }) =>
      query.before === undefined ? pageOf([], 900) : pageOf([aRun({ contact: { id: 72, name: 'Ana Reis' } })]),
    );
    await user.type(screen.getByRole('textbox', { name: 'Buscar por nome ou número' }), 'ana{Enter}');
    expect(await screen.findByText('Não está entre as execuções mais novas.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Buscar nas mais antigas' }));
    expect(within(await list()).getByText('Ana Reis')).toBeVisible();
    expect(asked.at(-1)?.query).toEqual({ state: 'all', searchParam: 'ana', before: 900 });
  });

  it('says when no conversation came yet', async () => {
    open([]);
    expect(await screen.findByRole('heading', { name: 'Nenhuma execução ainda' })).toBeVisible();
  });

  it('shows an error with a retry', async () => {
    const { user } = open();
    answer(endpoints.flows.runs, () => refuse('ERR_NO_FLOW_FOUND'));
    await chooseState(user, 'Em andamento');
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    answer(endpoints.flows.runs, () => pageOf([aRun()]));
    await user.click(retry);
    expect(within(await list()).getAllByRole('button')).toHaveLength(1);
  });

  it('loads the variables of a run into the test phone', async () => {
    const { user } = open();
    const tried = answer(endpoints.flows.try, () => aTry({ variables: { pedido: '7698' } }));
    await user.click(await screen.findByRole('button', { name: 'Testar com estes dados' }));
    const phone = await screen.findByRole('complementary', { name: 'Telefone de teste' });
    expect(within(phone).getByText('Começa com os dados de Edson Paiva.')).toBeVisible();
    expect(within(phone).getByRole('rowheader', { name: 'pedido' })).toBeVisible();
    await user.type(within(phone).getByRole('textbox', { name: 'Responda como cliente' }), 'oi{Enter}');
    await waitFor(() => expect(tried).toHaveLength(1));
    expect(tried[0]?.body).toMatchObject({
      run: { node: null, versionId: 0, vars: { pedido: '7698' } },
      as: { name: 'Edson Paiva' },
      input: { type: 'start', text: 'oi' },
    });
    answer(endpoints.flows.cases, () => ({ cases: [] }));
    await user.click(within(phone).getByRole('button', { name: 'Testes salvos' }));
    expect(await screen.findByText(/^Um teste com os dados de uma conversa não pode ser salvo/)).toBeVisible();
  });

  it('starts without data again once they are removed', async () => {
    const { user } = open();
    const tried = answer(endpoints.flows.try, () => aTry());
    await user.click(await screen.findByRole('button', { name: 'Testar com estes dados' }));
    const phone = await screen.findByRole('complementary', { name: 'Telefone de teste' });
    await user.click(within(phone).getByRole('button', { name: 'Tirar os dados' }));
    await user.type(within(phone).getByRole('textbox', { name: 'Responda como cliente' }), 'oi{Enter}');
    await waitFor(() => expect(tried[0]?.body.run).toBeNull());
  });

  it('opens the conversation of a run', async () => {
    const { user, router } = open();
    const visited = vi.spyOn(router, 'navigate').mockResolvedValue();
    await user.click(await screen.findByRole('button', { name: 'Abrir conversa' }));
    expect(visited).toHaveBeenCalledWith(expect.objectContaining({ to: `/tickets/${aRun().ticketUuid}` }));
  });

  it('is a list on a phone, from which a run opens and returns', async () => {
    mockMatchMedia('(width < 600px)');
    const { user } = open();
    await user.click(within(await list()).getByRole('button', { name: /Nair Couto/ }));
    expect(await screen.findByRole('list', { name: 'Passos' })).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Execuções do fluxo' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'No desenho' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Voltar às execuções' }));
    expect(await list()).toBeVisible();
  });
});
