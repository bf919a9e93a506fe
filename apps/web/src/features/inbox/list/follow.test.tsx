import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderScreen } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { caio, inbox, namedTicket, names } from '../inbox-page.fixture.ts';

const waiting = (id: number, name: string) =>
  namedTicket(id, name, { status: 'pending', userId: null, user: null, updatedAt: '2026-07-23T12:00:00.000Z' });
const tab = (name: RegExp) => screen.getByRole('tab', { name });

beforeEach(() => {
  inbox.tickets = [namedTicket(1, 'Helena Prado'), waiting(8, 'Otávio Rangel'), waiting(9, 'Zilda Moura')];
});
const answerUpdates = () =>
  answer(endpoints.tickets.update, ({ params, body }) => {
    const at = inbox.tickets.findIndex(({ id }) => id === params.id);
    inbox.tickets[at] = { ...inbox.tickets[at]!, status: body.status!, userId: body.userId ?? null };
    return inbox.tickets[at];
  });

describe('accepting from the list', () => {
  it('shows the tab of the accepted ticket with its row as the open one [F-U23]', async () => {
    answerUpdates();
    const { user } = renderScreen('/tickets', { as: caio });
    await screen.findByRole('link', { name: 'Helena Prado' });
    await user.click(tab(/Aguardando/));
    await user.click(await screen.findByRole('button', { name: 'Aceitar Otávio Rangel' }));
    await waitFor(() => expect(tab(/Atendendo/)).toHaveAttribute('aria-selected', 'true'));
    expect(await screen.findByRole('link', { name: 'Otávio Rangel' })).toHaveAttribute('aria-current', 'true');
    expect(names()).toEqual(expect.arrayContaining(['Helena Prado', 'Otávio Rangel']));
  });

  it('ignores a second click on the row that came under the resting pointer, until it moves [F-U23]', async () => {
    const requests = answerUpdates();
    const { user } = renderScreen('/tickets', { as: caio });
    await screen.findByRole('link', { name: 'Helena Prado' });
    await user.click(tab(/Aguardando/));
    const first = await screen.findByRole('button', { name: 'Aceitar Otávio Rangel' });
    fireEvent.pointerMove(first, { pointerType: 'mouse' });
    // Another agent accepts it at the same moment: the next row takes its place.
    inbox.tickets[1] = { ...inbox.tickets[1]!, status: 'open', userId: 9 };
    fireEvent.click(first, { detail: 1 });
    const second = screen.getByRole('button', { name: 'Aceitar Zilda Moura' });
    fireEvent.click(second, { detail: 1 });
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.params.id).toBe(8);
  });
});
