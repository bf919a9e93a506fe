import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aTag, anAdmin } from '../../testing/fixtures.ts';
import { renderPart } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { TagDialog } from './tag-dialog.tsx';

describe('a lane of the board', () => {
  it('edits the time in the lane, the next lane and the message [M-127] [M-130]', async () => {
    answer(endpoints.tags.lanes, () => ({
      lista: [aTag({ id: 11, name: 'Novo', kanban: 1 }), aTag({ id: 12, name: 'Concluído', kanban: 1 })],
    }));
    const saved = answer(endpoints.tags.update, ({ params }) => aTag({ id: params.id, kanban: 1 }));
    const onClose = vi.fn<() => void>();
    const lane = aTag({ id: 11, name: 'Novo', kanban: 1, rollbackLaneId: 12 });
    const { user } = renderPart(() => <TagDialog kind="lane" tag={lane} onClose={onClose} />, { as: anAdmin() });

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
