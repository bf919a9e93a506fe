import { endpoints } from '@balcao/contract/endpoints/index';
import type { SupportAccess } from '@balcao/contract/endpoints/support';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAdmin } from '../../testing/fixtures.ts';
import { answer, refuse } from '../../testing/server.ts';
import { open, row, withHours, withSettings } from './settings.fixture.ts';

const anAccess = (own: Partial<SupportAccess> = {}): SupportAccess => ({
  id: '0198a3c0-7000-7000-8000-000000000001',
  userName: 'Davi Rocha',
  reason: 'Filas sem atendente',
  startedAt: '2026-11-15T14:30:00.000Z',
  endedAt: '2026-11-15T15:10:00.000Z',
  ...own,
});
const openTab = () => open(anAdmin(), '/settings/support');

describe('accesses of the support, for admins of the company [AL-04]', () => {
  beforeEach(() => {
    withSettings();
    withHours();
  });

  it('show who, when and why; an active one can be ended', async () => {
    const accesses = [
      anAccess({ id: '0198a3c0-7000-7000-8000-000000000002', reason: 'Bot parado', endedAt: null }),
      anAccess(),
    ];
    answer(endpoints.support.list, () => ({ accesses }));
    const ended = answer(endpoints.support.end, () => {
      accesses[0] = { ...accesses[0]!, endedAt: '2026-11-16T15:10:00.000Z' };
      return { message: 'ended' };
    });
    const { user } = await openTab();
    const list = await screen.findByRole('list', { name: 'Acesso do suporte' });
    const [active, over] = within(list).getAllByRole('listitem');
    expect(active).toHaveTextContent(/Bot parado.*Davi Rocha.*ativo agora/);
    expect(over).toHaveTextContent(/Filas sem atendente.*até/);
    expect(within(over!).queryByRole('button')).not.toBeInTheDocument();
    await user.click(within(active!).getByRole('button', { name: 'Terminar o acesso de Davi Rocha' }));
    expect(await screen.findByText('Acesso terminado')).toBeVisible();
    expect(ended[0]?.params).toEqual({ id: '0198a3c0-7000-7000-8000-000000000002' });
  });

  it('say that there were none', async () => {
    answer(endpoints.support.list, () => ({ accesses: [] }));
    await openTab();
    expect(await screen.findByText('Nenhum acesso do suporte')).toBeVisible();
  });

  it('show an error with a way to try again', async () => {
    answer(endpoints.support.list, () => refuse('ERR_NO_PERMISSION'));
    await openTab();
    expect(await screen.findByRole('button', { name: /Tentar de novo/ })).toBeVisible();
  });

  it('can be switched off', async () => {
    await open();
    expect(await row('Permitir o acesso do suporte')).toBeVisible();
  });
});
