import { endpoints } from '@balcao/contract/endpoints/index';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '@balcao/contract/endpoints/access';
import { SessionProvider } from '../../lib/session.tsx';
import { anAdmin, anAgent, aQueue, aToken, aUser } from '../../testing/fixtures.ts';
import { answer } from '../../testing/server.ts';
import { UiProvider } from '../../ui/index.ts';
import { UserDialog } from './user-dialog.tsx';

/** Renders the dialog alone, as the top bar opens it for the own profile. */
function openProfile(of: SessionUser) {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: of, sessionId: 's' }));
  answer(endpoints.access.showUser, () => aUser(of));
  answer(endpoints.access.me, () => ({ user: of }));
  answer(endpoints.queues.list, () => [aQueue()]);
  answer(endpoints.connections.list, () => []);
  const changed = answer(endpoints.access.updateUser, () => aUser(of));
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider>
        <SessionProvider>
          <UserDialog userId={of.id} onClose={onClose} />
        </SessionProvider>
      </UiProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), changed, onClose };
}

describe('own profile', () => {
  it('hides profile, hours, queues and permissions from an agent and sends none of them [M-196]', async () => {
    const { user, changed, onClose } = openProfile(anAgent());
    const name = await screen.findByLabelText(/^Nome/);
    expect(screen.getByRole('heading', { name: 'Meu perfil' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Permissões' })).not.toBeInTheDocument();
    for (const label of [/^Perfil/, /expediente$/, /^Filas/])
      expect(screen.queryByLabelText(label)).not.toBeInTheDocument();

    await user.type(name, ' Filho');
    await user.click(screen.getByRole('button', { name: 'Salvar usuário' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(Object.keys(changed[0]?.body ?? {}).sort()).toEqual([
      'defaultMenu',
      'defaultTheme',
      'email',
      'farewellMessage',
      'name',
      'password',
    ]);
  });

  it('shows all fields to an admin [M-196]', async () => {
    const { user } = openProfile(anAdmin());
    expect(await screen.findByRole('combobox', { name: /^Perfil/ })).toBeVisible();
    expect(screen.getByLabelText('Início do expediente')).toHaveValue('08:00');
    await user.click(screen.getByRole('tab', { name: 'Permissões' }));
    expect(screen.getByLabelText(/^Filas/, { selector: 'input' })).toBeVisible();
    expect(screen.getAllByRole('switch')).toHaveLength(8);
  });
});
