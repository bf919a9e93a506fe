import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Button, Menu, UiProvider } from './index.ts';

function renderMenu() {
  const chosen = vi.fn<(key: string) => void>();
  const items = ['Foto', 'Documento', 'Cobrança PIX'].map((label) => ({
    key: label,
    label,
    onClick: () => chosen(label),
  }));
  render(
    <UiProvider>
      <Menu target={<Button>Anexar</Button>} items={items} />
    </UiProvider>,
  );
  screen.getByRole('button', { name: 'Anexar' }).focus();
  // Without a pause, so that no frame is drawn between two keys.
  return { chosen, user: userEvent.setup({ delay: null }) };
}

describe('a menu', () => {
  it.each([
    ['{Enter}{ArrowUp}{Enter}', 'Cobrança PIX'],
    ['{Enter}{ArrowDown}{Enter}', 'Documento'],
    ['{Enter}d{Enter}', 'Documento'],
    ['{Enter}{Enter}', 'Foto'],
  ])('obeys %s before its list is drawn', async (keys, label) => {
    const { chosen, user } = renderMenu();
    await user.keyboard(keys);
    await waitFor(() => expect(chosen.mock.calls).toEqual([[label]]));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('stays on the item that was reached before its list was drawn', async () => {
    const { user } = renderMenu();
    await user.keyboard('{Enter}{ArrowDown}');
    const item = await screen.findByRole('menuitem', { name: 'Documento' });
    await waitFor(() => expect(item).toHaveFocus());
    // The kit focuses a new list a second time, in a later task.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(item).toHaveFocus();
  });

  it('moves with the arrows and closes with Esc without choosing', async () => {
    const { chosen, user } = renderMenu();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Foto' })).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Documento' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(chosen).not.toHaveBeenCalled();
  });

  it('closes with Esc also before its list has the focus, and the screen does not get that key', async () => {
    const { user } = renderMenu();
    const reached = vi.fn<(event: KeyboardEvent) => void>();
    document.addEventListener('keydown', reached);
    try {
      await user.keyboard('{Enter}');
      reached.mockClear();
      screen.getByRole('button', { name: 'Anexar' }).focus();
      await user.keyboard('{Escape}');
      expect(reached).not.toHaveBeenCalled();
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    } finally {
      document.removeEventListener('keydown', reached);
    }
  });

  it('keeps the Esc that closes it from the screen', async () => {
    const { user } = renderMenu();
    const reached = vi.fn<(event: KeyboardEvent) => void>();
    document.addEventListener('keydown', reached);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Foto' })).toHaveFocus());
    await user.keyboard('{Escape}');
    document.removeEventListener('keydown', reached);
    const isHandled = reached.mock.calls.map(([event]) => [event.key, event.defaultPrevented]);
    expect(isHandled.at(-1)).toEqual(['Escape', true]);
    expect(screen.getByRole('button', { name: 'Anexar' })).toHaveFocus();
  });

  it('opens with the arrow key and gives the focus back to its button, the first time too', async () => {
    const { user } = renderMenu();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Foto' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Anexar' })).toHaveFocus());
  });
});
