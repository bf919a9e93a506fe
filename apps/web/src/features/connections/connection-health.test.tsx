import type { Connection } from '@balcao/contract/endpoints/connections';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aConnection, anAdmin } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const health: NonNullable<Connection['health']> = {
  light: 'yellow',
  reasons: [
    { why: 'refusals-some', value: 12, detail: 'ERR_CHANNEL_NOT_REACHABLE' },
    { why: 'backlog', value: 340, detail: '' },
  ],
};
const tally = { sent: 412, refused: 9, slowedDown: 2, unanswered: 0, disconnections: 1 };

function open(own: Partial<Connection>) {
  answer(endpoints.queues.list, () => []);
  answer(endpoints.connections.list, () => [aConnection({ id: 5, ...own })]);
  return renderScreen('/connections', { as: anAdmin() });
}

const factOf = (detail: ReturnType<typeof within>, label: string) =>
  detail.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

it('shows a portfolio without a limit as such [G1]', async () => {
  answer(endpoints.numberHealth.show, () => ({
    light: 'green' as const,
    reasons: [],
    whatsappId: 5,
    lastHour: tally,
    lastDay: tally,
    quality: null,
    qualityAt: null,
    restriction: '',
    restrictedUntil: null,
    newChats: null,
    held: 0,
    waiting: 0,
    pausedUntil: null,
    pace: { perSecond: 20, pairEveryMs: 6000 },
    budget: { peoplePerDay: null, isUnbounded: true, taken: 1240, left: null, sharedWith: [] },
    log: [],
  }));
  const { user } = open({ health: { light: 'green', reasons: [] } });
  await user.click(await screen.findByRole('button', { name: 'Saúde de Matriz: Saudável' }));
  const detail = within(await screen.findByRole('dialog', { name: /^Saúde de Matriz/ }));
  expect(await detail.findByText('sem limite; 1.240 contatos em 24 h')).toBeVisible();
  expect(detail.queryByText('Bloqueio até')).toBeNull();
  expect(detail.queryByText('Limite dividido com')).toBeNull();
});

it('shows a health warning in the list and its reasons on request', async () => {
  const requests = answer(endpoints.numberHealth.show, () => ({
    ...health,
    whatsappId: 5,
    lastHour: { ...tally, sent: 30 },
    lastDay: tally,
    quality: 'medium' as const,
    qualityAt: null,
    restriction: '',
    restrictedUntil: '2026-07-23T18:30:00.000Z',
    newChats: { total: 40, used: 12 },
    held: 3,
    waiting: 1000,
    pausedUntil: null,
    pace: { perSecond: 80, pairEveryMs: 6000 },
    budget: {
      peoplePerDay: 1000,
      isUnbounded: false,
      taken: 240,
      left: 760,
      sharedWith: ['Filial Norte', 'Filial Sul'],
    },
    log: [
      {
        label: 'policy_enforcement.warning',
        detail: 'spam',
        count: 2,
        firstAt: '2026-07-22T12:00:00.000Z',
        lastAt: '2026-07-23T12:00:00.000Z',
      },
      {
        label: 'holograms',
        detail: '',
        count: 1,
        firstAt: '2026-07-22T12:00:00.000Z',
        lastAt: '2026-07-22T12:00:00.000Z',
      },
    ],
  }));
  const { user } = open({ health });
  await user.click(await screen.findByRole('button', { name: 'Saúde de Matriz: Atenção' }));
  const detail = within(await screen.findByRole('dialog', { name: /^Saúde de Matriz/ }));
  expect(detail.getByText('12% dos envios são recusados.')).toBeVisible();
  expect(detail.getByText(/Esta pessoa não pode receber a mensagem/)).toBeVisible();
  expect(detail.getByText('340 mensagens na fila de envio.')).toBeVisible();
  const sent = await detail.findByRole('row', { name: /^Enviadas/ });
  expect(
    within(sent)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['30', '412']);
  expect(detail.getByText('até 80 por segundo')).toBeVisible();
  // Reports that no customer wrote [F-G1].
  expect(detail.getByText(/O canal avisou de uma violação das regras\. \(2×\)/)).toHaveTextContent('spam');
  expect(detail.getByText('O canal informou: holograms')).toBeVisible();
  expect(detail.getByText('760 de 1.000 contatos')).toBeVisible();
  expect(detail.getByText('mais de mil')).toBeVisible();
  expect(factOf(detail, 'Limite dividido com')).toBe('Filial Norte, Filial Sul');
  expect(factOf(detail, 'Em avaliação pelo canal')).toBe('3');
  expect(factOf(detail, 'Conversas novas')).toBe('12 de 40 usadas');
  expect(factOf(detail, 'Bloqueio até')).toMatch(/23\/07\/2026/);
  expect(requests[0]?.params.id).toBe(5);
});

it('shows a label for a healthy connection and for one without data', async () => {
  answer(endpoints.numberHealth.show, () => refuse('ERR_NO_PERMISSION'));
  const { user } = open({ health: { light: 'grey', reasons: [] } });
  await user.click(await screen.findByRole('button', { name: 'Saúde de Matriz: Sem dados' }));
  const detail = within(await screen.findByRole('dialog', { name: /^Saúde de Matriz/ }));
  expect(detail.getByText('Ainda não houve envios por aqui.')).toBeVisible();
  expect(await detail.findByText('Seu perfil não permite esta ação.')).toBeVisible();
  connect();
  const session = aConnection({
    id: 5,
    health: { light: 'red', reasons: [{ why: 'banned', value: null, detail: '' }] },
  });
  receive('whatsappSession', { action: 'update', session });
  expect(await screen.findByRole('button', { name: 'Saúde de Matriz: Em risco' })).toBeInTheDocument();
});
