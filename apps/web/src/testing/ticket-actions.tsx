import type { SessionUser } from '@balcao/contract/endpoints/access';
import { screen } from '@testing-library/react';
import { TicketActionsProvider, useTicketActions, type TicketActions } from '../features/inbox/actions/provider.tsx';
import { renderPart } from './render.tsx';

/** A page with one button that runs a ticket action, as a button of the list or the header does. */
export function renderAction(
  run: (actions: TicketActions) => void,
  { as, path }: { as: SessionUser; path?: string | undefined },
) {
  const ActionButton = () => {
    const actions = useTicketActions();
    return (
      <button type="button" onClick={() => run(actions)}>
        Agir
      </button>
    );
  };
  const rendered = renderPart(
    () => (
      <TicketActionsProvider>
        <ActionButton />
      </TicketActionsProvider>
    ),
    { as, ...(path ? { path } : {}) },
  );
  const press = async () => rendered.user.click(await screen.findByRole('button', { name: 'Agir' }));
  const at = () => rendered.router.state.location.pathname;
  return { ...rendered, press, at };
}
