import { endpoints } from '@balcao/contract/endpoints/index';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aTicket } from '../../../testing/inbox.ts';
import { anAgent } from '../../../testing/fixtures.ts';
import { answer, goOffline, goOnline } from '../../../testing/server.ts';
import { renderAction, sales, support, updates, waiting } from './actions.fixture.tsx';
import type { TicketActions } from './provider.tsx';

const OFFLINE = /Sem conexão com o servidor/;
const network = (isOnline: boolean) =>
  act(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    onlineManager.setOnline(isOnline);
    (isOnline ? goOnline : goOffline)();
  });
afterEach(() => onlineManager.setOnline(true));

describe('an action pressed without a network', () => {
  it.each<[string, (actions: TicketActions) => void]>([
    ['accepting', (actions) => actions.accept(waiting())],
    ['accepting without a queue', (actions) => actions.accept(waiting({ queueId: null, queue: null }))],
    ['resolving', (actions) => actions.resolve(aTicket())],
    ['transferring', (actions) => actions.transfer(aTicket())],
    ['starting a conversation', (actions) => actions.startNew()],
  ])('%s says so at once, and nothing happens when it is back [F-U16]', async (_, run) => {
    answer(endpoints.queues.list, () => []);
    const requests = updates(() => aTicket());
    const { press } = renderAction(run, { as: anAgent({ id: 4, queues: [sales, support] }) });
    await screen.findByRole('button', { name: 'Agir' });
    network(false);
    await press();
    expect(await screen.findByText(OFFLINE)).toBeVisible();
    network(true);
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests).toHaveLength(0);
  });

  it('resolving, when the server cannot be reached, says so and opens no dialog later [F-U16]', async () => {
    const { press } = renderAction((actions) => actions.resolve(aTicket({ userId: 9 })));
    await screen.findByRole('button', { name: 'Agir' });
    goOffline();
    await press();
    expect(await screen.findByText(OFFLINE)).toBeVisible();
    goOnline();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
