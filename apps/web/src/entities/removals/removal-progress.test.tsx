import type { Removal } from '@balcao/contract/endpoints/removals';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';

const aRemoval = (own: Partial<Removal> = {}): Removal => ({
  id: 3,
  kind: 'connection',
  subjectIds: [6],
  name: 'Matriz',
  state: 'running',
  done: 90,
  total: 200,
  ...own,
});
const update = (own: Partial<Removal>) => receive('removal', { action: 'update', removal: aRemoval(own) });

describe('the progress of a removal', () => {
  it('is shown on the screen of its kind until the removal ends [F-C2]', async () => {
    answer(endpoints.removals.list, () => ({
      removals: [aRemoval(), aRemoval({ id: 4, kind: 'queue', name: 'Vendas' })],
    }));
    renderScreen('/connections', { as: anAdmin() });
    const bar = await screen.findByRole('progressbar', { name: 'Excluindo a conexão “Matriz”' });
    expect(bar).toHaveAttribute('aria-valuenow', '45');
    expect(screen.getByText('45%')).toBeVisible();
    expect(screen.queryByText('Excluindo a fila “Vendas”')).toBeNull();
    connect();
    update({ done: 150 });
    expect(await screen.findByText('75%')).toBeVisible();
    update({ done: 200, state: 'done' });
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  });

  it('appears with the first update, and not before the rows are counted [F-C2]', async () => {
    answer(endpoints.queues.list, () => []);
    answer(endpoints.access.pickUsers, () => []);
    renderScreen('/queues', { as: anAdmin() });
    await screen.findByRole('heading', { name: /^Filas/ });
    connect();
    update({ kind: 'queue', name: 'Vendas', done: 0, total: null });
    expect(screen.queryByRole('progressbar')).toBeNull();
    update({ kind: 'queue', name: 'Vendas', done: 10, total: 40 });
    expect(await screen.findByText('25%')).toBeVisible();
  });
});
