import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aDoc, aNode, aPath, aRun } from '../../../testing/flows.ts';
import { aTicket } from '../../../testing/inbox.ts';
import { answer, refuse } from '../../../testing/server.ts';
import { renderAction } from './actions.fixture.tsx';

const doc = aDoc(
  [
    aNode('menu', 'menu', { message: 'Como posso ajudar?', options: [{ number: 1, value: 'Meu pedido' }] }),
    aNode('flow', 'call', { flowId: 8, mode: 'call' }),
  ],
  ['start a menu', 'menu a1 call'],
);
const path = (id: number) =>
  aPath(
    doc,
    [
      { nodeId: 'start', event: 'entered' },
      { nodeId: 'menu', event: 'entered' },
      { nodeId: 'menu', event: 'repeated', reason: 'notAnOption', ms: 5000 },
      { nodeId: 'menu', event: 'left', port: 'a1', reason: 'choice' },
      { nodeId: 'call', event: 'entered' },
      { nodeId: 'call', event: 'called' },
      { nodeId: null, event: 'entered' },
      { nodeId: null, event: 'waited' },
    ],
    { id },
  );
const open = async () => {
  const { press, user } = renderAction((actions) => actions.showFlowPath(aTicket()));
  await press();
  return { user, dialog: await screen.findByRole('dialog', { name: /^Caminho da conversa/ }) };
};

describe('the path of a conversation through flows', () => {
  it('shows agents the nodes, exits and reasons of the newest run', async () => {
    answer(endpoints.flows.ticketRuns, () => ({ runs: [aRun()] }));
    answer(endpoints.flows.run, ({ params }) => path(params.id));
    const { dialog } = await open();
    const steps = within(await within(dialog).findByRole('list', { name: 'Passos' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1Início/),
      expect.stringMatching(/^2Menu.*não é uma das opções.*seguiu: Meu pedido · o cliente escolheu.*5 s/),
      expect.stringMatching(/^3Fluxo.*entrou em outro fluxo/),
      expect.stringMatching(/^4Em outro fluxo.*espera agora/),
    ]);
    expect(within(dialog).getByText('Boas-vindas · Versão 7 · 20/07/2026 09:00')).toBeVisible();
    expect(within(dialog).queryByRole('combobox')).toBeNull();
  });

  it('offers earlier passages through flows', async () => {
    const earlier = aRun({ id: 12, flow: { id: 9, name: 'Pesquisa' } });
    answer(endpoints.flows.ticketRuns, () => ({ runs: [aRun(), earlier] }));
    const asked = answer(endpoints.flows.run, ({ params }) => path(params.id));
    const { user, dialog } = await open();
    await user.click(await within(dialog).findByRole('combobox', { name: 'Passagem por fluxo' }));
    await user.click(await screen.findByRole('option', { name: 'Pesquisa · 20/07/2026 09:00' }));
    await within(dialog).findByRole('list', { name: 'Passos' });
    expect(asked.at(-1)?.params).toEqual({ id: 12 });
  });

  it('says when the conversation went through no flow', async () => {
    answer(endpoints.flows.ticketRuns, () => ({ runs: [] }));
    const { dialog } = await open();
    expect(await within(dialog).findByText('Esta conversa não passou por fluxos')).toBeVisible();
  });

  it('offers a retry when it cannot be loaded', async () => {
    answer(endpoints.flows.ticketRuns, () => refuse('ERR_NO_TICKET_FOUND'));
    const { user, dialog } = await open();
    const retry = await within(dialog).findByRole('button', { name: 'Tentar de novo' });
    answer(endpoints.flows.ticketRuns, () => ({ runs: [] }));
    await user.click(retry);
    expect(await within(dialog).findByText('Esta conversa não passou por fluxos')).toBeVisible();
  });
});
