import type { AiCeilingState, AiFigures } from '@balcao/contract/endpoints/ai-usage';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin } from '../../testing/fixtures.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import './ceilings-dialog.tsx';
import { rangeOf } from './ai-usage-page.tsx';
import { someFigures } from '../../testing/ai-usage.ts';

const figures = (own: Partial<AiFigures> = {}) => someFigures({ calls: 1, ...own });
const ceilings = (own: Partial<AiCeilingState> = {}): AiCeilingState => ({
  monthCents: 5000,
  callsPerDay: 2000,
  turnsPerConversation: 20,
  callsPerContactHour: 30,
  spentMicros: 41_000_000,
  reservedMicros: 0,
  callsToday: 12,
  notices: [],
  ...own,
});
function withUsage(own: Partial<AiFigures> = {}) {
  answer(endpoints.aiUsage.ceilings, () => ceilings());
  return answer(endpoints.aiUsage.report, ({ query }) => ({
    from: query.from ?? '2026-11-01',
    to: query.to ?? '2026-11-10',
    total: figures({ calls: 12, failedCalls: 1, inputTokens: 6000, outputTokens: 1200, costMicros: 24_000, ...own }),
    byPrompt: [
      { prompt: { id: 1, name: 'Tira-dúvidas' }, ...figures({ calls: 8, costMicros: 16_000 }) },
      { prompt: { id: 9, name: null }, ...figures({ calls: 4, unpricedCalls: 4 }) },
    ],
    byFlow: [{ flow: { id: null, name: null }, ...figures({ calls: 12, costMicros: 24_000 }) }],
    byDay: [
      { day: '2026-11-09', ...figures({ calls: 4, costMicros: 8000 }) },
      { day: '2026-11-10', ...figures({ calls: 8, costMicros: 16_000, unpricedCalls: 2 }) },
    ],
    byModel: [{ provider: 'openai', model: 'gpt-4o-mini', ...figures({ calls: 12, costMicros: 24_000 }) }],
  }));
}
const open = () => renderScreen('/ai-usage', { as: anAdmin() });
const rowsOf = async (name: string) =>
  within(await screen.findByRole('group', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent?.replaceAll(/\s/g, ' '));

describe('the usage of AI', () => {
  it('is shown by prompt, flow, day and model; a missing price is shown as such', async () => {
    withUsage();
    open();
    expect(await rowsOf('Por prompt')).toEqual([
      'PromptChamadasFalhasTokensCusto',
      'Tira-dúvidas800R$ 0,02',
      'Excluído400Sem preço',
    ]);
    expect(await rowsOf('Por dia')).toEqual([
      'DiaChamadasFalhasTokensCusto',
      '10/11/2026800R$ 0,022 sem preço',
      '09/11/2026400R$ 0,008',
    ]);
    expect(screen.getByRole('rowheader', { name: 'Fora de fluxos e testes' })).toBeVisible();
    expect(screen.getByRole('rowheader', { name: 'gpt-4o-mini · openai' })).toBeVisible();
    expect(screen.getByText('01/11/2026 a 10/11/2026')).toBeVisible();
  });

  it('explains calls without a price', async () => {
    withUsage({ unpricedCalls: 6 });
    open();
    expect(await screen.findByText(/^A plataforma não tem o preço destes modelos/)).toBeVisible();
  });

  it('is shown for another period', async () => {
    const requests = withUsage();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Mês passado' }));
    await waitFor(() => expect(requests.at(-1)?.query.from).toMatch(/-01$/));
    expect(rangeOf('lastMonth', '17/03/2026')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(rangeOf('quarter', '17/11/2026')).toEqual({ from: '2026-08-20', to: '2026-11-17' });
    expect(rangeOf('thisMonth', '17/11/2026')).toEqual({});
  });

  it('is empty, or fails and can be loaded again', async () => {
    answer(endpoints.aiUsage.report, () => refuse('ERR_BUSY'));
    const { user } = open();
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    withUsage({ calls: 0 });
    await user.click(again);
    expect(await screen.findByText('Nenhum uso no período')).toBeVisible();
  });
});

describe('the ceilings of AI', () => {
  it('show what is used, the mark of 80 %, and when admins were notified', async () => {
    withUsage();
    answer(endpoints.aiUsage.ceilings, () =>
      ceilings({ notices: [{ ceiling: 'month', percent: 80, at: '2026-11-10T13:00:00.000Z' }], reservedMicros: 2000 }),
    );
    open();
    expect(
      await screen.findByRole('img', { name: /^R\$\s41,00 de R\$\s50,00\. Notificação em R\$\s40,00\.$/ }),
    ).toBeVisible();
    expect(screen.getByRole('img', { name: '12 de 2.000. Notificação em 1.600.' })).toBeVisible();
    expect(screen.getByText(/^Notificação de 80 % em 10\/11\/2026/)).toBeVisible();
    expect(screen.getByText(/^R\$\s0,002 reservados/)).toBeVisible();
    expect(screen.getByText('até 30')).toBeVisible();
  });

  it('are changed by an admin; empty means none', async () => {
    withUsage();
    const changed = answer(endpoints.aiUsage.setCeilings, ({ body }) => ceilings(body));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Mudar tetos' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tetos de IA' }));
    const month = dialog.getByRole('textbox', { name: 'Custo por mês (R$)' });
    expect(month).toHaveValue('50,00');
    await user.clear(month);
    await user.type(month, 'muito');
    const perConversation = dialog.getByRole('spinbutton', { name: 'Respostas por conversa' });
    await user.clear(perConversation);
    await user.type(perConversation, '21');
    await user.clear(dialog.getByRole('spinbutton', { name: 'Chamadas por dia' }));
    await user.click(dialog.getByRole('button', { name: 'Salvar tetos' }));
    await waitFor(() => expect(dialog.getAllByRole('alert')).toHaveLength(2));
    await user.clear(month);
    await user.type(month, '75,5');
    await user.clear(perConversation);
    await user.type(perConversation, '8');
    await user.click(dialog.getByRole('button', { name: 'Salvar tetos' }));
    expect(await screen.findByText('Tetos alterados com sucesso!')).toBeVisible();
    expect(changed[0]?.body).toEqual({
      monthCents: 7550,
      callsPerDay: null,
      turnsPerConversation: 8,
      callsPerContactHour: 30,
    });
  });

  it('notify an admin on any screen, and mark the menu until the month or the ceiling changes', async () => {
    withUsage();
    answer(endpoints.aiUsage.ceilings, () => ceilings({ spentMicros: 0 }));
    answer(endpoints.tags.list, () => ({ tags: [], hasMore: false, count: 0 }));
    const { user, router } = renderScreen('/tags', { as: anAdmin() });
    await screen.findByRole('heading', { name: /^Tags/ });
    answer(endpoints.aiUsage.ceilings, () =>
      ceilings({ notices: [{ ceiling: 'month', percent: 80, at: '2026-11-10T13:00:00.000Z' }] }),
    );
    receive('prompt', { action: 'ceiling', ceiling: 'month', percent: 80 });
    expect(await screen.findByText('80 % do teto de IA do mês já foi gasto')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ver uso de IA' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/ai-usage'));
    expect(
      await screen.findByRole('link', { name: /Uso de IA.*O teto de IA do mês está perto ou foi atingido/ }),
    ).toBeVisible();
  });
});
