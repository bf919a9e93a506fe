import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCampaign, aReport, aRunningCampaign, aShipping } from '../../testing/campaigns.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';

const open = async (report = aReport()) => {
  const reports = answer(endpoints.campaigns.report, () => report);
  const recipients = answer(endpoints.campaigns.recipients, () => ({
    recipients: [
      aShipping(),
      aShipping({ id: 901, name: 'Igor Sampaio', state: 'skipped', reason: 'invalid', deliveredAt: null }),
    ],
    next: null,
  }));
  const rendered = renderScreen('/campaign/3/report', { as: anAdmin() });
  expect(await screen.findByRole('heading', { name: 'Mês do cliente' })).toBeVisible();
  return { ...rendered, reports, recipients };
};

describe('the report of a campaign', () => {
  it('shows progress, figures, recipients and the reasons of those left out [M-245]', async () => {
    await open();
    expect(screen.getByText('742 de 1.180 contatos')).toBeVisible();
    expect(screen.getByText('· termina 25/07, 10:03')).toBeVisible();
    expect(screen.getByText('Mensagens entregues')).toBeVisible();
    expect(screen.getByText('506')).toBeVisible();
    const row = await screen.findByRole('row', { name: /Igor Sampaio/ });
    expect(within(row).getByText('Fora')).toBeVisible();
    expect(within(row).getByText('Sem WhatsApp')).toBeVisible();
    expect(screen.getByText('20 s entre mensagens, 60 s a cada 20')).toBeVisible();
  });

  it('shows confirmations asked and received [M-240] [M-245]', async () => {
    await open(
      aReport({ campaign: aRunningCampaign({ confirmation: true }), confirmationsAsked: 742, confirmed: 518 }),
    );
    expect(screen.getByText('Confirmações pedidas')).toBeVisible();
    expect(screen.getByText('70% dos pedidos')).toBeVisible();
  });

  it('filters recipients by state and search [M-245]', async () => {
    const { user, recipients } = await open();
    await user.click(screen.getByRole('button', { name: /^Com problema/ }));
    await waitFor(() => expect(recipients.at(-1)?.query.tab).toBe('failed'));
    await user.type(screen.getByLabelText('Buscar contato'), 'ana');
    await waitFor(() => expect(recipients.at(-1)?.query.searchParam).toBe('ana'));
  });

  it('says why it waits, and pauses, continues and cancels after confirmation [M-243]', async () => {
    const campaign = aRunningCampaign({
      waiting: { reason: 'hours', until: '2099-07-25T12:00:00.000Z' },
    });
    const { user } = await open(aReport({ campaign }));
    expect(screen.getByText('Fora do horário de envio. Volta 25/07, 09:00.')).toBeVisible();
    const paused = answer(endpoints.campaigns.pause, () => undefined);
    const canceled = answer(endpoints.campaigns.cancel, () => undefined);
    await user.click(screen.getByRole('button', { name: 'Pausar' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pausar' }));
    await waitFor(() => expect(paused).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Cancelar campanha' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancelar campanha' }));
    await waitFor(() => expect(canceled).toHaveLength(1));
  });

  it('shows the cause of a hold before it continues [M-243]', async () => {
    const campaign = aRunningCampaign({ hold: { reason: 'results', until: null, user: null, detail: 'opted-out' } });
    const { user } = await open(aReport({ campaign }));
    const continued = answer(endpoints.campaigns.continue, () => undefined);
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    const question = await screen.findByRole('dialog', { name: 'Continuar “Mês do cliente”?' });
    expect(within(question).getByText(/Pedidos para sair demais\. Confira/)).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(continued).toHaveLength(1));
  });

  it.each(['connection', 'company', 'health'] as const)(
    'offers to pause a campaign whose hold (%s) ends by itself [M-243]',
    async (reason) => {
      const campaign = aRunningCampaign({ hold: { reason, until: null, user: null, detail: '' } });
      const { user } = await open(aReport({ campaign }));
      expect(screen.getByText(/Continua sozinha/)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Continuar' })).toBeNull();
      const paused = answer(endpoints.campaigns.pause, () => undefined);
      await user.click(screen.getByRole('button', { name: 'Pausar' }));
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pausar' }));
      await waitFor(() => expect(paused).toHaveLength(1));
    },
  );

  it('names a spam warning as the cause of a hold, and its end', async () => {
    const until = '2026-07-26T13:03:00.000Z';
    const hold = { reason: 'health' as const, until, user: null, detail: 'ERR_CHANNEL_SPAM' };
    await open(aReport({ campaign: aRunningCampaign({ hold }) }));
    expect(
      screen.getByText(/^Muitas pessoas bloquearam ou denunciaram este número.* Continua sozinha .*10:03\.$/),
    ).toBeVisible();
  });

  it('compares variants with their bounds and stops one [M-240]', async () => {
    const { user } = await open();
    const stopped = answer(endpoints.campaigns.stopVariant, () => aRunningCampaign());
    const variants = screen.getByRole('region', { name: 'Variações da mensagem' });
    expect(within(variants).getByText('Ainda sem diferença')).toBeVisible();
    expect(within(variants).getByText('entregues: 98% (95–99%)')).toBeVisible();
    expect(within(variants).getByText('respostas: 30% (26–35%)')).toBeVisible();
    await user.click(within(variants).getByRole('button', { name: 'Parar variante B' }));
    await waitFor(() => expect(stopped[0]?.body).toEqual({ variant: 2, isStopped: true }));
  });

  it('creates a campaign for people with an outcome', async () => {
    const { user, router } = await open(aReport({ campaign: aCampaign({ status: 'FINALIZADA', editable: 'none' }) }));
    const repeated = answer(endpoints.campaigns.repeat, () => aCampaign({ id: 11 }));
    answer(endpoints.campaigns.list, () => ({
      records: [],
      count: 0,
      hasMore: false,
      statusCounts: { INATIVA: 0, PROGRAMADA: 0, EM_ANDAMENTO: 0, CANCELADA: 0, FINALIZADA: 0 },
    }));
    answer(endpoints.campaigns.connections, () => []);
    answer(endpoints.contactLists.pick, () => []);
    await user.click(screen.getByRole('button', { name: 'Nova campanha com estes' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Não responderam' }));
    await waitFor(() => expect(repeated[0]?.body).toEqual({ filter: 'not-replied' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
  });

  it('downloads the report as a file', async () => {
    const { user } = await open();
    const asked = answer(endpoints.campaigns.export, () => ({
      id: 4,
      status: 'done' as const,
      rows: 1204,
      url: '/media/report',
      createdAt: '2026-07-22T12:00:00.000Z',
    }));
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await user.click(screen.getByRole('button', { name: 'Baixar xlsx' }));
    expect(await screen.findByText('Relatório pronto')).toBeVisible();
    expect(asked[0]?.body).toEqual({ withNumbers: false, language: 'pt' });
    expect(clicked).toHaveBeenCalledOnce();
    clicked.mockRestore();
  });

  it('follows the campaign by socket [M-245]', async () => {
    const { reports } = await open();
    const before = reports.length;
    receive('campaign', { action: 'update', record: aRunningCampaign() });
    await waitFor(() => expect(reports.length).toBeGreaterThan(before));
  });
});

describe('a finished campaign', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());
  it('is read again five seconds after it finished [M-245]', async () => {
    const { reports } = await open(aReport({ campaign: aCampaign({ status: 'FINALIZADA', editable: 'none' }) }));
    const before = reports.length;
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(reports.length).toBe(before);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await waitFor(() => expect(reports.length).toBe(before + 1));
  });
});
