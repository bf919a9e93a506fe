import type { FlowStats, FlowVersion } from '@balcao/contract/endpoints/flows';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAdmin } from '../../../testing/fixtures.ts';
import { aDoc, aDraft, aMenu, aNode, withDraft } from '../../../testing/flows.ts';
import { mockLayout, mockMatchMedia } from '../../../testing/layout.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { lastDays } from './period.ts';
import { noNumbers, type NodeStats } from './use-node-numbers.ts';

beforeEach(() => mockLayout());

const doc = aDoc([aMenu(), aNode('message', 'm', { text: 'Tabela' }, { x: 600, y: 0 })], ['start a menu', 'menu a1 m']);
const node = (nodeId: string, own: Partial<NodeStats> = {}) => ({ ...noNumbers(nodeId), ...own });
const numbers = (own: Partial<FlowStats> = {}): FlowStats => ({
  from: '2026-07-14',
  to: '2026-07-20',
  version: null,
  runs: 200,
  nodes: [
    node('menu', {
      entered: 240,
      left: [
        { port: 'a1', count: 90, percent: 75 },
        { port: 'a2', count: 30, percent: 25 },
      ],
      waiting: 4,
      dropped: 50,
      errors: 1,
    }),
    node('start', { entered: 200, left: [{ port: 'a', count: 200, percent: 100 }] }),
    node('old', { entered: 3 }),
  ],
  largestDrop: { nodeId: 'menu', dropped: 50, percent: 20.8 },
  ...own,
});
const aVersion = (number: number): FlowVersion => ({
  id: 100 + number,
  number,
  note: '',
  at: '2026-07-20T12:00:00.000Z',
  by: null,
  isLive: number === 7,
  conversations: 0,
});

function open(stats = numbers(), versions = [aVersion(7), aVersion(6)]) {
  withDraft(aDraft(doc, { hasChanges: false }));
  answer(endpoints.flows.versions, () => ({ versions, hasMore: false }));
  answer(endpoints.flows.version, ({ params }) => ({ ...aVersion(params.version), doc }));
  const asked = answer(endpoints.flows.stats, () => stats);
  return { ...renderScreen('/flowbuilder/5?view=numbers', { as: anAdmin() }), asked };
}
const openTable = async (user: ReturnType<typeof open>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Em tabela' }));
  return within(await screen.findByRole('region', { name: 'Números por bloco' })).getAllByRole('row');
};

describe('the numbers of a flow', () => {
  it('names the conversations that came and the largest drop', async () => {
    open();
    expect(await screen.findByText(/^200 conversas entraram no fluxo de 14\/07\/2026 a 20\/07\/2026\./)).toBeVisible();
    expect(screen.getByText('A maior desistência é em “Menu”: 50 largaram ali, 20,8% de quem chegou.')).toBeVisible();
  });

  it('writes the numbers and the share of each exit on the cards', async () => {
    open();
    expect(await screen.findByText('240 entraram')).toBeVisible();
    expect(screen.getByText('4 esperando')).toBeVisible();
    expect(screen.getByText('50 largaram')).toBeVisible();
    expect(screen.getByText('1 com erro')).toBeVisible();
    expect(screen.getByText('75% · Ver preços')).toBeVisible();
    expect(screen.getByText('25% · Meu pedido')).toBeVisible();
    expect(screen.getByText('0 entraram')).toBeVisible();
    expect(screen.getByText(/^O desenho é o da versão 7\. Os números de um bloco de outra versão/)).toBeVisible();
  });

  it('shows the same as a table, in the order of the flow, with blocks of other versions at the end', async () => {
    const { user } = open();
    const [head, ...rows] = await openTable(user);
    expect(
      within(head!)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Bloco', 'Entraram', 'Saíram por', 'Esperando agora', 'Largaram', 'Erros']);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Início200/),
      'Menu240Ver preços · 75% (90)Meu pedido · 25% (30)4501',
      'Mensagem0—000',
      'Bloco de outra versão3—000',
    ]);
  });

  it('asks for the days of the company: seven, one, thirty or chosen ones', async () => {
    const { user, asked } = open();
    await screen.findByText('240 entraram');
    const now = new Date();
    expect(asked[0]?.query).toEqual(lastDays('week', now));
    await user.click(screen.getByRole('button', { name: 'Hoje' }));
    await waitFor(() => expect(asked.at(-1)?.query).toEqual(lastDays('today', now)));
    await user.click(screen.getByRole('button', { name: '30 dias' }));
    await waitFor(() => expect(asked.at(-1)?.query).toEqual(lastDays('month', now)));
    await user.click(screen.getByRole('button', { name: 'Escolher' }));
    const from = await screen.findByRole('textbox', { name: 'De' });
    await user.clear(from);
    await user.type(from, '01032026');
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ from: '2026-03-01' }));
  });

  it('asks for one version and draws it', async () => {
    const { user, asked } = open();
    await screen.findByText('240 entraram');
    const drawn = answer(endpoints.flows.version, ({ params }) => ({ ...aVersion(params.version), doc }));
    await user.click(screen.getByRole('combobox', { name: 'Versão' }));
    await user.click(await screen.findByRole('option', { name: 'Versão 6' }));
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ version: 6 }));
    await waitFor(() => expect(drawn.map(({ params }) => params.version)).toContain(6));
  });

  it('says when no conversation came, and when none dropped out', async () => {
    const { unmount } = open(numbers({ runs: 0, nodes: [], largestDrop: null }));
    expect(await screen.findByText(/^Nenhuma conversa entrou no fluxo/)).toBeVisible();
    unmount();
    // A loop and an older version: the drawn start is not what counts.
    open(numbers({ runs: 1200, largestDrop: null }));
    expect(await screen.findByText(/^1\.200 conversas entraram no fluxo/)).toBeVisible();
    expect(await screen.findByText(/Ninguém largou o fluxo no meio\./)).toBeVisible();
  });

  it('waits for the first published version', async () => {
    open(numbers(), []);
    expect(await screen.findByRole('heading', { name: 'Nada publicado ainda' })).toBeVisible();
  });

  it('shows an error with a retry', async () => {
    const { user } = open();
    await screen.findByText('240 entraram');
    answer(endpoints.flows.stats, () => refuse('ERR_NO_FLOW_FOUND'));
    await user.click(screen.getByRole('button', { name: 'Hoje' }));
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    answer(endpoints.flows.stats, () => numbers());
    await user.click(retry);
    expect(await screen.findByText('240 entraram')).toBeVisible();
  });

  it('is a table on a phone', async () => {
    mockMatchMedia('(width < 600px)');
    open();
    expect(await screen.findByRole('region', { name: 'Números por bloco' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'No desenho' })).toBeNull();
  });
});

describe('a period', () => {
  it('ends with today and includes both days', () => {
    const noon = new Date('2026-03-10T15:00:00Z');
    expect(lastDays('today', noon)).toEqual({ from: '2026-03-10', to: '2026-03-10' });
    expect(lastDays('week', noon)).toEqual({ from: '2026-03-04', to: '2026-03-10' });
    expect(lastDays('month', noon)).toEqual({ from: '2026-02-09', to: '2026-03-10' });
  });
});
