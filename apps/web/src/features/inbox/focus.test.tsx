import { endpoints } from '@balcao/contract/endpoints/index';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isChanging } from '../../entities/tickets/own-changes.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { caio, inbox, namedTicket } from './inbox-page.fixture.ts';

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Escrever mensagem' });
const row = (name: string) => screen.findByRole('link', { name });
const GREETING = 'Boa tarde, tudo bem?';
/** Accepts the pending conversation; the server has saved it when `saved` is resolved. */
async function acceptSlowly() {
  const saved = Promise.withResolvers<void>();
  const pending = inbox.tickets[2]!;
  answer(endpoints.tickets.update, async () => {
    await saved.promise;
    return (inbox.tickets[2] = { ...pending, status: 'open', userId: caio.id });
  });
  const { user, router } = renderScreen('/tickets', { as: caio });
  await row('Helena Prado');
  await user.keyboard('2');
  await user.click(await screen.findByRole('button', { name: 'Aceitar Otávio Rangel' }));
  return { user, router, pending, saved };
}

beforeEach(() => {
  inbox.tickets = [
    namedTicket(1, 'Helena Prado'),
    namedTicket(2, 'Luciana Sá', { updatedAt: '2026-07-23T12:00:00.000Z' }),
    namedTicket(9, 'Otávio Rangel', { status: 'pending', userId: null, user: null }),
  ];
  answer(endpoints.tickets.update, ({ params, body }) => {
    const at = inbox.tickets.findIndex(({ id }) => id === params.id);
    const changed = { ...inbox.tickets[at]!, status: body.status ?? 'open', userId: body.userId ?? null };
    inbox.tickets[at] = changed;
    return changed;
  });
});

describe('the focus of the inbox', () => {
  it('is in the composer after opening by mouse, and letters are text [F-U2]', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await row('Helena Prado'));
    await waitFor(async () => expect(await field()).toHaveFocus());
    await user.keyboard(GREETING);
    expect(await field()).toHaveValue(GREETING);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is in the composer after opening by key, and what is typed before it is there is not lost [F-U2]', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    (await row('Luciana Sá')).focus();
    await user.keyboard(`{Enter}${GREETING}`);
    await waitFor(async () => expect(await field()).toHaveValue(GREETING));
    expect(await field()).toHaveFocus();
    expect(inbox.tickets[2]!.status).toBe('pending');
  });

  it('is in the composer after a deep link [F-U2]', async () => {
    const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    await waitFor(async () => expect(await field()).toHaveFocus());
    await user.keyboard(GREETING);
    expect(await field()).toHaveValue(GREETING);
  });

  it('is in the composer after accepting, with what was typed meanwhile [F-U2]', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await row('Helena Prado');
    await user.keyboard('2');
    await user.click(await screen.findByRole('button', { name: 'Aceitar Otávio Rangel' }));
    await user.keyboard(GREETING);
    await waitFor(async () => expect(await field()).toHaveValue(GREETING));
    expect(await field()).toHaveFocus();
  });

  it('is in the composer after accepting, with what was typed before the notice of the pending conversation [F-U2]', async () => {
    const { user, router, pending, saved } = await acceptSlowly();
    await user.keyboard(GREETING);
    await act(() => router.navigate({ to: `/tickets/${pending.uuid}` }));
    await screen.findByRole('button', { name: 'Aceitar para responder' });
    saved.resolve();
    await waitFor(async () => expect(await field()).toHaveValue(GREETING));
  });

  it('is in the composer of a conversation opened while another is being accepted, with what was typed [F-U2]', async () => {
    const { user, router, pending, saved } = await acceptSlowly();
    await user.click(screen.getByRole('tab', { name: /Atendendo/ }));
    (await row('Luciana Sá')).focus();
    await user.keyboard(`{Enter}${GREETING}`);
    await waitFor(async () => expect(await field()).toHaveValue(GREETING));
    saved.resolve();
    await waitFor(() => expect(isChanging(pending.id)).toBe(false));
    expect(router.state.location.pathname).toBe(`/tickets/${inbox.tickets[1]!.uuid}`);
    expect(await field()).toHaveValue(GREETING);
  });

  it('takes text typed anywhere in the conversation, and leaves buttons their space bar [F-U2]', async () => {
    const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    await waitFor(async () => expect(await field()).toHaveFocus());
    const log = await screen.findByRole('log', { name: 'Mensagens da conversa' });
    act(() => log.focus());
    await user.keyboard('tr');
    expect(await field()).toHaveFocus();
    expect(await field()).toHaveValue('tr');
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('i');
    expect(await field()).toHaveValue('tri');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('takes no text while a popover is open [F-U2]', async () => {
    const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    await waitFor(async () => expect(await field()).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    const search = await screen.findByRole('searchbox', { name: 'Buscar emoji' });
    await waitFor(() => expect(search).toHaveFocus());
    // Before the panel has the focus, as on a slow computer.
    fireEvent.keyDown(screen.getByRole('button', { name: 'Emoji' }), { key: 't' });
    expect(search).toHaveFocus();
  });

  it('goes with Esc to the row, where letters are commands, and with Enter back [F-U2]', async () => {
    const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    await waitFor(async () => expect(await field()).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(await row('Helena Prado')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await field()).toHaveFocus();
    await user.keyboard('{Escape}t');
    expect(await screen.findByRole('dialog', { name: 'Transferir conversa' })).toBeVisible();
  });

  it('needs at most three Tabs from the row to the composer, and back [F-U2]', async () => {
    const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    await waitFor(async () => expect(await field()).toHaveFocus());
    const helena = await row('Helena Prado');
    await screen.findByRole('log', { name: 'Mensagens da conversa' });
    await user.keyboard('{Escape}');
    expect(helena).toHaveFocus();
    await user.tab();
    await user.tab();
    await user.tab();
    expect(await field()).toHaveFocus();
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    expect(helena).toHaveFocus();
  });

  it('is on the notice of a pending conversation, where letters do nothing [F-U2]', async () => {
    const { user } = renderScreen(`/tickets/${inbox.tickets[2]!.uuid}`, { as: caio });
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-focus-home'));
    await user.keyboard(GREETING);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(inbox.tickets[2]!.status).toBe('pending');
  });

  it('does not move to the composer on touch, where a keyboard would appear [F-U2]', async () => {
    const media = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const found = media(query);
      if (query.includes('coarse')) Object.defineProperty(found, 'matches', { value: true });
      return found;
    });
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await row('Helena Prado'));
    await screen.findByRole('log', { name: 'Mensagens da conversa' });
    expect(await field()).not.toHaveFocus();
  });

  it('returns to the composer when the button that opened a dialog is gone [F-U2]', async () => {
    answer(endpoints.access.pickUsers, () => []);
    const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    await waitFor(async () => expect(await field()).toHaveFocus());
    await user.hover(await row('Luciana Sá'));
    const actions = await screen.findByRole('group', { name: 'Ações para Luciana Sá' });
    fireEvent.click(within(actions).getByRole('button', { name: 'Transferir' }));
    const dialog = await screen.findByRole('dialog', { name: 'Transferir conversa' });
    await user.click(within(dialog).getByRole('button', { name: 'Transferir' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () => expect(await field()).toHaveFocus());
    await user.keyboard(GREETING);
    expect(await field()).toHaveValue(GREETING);
  });

  it('is on the next conversation when the open one was resolved, and Enter opens it [F-U44]', async () => {
    const { user, router } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    await waitFor(async () => expect(await field()).toHaveFocus());
    await user.keyboard('{Escape}r');
    expect(await screen.findByText('Conversa resolvida')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reabrir' })).toBeVisible();
    const next = await screen.findByRole('button', { name: 'Abrir Luciana Sá' });
    await waitFor(() => expect(next).toHaveFocus());
    await user.keyboard('Bat{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${inbox.tickets[1]!.uuid}`));
    expect(inbox.tickets[2]!.status).toBe('pending');
  });
});
