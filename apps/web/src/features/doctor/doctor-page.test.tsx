import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../entities/doctor/doctor.api.ts';
import { anAdmin, anOwner } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';

const AT = '2026-07-23T12:18:00.000Z';
const aReport = (own: Partial<DoctorReport> = {}): DoctorReport => ({
  checkedAt: AT,
  state: 'warning',
  checks: [
    { id: 'disk', state: 'warning', value: 82.4, since: AT },
    { id: 'databaseAnswer', state: 'ok', value: 4.2, since: AT },
    { id: 'certificate', state: 'ok', value: 61.8, since: AT },
    { id: 'lastDrill', state: 'unknown', value: null, since: AT },
  ],
  backups: {
    isConfigured: true,
    isEncrypted: true,
    runs: [
      { state: 'failed', at: AT, endedAt: AT, bytes: null, fault: 'sem espaço no destino' },
      { state: 'complete', at: '2026-07-22T12:18:00.000Z', endedAt: AT, bytes: 2_000_000_000, fault: '' },
    ],
    drill: { at: AT, isPassed: true, fault: '' },
  },
  queues: [{ name: 'mail.send', waiting: 2, running: 0, failed: 3, oldestSeconds: 240 }],
  nodes: [{ name: 'a 1', version: '4.5.0', role: 'all', startedAt: AT, seenAt: AT }],
  versions: { product: '4.5.0', schema: 50, database: '18.4' },
  moved: [],
  restored: null,
  ...own,
});
const asSuper = () => ({ as: anOwner() });

describe('the health of the system', () => {
  it('names what is wrong, with its number and what to do', async () => {
    answer(endpoints.doctor.show, () => aReport());
    renderScreen('/doctor', asSuper());
    expect(await screen.findByText('Funcionando, com alertas: 2')).toBeVisible();
    const disk = within((await screen.findAllByText('Disco'))[0]!.closest('li')!);
    expect(disk.getByText('82 %')).toBeVisible();
    expect(disk.getByText('Libere espaço ou aumente o disco de DATA_DIR.')).toBeVisible();
    expect(screen.getByText('61 dias')).toBeVisible();
    expect(screen.getByText('não foi possível medir')).toBeVisible();
    expect(screen.getByText('2 de 4 em ordem')).toBeVisible();
  });

  it('shows backups, work and nodes in tabs', async () => {
    answer(endpoints.doctor.show, () => aReport());
    const { user } = renderScreen('/doctor', asSuper());
    expect(await screen.findByText('Último erro: sem espaço no destino')).toBeVisible();
    expect(screen.getByRole('img', { name: '14 dias: feitas 1, falharam 1' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Trabalho' }));
    expect(within((await screen.findByText('mail.send')).closest('tr')!).getByText('4 min')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Nós' }));
    expect(await screen.findByText('PostgreSQL 18.4')).toBeVisible();
  });

  it('is checked again at once on request', async () => {
    answer(endpoints.doctor.show, () => aReport());
    const requests = answer(endpoints.doctor.check, () =>
      aReport({ state: 'ok', checks: [{ id: 'disk', state: 'ok', value: 40, since: AT }] }),
    );
    const { user } = renderScreen('/doctor', asSuper());
    await user.click(await screen.findByRole('button', { name: 'Verificar agora' }));
    expect(await screen.findByText('Tudo bem')).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it('requests a backup', async () => {
    answer(endpoints.doctor.show, () => aReport());
    const requests = answer(endpoints.doctor.backUp, () => undefined);
    const { user } = renderScreen('/doctor', asSuper());
    await user.click(await screen.findByRole('button', { name: 'Fazer cópia agora' }));
    expect(await screen.findByText('A cópia começa em alguns segundos')).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it('lets a restored server work only after two confirmations', async () => {
    let stage: 'passive' | 'receiving' | 'active' = 'passive';
    answer(endpoints.doctor.show, () => aReport({ restored: { stage, restoredTo: AT, waiting: 12 } }));
    answer(endpoints.doctor.confirmRestored, () => void (stage = 'receiving'));
    answer(endpoints.doctor.continueSending, () => void (stage = 'active'));
    const { user } = renderScreen('/doctor', asSuper());
    await user.click(await screen.findByRole('button', { name: 'É o único servidor' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'É o único servidor' }));
    expect(await screen.findByText('Servidor restaurado: 12 mensagens esperam para sair')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continuar os envios' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continuar os envios' }));
    await waitFor(() => expect(screen.queryByText(/Servidor restaurado/)).toBeNull());
  });

  it('lets a company that was moved in send only after a confirmation', async () => {
    let moved = [{ companyId: 7, movedAt: AT }];
    answer(endpoints.doctor.show, () => aReport({ moved }));
    const requests = answer(endpoints.doctor.confirmMove, () => void (moved = []));
    const { user } = renderScreen('/doctor', asSuper());
    const verb = 'Confirmar a mudança';
    await user.click(await screen.findByRole('button', { name: verb }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirmar a mudança da empresa 7?' }));
    expect(requests).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: verb }));
    expect(await screen.findByText('A empresa 7 envia a partir de agora')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^Empresa 7, trazida em/)).toBeNull());
    expect(requests).toMatchObject([{ params: { companyId: 7 } }]);
  });

  it('is forbidden for the admin of a company', async () => {
    const requests = answer(endpoints.doctor.show, () => aReport());
    const { router } = renderScreen('/doctor', { as: anAdmin() });
    await waitFor(() => expect(router.state.location.pathname).toBe('/403'));
    expect(requests).toHaveLength(0);
  });
});
