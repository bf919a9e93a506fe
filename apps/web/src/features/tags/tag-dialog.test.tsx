import { endpoints } from '@balcao/contract/endpoints/index';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aTag } from '../../testing/fixtures.ts';
import { answer } from '../../testing/server.ts';
import { UiProvider } from '../../ui/index.ts';
import { TagDialog } from './tag-dialog.tsx';

describe('a lane of the board', () => {
  it('edits the time in the lane, the next lane and the message [M-127] [M-130]', async () => {
    answer(endpoints.tags.lanes, () => ({
      lista: [aTag({ id: 11, name: 'Novo', kanban: 1 }), aTag({ id: 12, name: 'Concluído', kanban: 1 })],
    }));
    const saved = answer(endpoints.tags.update, ({ params }) => aTag({ id: params.id, kanban: 1 }));
    const onClose = vi.fn<() => void>();
    const user = userEvent.setup();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <UiProvider>
          <TagDialog
            kind="lane"
            tag={aTag({ id: 11, name: 'Novo', kanban: 1, rollbackLaneId: 12 })}
            onClose={onClose}
          />
        </UiProvider>
      </QueryClientProvider>,
    );

    const minutes = await screen.findByLabelText('Minutos parada até avançar');
    await user.clear(minutes);
    await user.type(minutes, '90');
    await user.type(screen.getByLabelText('Mensagem ao entrar na coluna'), 'Já voltamos.');
    screen.getByRole('combobox', { name: /^Depois vai para/ }).focus();
    await waitFor(() => expect(screen.getByRole('combobox', { name: /volta para/ })).toHaveTextContent('Concluído'));
    await user.keyboard('c{Enter}');
    await user.click(screen.getByRole('button', { name: 'Salvar coluna' }));

    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(saved[0]?.body).toMatchObject({
      kanban: 1,
      timeLane: 90,
      nextLaneId: 12,
      rollbackLaneId: 12,
      greetingMessageLane: 'Já voltamos.',
    });
  });
});
