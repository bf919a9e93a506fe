import type { FlowVersion } from '@balcao/contract/endpoints/flows';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAdmin } from '../../../testing/fixtures.ts';
import { aDoc, aDraft, aNode, withDraft } from '../../../testing/flows.ts';
import { mockLayout, mockMatchMedia } from '../../../testing/layout.ts';
import { receive, renderScreen } from '../../../testing/render.tsx';
import { answer, refuse, refuseConflict } from '../../../testing/server.ts';

beforeEach(() => mockLayout());

const at = '2026-07-20T12:00:00.000Z';
const aVersion = (number: number, own: Partial<FlowVersion> = {}): FlowVersion => ({
  id: 100 + number,
  number,
  note: '',
  at,
  by: { id: 1, name: 'Marina Lopes' },
  isLive: false,
  conversations: 0,
  ...own,
});
const greeting = (text: string) => aDoc([aNode('message', 'm', { text })], ['start a m']);
const docs: Record<number, FlowDoc> = {
  5: greeting('Oi'),
  6: greeting('Olá!'),
  7: aDoc(
    [aNode('message', 'm', { text: 'Bom dia!' }), aNode('queue', 'q', { queueId: 1 }, { x: 600, y: 0 })],
    ['start a m', 'm a q'],
  ),
};
const three = () => [
  aVersion(7, { isLive: true, conversations: 3, note: 'Fila de vendas' }),
  aVersion(6, { conversations: 12 }),
  aVersion(5, { by: null, note: 'v2' }),
];

function open(versions = three(), draft = aDraft(docs[7], { hasChanges: false })) {
  withDraft(draft);
  answer(endpoints.flows.versions, () => ({ versions, hasMore: false }));
  answer(endpoints.flows.version, ({ params }) => ({ ...aVersion(params.version), doc: docs[params.version]! }));
  return renderScreen('/flowbuilder/5?view=versions', { as: anAdmin() });
}
const rows = async () => within(await screen.findByRole('list', { name: 'Versões do fluxo' })).getAllByRole('listitem');
const published = (number: number, isNew = true) => ({
  published: { id: 200, number, at, by: null, note: '' },
  isNew,
  problems: [],
  cases: [],
  staying: [],
});

describe('the versions of a flow', () => {
  it('lists number, user, time, note, the live one and the conversations in each', async () => {
    open();
    const [seven, six, five] = await rows();
    expect(within(seven!).getByText('Versão 7')).toBeVisible();
    expect(within(seven!).getByText('No ar')).toBeVisible();
    expect(within(seven!).getByText('3 conversas')).toBeVisible();
    expect(within(seven!).getByText('Marina Lopes · 20/07/2026 09:00')).toBeVisible();
    expect(within(seven!).getByText('Fila de vendas')).toBeVisible();
    expect(within(seven!).queryByRole('button', { name: /^Voltar agora/ })).toBeNull();
    expect(within(six!).getByText('12 conversas')).toBeVisible();
    expect(within(five!).getByText('Conta removida · 20/07/2026 09:00')).toBeVisible();
    expect(within(five!).getByText('Volta à versão 2')).toBeVisible();
  });

  it('opens by its tab, and shows a version that a colleague publishes', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Lista' }));
    await user.click(screen.getByRole('button', { name: 'Versões' }));
    expect(await rows()).toHaveLength(3);
    answer(endpoints.flows.versions, () => ({
      versions: [aVersion(8, { isLive: true }), ...three().map((version) => ({ ...version, isLive: false }))],
      hasMore: false,
    }));
    answer(endpoints.flows.version, ({ params }) => ({ ...aVersion(params.version), doc: docs[7]! }));
    receive('flowbuilder', { action: 'update', flow: { id: 5, name: 'Boas-vindas', active: true } });
    await waitFor(async () => expect(await rows()).toHaveLength(4));
  });

  it('loads older versions by the number of the last one', async () => {
    withDraft(aDraft(docs[7]));
    answer(endpoints.flows.version, ({ params }) => ({ ...aVersion(params.version), doc: docs[7]! }));
    const asked = answer(endpoints.flows.versions, ({ query }) =>
      query.before === undefined
        ? { versions: [aVersion(7, { isLive: true })], hasMore: true }
        : { versions: [aVersion(6)], hasMore: false },
    );
    const { user } = renderScreen('/flowbuilder/5?view=versions', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Mostrar mais' }));
    expect(await screen.findByRole('button', { name: 'Comparar a versão 6' })).toBeVisible();
    expect(asked[1]?.query).toEqual({ before: 7 });
    expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
  });

  it('says when nothing was published yet', async () => {
    open([], aDraft());
    expect(await screen.findByRole('heading', { name: 'Nenhuma versão ainda' })).toBeVisible();
  });

  it('shows an error with a retry', async () => {
    withDraft(aDraft(docs[7]));
    answer(endpoints.flows.version, ({ params }) => ({ ...aVersion(params.version), doc: docs[7]! }));
    answer(endpoints.flows.versions, () => refuse('ERR_NO_FLOW_FOUND'));
    const { user } = renderScreen('/flowbuilder/5?view=versions', { as: anAdmin() });
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    answer(endpoints.flows.versions, () => ({ versions: three(), hasMore: false }));
    await user.click(retry);
    expect(await rows()).toHaveLength(3);
  });
});

describe('comparing versions', () => {
  it('draws and names what was added, changed and connected since', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Comparar a versão 6' }));
    const differences = await screen.findByRole('region', { name: 'Diferenças' });
    expect(await within(differences).findByRole('heading', { name: 'Adicionados (1)' })).toBeVisible();
    expect(within(differences).getByRole('button', { name: 'Fila' })).toBeVisible();
    expect(within(differences).getByRole('heading', { name: 'Mudados (1)' })).toBeVisible();
    expect(within(differences).getByText('Olá!')).toBeVisible();
    expect(within(differences).getByText('Bom dia!')).toBeVisible();
    expect(within(differences).getByRole('img', { name: 'Ligação nova' })).toBeVisible();
    expect(within(differences).getByText('Mensagem, “Continua” → Fila')).toBeVisible();
    expect(within(differences).queryByRole('heading', { name: /^Removidos/ })).toBeNull();
    expect(screen.getByText('Mudou')).toBeVisible();
    expect(screen.getByText('Adicionado')).toBeVisible();
  });

  it('compares any two, in any direction', async () => {
    const { user } = open();
    expect(await screen.findByRole('combobox', { name: 'De' })).toHaveTextContent('Versão 7 · No ar');
    await user.click(screen.getByRole('combobox', { name: 'Para' }));
    await user.click(await screen.findByRole('option', { name: 'Versão 5' }));
    const differences = await screen.findByRole('region', { name: 'Diferenças' });
    expect(await within(differences).findByRole('heading', { name: 'Removidos (1)' })).toBeVisible();
    expect(within(differences).getByText('Oi')).toBeVisible();
    expect(screen.getByText('Removido')).toBeVisible();
  });

  it('does not count a moved node as a change', async () => {
    const moved = { ...docs[7]!, nodes: docs[7]!.nodes.map((node) => ({ ...node, position: { x: 0, y: 900 } })) };
    open(three(), aDraft(moved));
    const differences = await screen.findByRole('region', { name: 'Diferenças' });
    expect(within(differences).getByText('Nada mudou')).toBeVisible();
    expect(within(differences).getByText(/^Só a posição dos blocos é outra/)).toBeVisible();
  });
});

describe('returning to a version', () => {
  it('fills the draft after a confirmation, and customers get nothing new', async () => {
    const { user } = open();
    const restored = answer(endpoints.flows.restore, () => {
      const draft = aDraft(docs[6], { rev: 2 });
      withDraft(draft);
      return draft;
    });
    await user.click(await screen.findByRole('button', { name: 'Restaurar a versão 6' }));
    const question = await screen.findByRole('dialog', { name: 'Restaurar a versão 6 no rascunho?' });
    expect(within(question).getByText(/Para os clientes nada muda até você salvar/)).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Restaurar' }));
    expect(await screen.findByText('O rascunho agora é o desenho da versão 6.')).toBeVisible();
    expect(restored.map(({ body }) => body)).toEqual([{ number: 6, rev: 1 }]);
    // The drawing opens with the new draft.
    expect(await screen.findByRole('button', { name: 'Adicionar bloco' })).toBeVisible();
    expect(await screen.findByText('Olá!')).toBeVisible();
  });

  it('publishes a version again after a confirmation, and stays at the list', async () => {
    const { user, router } = open();
    const returned = answer(endpoints.flows.rollback, () => published(8));
    await user.click(await screen.findByRole('button', { name: 'Voltar agora à versão 6' }));
    const question = await screen.findByRole('dialog', { name: 'Voltar agora à versão 6?' });
    await user.click(within(question).getByRole('button', { name: 'Voltar agora' }));
    expect(await screen.findByText('A versão 6 está no ar de novo.')).toBeVisible();
    expect(returned.map(({ body }) => body)).toEqual([{ number: 6 }]);
    expect(await rows()).toHaveLength(3);
    expect(router.state.location.search).toEqual({ view: 'versions' });
  });

  it('explains why a version cannot return', async () => {
    const { user } = open();
    answer(endpoints.flows.rollback, () => refuseConflict({ problems: [] }));
    await user.click(await screen.findByRole('button', { name: 'Voltar agora à versão 6' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Voltar agora' }));
    expect(await screen.findByText(/^Esta versão não pode voltar como está/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that a colleague changed the draft meanwhile', async () => {
    const { user } = open();
    answer(endpoints.flows.restore, () => refuseConflict({ rev: 9, by: null, at }));
    await user.click(await screen.findByRole('button', { name: 'Restaurar a versão 6' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restaurar' }));
    expect(await screen.findByText(/^Outra pessoa mudou o rascunho agora/)).toBeVisible();
  });

  it('names the conversations that stay on earlier versions, and brings them', async () => {
    const { user } = open();
    const brought = answer(endpoints.flows.bring, () => ({ moved: 11, stayed: 1 }));
    expect(await screen.findByText('12 conversas seguem na versão 6')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Trazer para esta' }));
    const question = await screen.findByRole('dialog', { name: 'Trazer as conversas para a versão 7?' });
    answer(endpoints.flows.versions, () => ({
      versions: [aVersion(7, { isLive: true, conversations: 14 }), aVersion(6, { conversations: 1 })],
      hasMore: false,
    }));
    await user.click(within(question).getByRole('button', { name: 'Trazer para esta' }));
    expect(await screen.findByText('Vieram: 11. Seguem onde estavam: 1.')).toBeVisible();
    expect(brought).toHaveLength(1);
    expect(await screen.findByText('1 conversa segue na versão 6')).toBeVisible();
  });

  it('offers the list and the return on a phone, without drawing', async () => {
    mockMatchMedia('(width < 600px)');
    open();
    expect(await screen.findByRole('button', { name: 'Voltar agora à versão 6' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Comparar/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Restaurar/ })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Comparação' })).toBeNull();
  });
});
