import { endpoints } from '@balcao/contract/endpoints/index';
import type { ListedPlan } from '@balcao/contract/endpoints/plans';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { onPhone } from '../../testing/billing.ts';
import { aPlan, anAdmin, anOwner } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const listed = (own: Partial<ListedPlan>): ListedPlan => ({ ...aPlan(), isPublic: true, companies: 0, ...own });
const essential = listed({ id: 1, name: 'Essencial', amount: '79.00', users: 3, companies: 3, useFacebook: false });
const team = listed({ id: 2, name: 'Equipe', amount: '149.00', queues: 10 });

async function open(plans = [essential, team]) {
  answer(endpoints.plans.all, () => plans);
  const rendered = renderScreen('/settings/plans', { as: anOwner() });
  await screen.findByRole('region', { name: 'Planos' });
  return rendered;
}
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) });

describe('the plans of the platform [M-022] [M-203]', () => {
  beforeEach(() => {
    answer(endpoints.settings.company, () => ({}));
    answer(endpoints.platform.planRevenue, () => refuse('ERR_INTERNAL'));
  });

  it('are shown one at a time on a phone', async () => {
    onPhone();
    const { user } = await open();
    const prices = () =>
      within(rowOf('Valor por mês'))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(prices()).toEqual(['R$\u00a079,00']);
    await user.click(screen.getByRole('combobox', { name: 'Plano' }));
    await user.click(await screen.findByRole('option', { name: 'Equipe' }));
    expect(prices()).toEqual(['R$\u00a0149,00']);
  });

  it('are shown side by side with price, limits and features', async () => {
    await open();
    expect(
      within(rowOf('Valor por mês'))
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['R$\u00a079,00', 'R$\u00a0149,00']);
    expect(within(rowOf('Usuários')).getAllByRole('cell')[0]).toHaveTextContent('3');
    expect(
      within(rowOf('Facebook'))
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['–Não', 'Sim']);
    expect(screen.getByText('3 empresas')).toBeVisible();
  });

  describe('with what paying companies bring', () => {
    beforeEach(() => {
      answer(endpoints.platform.planRevenue, () => ({
        plans: [{ planId: 1, monthlyCents: 23_700 }],
        custom: { companies: 1, monthlyCents: 10_200, min: 3, base: 4_900, perUser: 1_100, perConnection: 2_000 },
      }));
    });
    const cells = (name: string) =>
      within(rowOf(name))
        .getAllByRole('cell')
        .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '));

    it('end with the revenue of each, beside the companies with sizes of their own', async () => {
      const { user, router } = await open();
      expect(cells('Receita por mês')).toEqual(['R$ 237,00', 'R$ 0,00', 'R$ 102,00']);
      const head = screen.getByRole('columnheader', { name: /^Sob medida/ });
      expect(head).toHaveTextContent('1 empresa');
      expect(cells('Valor por mês').at(-1)).toBe('desde R$ 49,00');
      expect(cells('Usuários').at(-1)).toBe('3 + R$ 11,00 cada');
      expect(cells('Conexões').at(-1)).toBe('3 + R$ 20,00 cada');
      expect(cells('Filas').at(-1)).toBe('como no plano');
      await user.click(within(head).getByRole('button', { name: 'Mudar os preços sob medida' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/settings/payments'));
    });

    it('show the sizes of their own alone on a phone', async () => {
      onPhone();
      const { user } = await open();
      expect(cells('Receita por mês')).toEqual(['R$ 237,00']);
      await user.click(screen.getByRole('combobox', { name: 'Plano' }));
      await user.click(await screen.findByRole('option', { name: 'Sob medida' }));
      expect(cells('Receita por mês')).toEqual(['R$ 102,00']);
      await user.click(screen.getByRole('combobox', { name: 'Plano' }));
      await user.click(await screen.findByRole('option', { name: 'Equipe' }));
      expect(cells('Receita por mês')).toEqual(['R$ 0,00']);
    });
  });

  it('show an admin no tab', async () => {
    renderScreen('/settings/plans', { as: anAdmin() });
    expect(await screen.findByRole('tab', { name: 'Opções' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Planos' })).not.toBeInTheDocument();
  });

  it('are edited in their column, which warns of companies over the new limits', async () => {
    const asked = answer(endpoints.plans.impact, () => ({
      companies: 4,
      over: 4,
      examples: [{ id: 9, name: 'Auto Peças Litoral', users: 1, connections: 1, queues: 9 }],
    }));
    const saved = answer(endpoints.plans.update, ({ params }) => listed({ id: params.id }));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Editar Equipe' }));
    const queues = screen.getByRole('spinbutton', { name: 'Filas' });
    await user.clear(queues);
    await user.type(queues, '8');
    expect(screen.getByText('era 10')).toBeVisible();
    expect(
      await screen.findByText(/deixam 4 de 4 empresas acima do limite: Auto Peças Litoral, e mais 3/),
    ).toBeVisible();
    expect(asked.at(-1)?.query).toEqual({ users: 10, connections: 10, queues: 8 });
    await user.click(screen.getByRole('switch', { name: 'API externa' }));
    const price = screen.getByRole('textbox', { name: 'Valor por mês (R$)' });
    await user.clear(price);
    await user.type(price, '159,90');
    const summary = 'Equipe · 3 mudanças: Valor por mês 149,00 → 159,90, Filas 10 → 8, API externa: Não';
    expect(screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === summary)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Salvar plano' }));
    expect(await screen.findByText('Plano salvo')).toBeVisible();
    expect(saved[0]?.body).toMatchObject({ queues: 8, amount: '159.90', useExternalApi: false, name: 'Equipe' });
    await waitFor(() => expect(screen.queryByRole('spinbutton')).not.toBeInTheDocument());
  });

  it('are created; a name that exists is reported at its field [M-026]', async () => {
    const created = answer(endpoints.plans.create, () => refuse('ERR_PLAN_NAME_ALREADY_EXISTS'));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Novo plano' }));
    await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'Equipe');
    await user.click(screen.getByRole('button', { name: 'Salvar plano' }));
    expect(await screen.findByText(/Verifique se já existe uma empresa com o mesmo nome/)).toBeVisible();
    expect(created[0]?.body).toMatchObject({ name: 'Equipe', amount: '0.00', users: 3 });
  });

  it('in use are not deleted: the screen says by whom', async () => {
    const { user } = await open([
      { ...essential, companies: 5, companyNames: ['Ótica Boa Vista', 'Pet Fiel', 'Raiz'] },
    ]);
    await user.click(screen.getByRole('button', { name: 'Excluir Essencial' }));
    const dialog = await screen.findByRole('dialog', { name: 'O plano “Essencial” está em uso' });
    expect(dialog).toHaveTextContent('Usado por Ótica Boa Vista, Pet Fiel, Raiz, e mais 2.');
    await user.click(within(dialog).getAllByRole('button', { name: 'Fechar' })[0]!);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('are left unchanged by Esc, which discards what was typed', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Editar Equipe' }));
    await user.clear(screen.getByRole('spinbutton', { name: 'Filas' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('spinbutton')).not.toBeInTheDocument();
    expect(within(rowOf('Filas')).getAllByRole('cell')[1]).toHaveTextContent('10');
  });

  it('without companies are deleted after a confirmation', async () => {
    const removed = answer(endpoints.plans.remove, () => ({ message: 'ok' }));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Excluir Equipe' }));
    const question = await screen.findByRole('dialog', { name: 'Excluir o plano “Equipe”?' });
    await user.click(within(question).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Plano excluído')).toBeVisible();
    expect(removed[0]?.params).toEqual({ id: 2 });
  });
});
