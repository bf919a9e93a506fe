import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aCampaign, aCampaignConnection, answerFormRequests, aRunningCampaign } from '../../testing/campaigns.ts';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { withDashboard } from '../../testing/insight.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

type Listed = ReturnType<typeof aCampaign>;
const noStatus = { INATIVA: 0, PROGRAMADA: 0, EM_ANDAMENTO: 0, CANCELADA: 0, FINALIZADA: 0 };
const withCampaigns = (...campaigns: Listed[]) =>
  answer(endpoints.campaigns.list, ({ query }) => {
    const records = campaigns.filter(({ status }) => !query.status || status === query.status);
    const statusCounts = { ...noStatus };
    for (const { status } of campaigns) statusCounts[status] += 1;
    return { records, count: records.length, hasMore: false, statusCounts };
  });
beforeEach(() => void answerFormRequests());

describe('the list of campaigns', () => {
  it('shows status, audience, progress, replies and the end of each [M-239] [M-243] [M-248]', async () => {
    withCampaigns(
      aRunningCampaign({ endsAt: '2099-07-25T16:40:00.000Z' }),
      aCampaign({ id: 5, name: 'Liquidação', contactList: null, contactListId: null, whatsapp: null }),
    );
    renderScreen('/campaigns', { as: anAdmin() });
    const running = await screen.findByRole('row', { name: /Mês do cliente/ });
    expect(within(running).getByText('Em andamento')).toBeVisible();
    expect(within(running).getByText('Lista Clientes 2024')).toBeVisible();
    expect(within(running).getByText('730 de 1.180')).toBeVisible();
    expect(within(running).getByText('31 %')).toBeVisible();
    expect(within(running).getByText('termina 25/07, 13:40')).toBeVisible();
    const draft = screen.getByRole('row', { name: /Liquidação/ });
    expect(within(draft).getByText('Inativa')).toBeVisible();
    expect(within(draft).getByText('sem público ainda')).toBeVisible();
    expect(within(draft).getByText('rascunho de Marina Lopes')).toBeVisible();
  });

  it('filters by status and search [M-248]', async () => {
    const requests = withCampaigns(aRunningCampaign(), aCampaign({ id: 5, name: 'Liquidação' }));
    const { user } = renderScreen('/campaigns', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: /^Em andamento/ }));
    await waitFor(() => expect(requests.at(-1)?.query.status).toBe('EM_ANDAMENTO'));
    await user.type(screen.getByLabelText('Buscar campanha'), 'mês');
    await waitFor(() => expect(requests.at(-1)?.query.searchParam).toBe('mês'));
  });

  it('shows the health of the numbers with a sentence of cause, and changes its brake', async () => {
    withCampaigns();
    answer(endpoints.campaigns.connections, () => [
      aCampaignConnection(),
      aCampaignConnection({
        id: 6,
        name: 'Televendas',
        budget: { perDay: 200, taken: 46, left: 154, sharedWith: [] },
        hold: { reason: 'results', until: null },
      }),
    ]);
    const saved = answer(endpoints.campaigns.saveGuards, () => aCampaignConnection());
    const { user } = renderScreen('/campaigns', { as: anAdmin() });
    expect(await screen.findByText('188 de 600 hoje')).toBeVisible();
    expect(screen.getByText('Restam 412 hoje')).toBeVisible();
    expect(screen.getByText(/^Freio: Falhas ou pedidos para sair demais/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Freio de Matriz' }));
    const dialog = await screen.findByRole('dialog', { name: 'Freio automático de Matriz' });
    const failures = within(dialog).getByLabelText('Falhas, em % das últimas 50');
    await user.clear(failures);
    await user.type(failures, '5');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(saved[0]?.body).toEqual({ failedPercent: 5, optedOutPercent: 3 }));
  });

  it('says until when the channel restricts a number', async () => {
    withCampaigns();
    answer(endpoints.campaigns.connections, () => [
      aCampaignConnection({ hold: { reason: 'health', until: '2099-07-25T12:00:00.000Z' } }),
    ]);
    renderScreen('/campaigns', { as: anAdmin() });
    expect(await screen.findByText('Freio: O canal restringiu o número. Continua sozinha 25/07, 09:00.')).toBeVisible();
  });

  it('pauses, cancels and restarts after confirmation, and shows why it failed [M-243]', async () => {
    withCampaigns(aRunningCampaign(), aCampaign({ id: 9, name: 'Retorno', status: 'CANCELADA', editable: 'content' }));
    const paused = answer(endpoints.campaigns.pause, () => undefined);
    const canceled = answer(endpoints.campaigns.cancel, () => refuse('ERR_CAMPAIGN_STATE'));
    const restarted = answer(endpoints.campaigns.restart, () => undefined);
    const { user } = renderScreen('/campaigns', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Pausar Mês do cliente' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pausar' }));
    expect(await screen.findByText('Campanha pausada')).toBeVisible();
    expect(paused).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Recomeçar Retorno' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Recomeçar' }));
    await waitFor(() => expect(restarted[0]?.params).toEqual({ id: 9 }));
    await user.click(screen.getByRole('button', { name: 'Mais ações de Mês do cliente' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cancelar campanha' }));
    const question = await screen.findByRole('dialog', { name: 'Cancelar “Mês do cliente”?' });
    expect(within(question).getByText(/438 pessoas ainda não receberam/)).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Cancelar campanha' }));
    expect(
      await screen.findByText('Isso não é possível na situação atual da campanha. Atualize a página.'),
    ).toBeVisible();
    expect(canceled).toHaveLength(1);
  });

  it('deletes a campaign that does not run, after confirmation [M-248]', async () => {
    withCampaigns(aCampaign());
    const removed = answer(endpoints.campaigns.remove, () => ({ message: 'ok' }));
    const { user } = renderScreen('/campaigns', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Mais ações de Mês do cliente' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(removed[0]?.params).toEqual({ id: 3 }));
  });

  it('says why a campaign waits, and follows changes live [M-243]', async () => {
    let campaign = aRunningCampaign({
      hold: { reason: 'user', until: null, user: { id: 4, name: 'Caio Andrade' }, detail: '' },
    });
    answer(endpoints.campaigns.list, () => ({
      records: [campaign],
      count: 1,
      hasMore: false,
      statusCounts: { ...noStatus, EM_ANDAMENTO: 1 },
    }));
    renderScreen('/campaigns', { as: anAdmin() });
    expect(await screen.findByText('Pausada por Caio Andrade.')).toBeVisible();
    campaign = aRunningCampaign();
    receive('campaign', { action: 'update', record: campaign });
    await waitFor(() => expect(screen.queryByText('Pausada por Caio Andrade.')).toBeNull());
  });

  it('asks for a list first when there is none [M-239]', async () => {
    withCampaigns();
    answer(endpoints.contactLists.pick, () => []);
    renderScreen('/campaigns', { as: anAdmin() });
    expect(await screen.findByRole('button', { name: 'Criar lista de contatos' })).toBeVisible();
  });

  it.each(['/campaigns', '/campaigns-config', '/campaign/3/report'])(
    '%s is only for admins of a plan with campaigns [M-034] [M-239]',
    async (path) => {
      const { unmount } = renderScreen(path, { as: anAgent() });
      expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
      unmount();
      const admin = anAdmin();
      const company = { ...admin.company, plan: { ...admin.company.plan, useCampaigns: false } };
      // The start page, where the redirect ends.
      withDashboard();
      const { router } = renderScreen(path, { as: { ...admin, company } });
      expect(await screen.findByText(/Esta empresa não possui permissão/)).toBeVisible();
      await waitFor(() => expect(router.state.location.pathname).not.toBe(path));
    },
  );
});
