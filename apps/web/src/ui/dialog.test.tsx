import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  Button,
  ConfirmDialog,
  Dialog,
  DialogCancel,
  Menu,
  MultiSelectField,
  Popover,
  SelectField,
  TextField,
  UiProvider,
} from './index.ts';

function Screen({ dirty = false, onClosed = () => {} }: { dirty?: boolean; onClosed?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <UiProvider>
      <button onClick={() => setOpen(true)}>Nova tag</button>
      {open && (
        <Dialog title="Nova tag" dirty={dirty} footer={<DialogCancel />} onClose={() => (setOpen(false), onClosed())}>
          <TextField label="Nome" />
        </Dialog>
      )}
    </UiProvider>
  );
}

const opened = async (dirty: boolean, onClosed = vi.fn<() => void>()) => {
  const user = userEvent.setup();
  render(<Screen dirty={dirty} onClosed={onClosed} />);
  await user.click(screen.getByRole('button', { name: 'Nova tag' }));
  await screen.findByRole('dialog', { name: 'Nova tag' });
  return { user, onClosed };
};

describe('a dialog', () => {
  it('focuses its first field and returns the focus to the button that opened it', async () => {
    const { user } = await opened(false);
    await waitFor(() => expect(screen.getByLabelText('Nome')).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Nova tag' })).toHaveFocus());
  });

  it('is no second banner or footer of the page [F-U13]', async () => {
    await opened(false);
    expect([screen.queryByRole('banner'), screen.queryByRole('contentinfo')]).toEqual([null, null]);
  });

  it('stays open when Esc closes a list, a menu or a popover inside it [F-U26]', async () => {
    const user = userEvent.setup();
    const onClose = vi.fn<() => void>();
    const options = [{ value: 1, label: 'Vendas' }];
    render(
      <UiProvider>
        <Dialog title="Nova tag" onClose={onClose}>
          <SelectField label="Fila" options={options} value={1} onChange={() => {}} />
          <MultiSelectField label="Filas" options={options} value={[]} onChange={() => {}} />
          <Menu target={<Button>Mais</Button>} items={[{ key: 'a', label: 'Copiar', onClick: () => {} }]} />
          <Popover label="Cores" target={(opener) => <Button {...opener}>Cor</Button>}>
            <button>Azul</button>
          </Popover>
        </Dialog>
      </UiProvider>,
    );
    for (const opener of [
      screen.getByRole('combobox', { name: 'Fila' }),
      screen.getByRole('combobox', { name: 'Filas' }),
      screen.getByRole('button', { name: 'Mais' }),
      screen.getByRole('button', { name: 'Cor' }),
    ]) {
      await user.click(opener);
      await waitFor(() => expect(opener).toHaveAttribute('aria-expanded', 'true'));
      await user.keyboard('{Escape}');
      expect(onClose).not.toHaveBeenCalled();
      await waitFor(() => expect(opener).toHaveAttribute('aria-expanded', 'false'));
    }
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('with unsaved changes shows a hint and asks before closing', async () => {
    const { user, onClosed } = await opened(true);
    expect(screen.getByText('Alterações não salvas')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByRole('dialog', { name: 'Descartar as alterações?' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Continuar editando' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Continuar editando' }));
    expect(onClosed).not.toHaveBeenCalled();

    await user.click(screen.getByRole('button', { name: 'Fechar' }));
    await user.click(await screen.findByRole('button', { name: 'Descartar' }));
    expect(onClosed).toHaveBeenCalledOnce();
  });
});

describe('a popover', () => {
  const renderPopover = () => {
    render(
      <UiProvider>
        <Popover label="Cores" target={(opener) => <Button {...opener}>Cor</Button>}>
          <Menu target={<Button>Mais</Button>} items={[{ key: 'a', label: 'Copiar', onClick: () => {} }]} />
        </Popover>
      </UiProvider>,
    );
    return { user: userEvent.setup(), opener: screen.getByRole('button', { name: 'Cor' }) };
  };

  it('closes with Esc also before its panel has the focus, and the screen does not get that key', async () => {
    const { user, opener } = renderPopover();
    const reached = vi.fn<(event: KeyboardEvent) => void>();
    await user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    opener.focus();
    document.addEventListener('keydown', reached);
    try {
      await user.keyboard('{Escape}');
    } finally {
      document.removeEventListener('keydown', reached);
    }
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    expect(reached).not.toHaveBeenCalled();
  });

  it('stays open when Esc closes a menu inside it before its list has the focus', async () => {
    const { user, opener } = renderPopover();
    await user.click(opener);
    const more = await screen.findByRole('button', { name: 'Mais' });
    await user.click(more);
    more.focus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(more).toHaveAttribute('aria-expanded', 'false'));
    expect(opener).toHaveAttribute('aria-expanded', 'true');
  });
});

describe('a confirmation', () => {
  const renderQuestion = (own: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) => {
    const onConfirm = vi.fn<() => void>();
    render(
      <UiProvider>
        <ConfirmDialog
          title="Excluir a tag “VIP”?"
          text="Ela sai de todos os contatos."
          verb="Excluir"
          danger
          onConfirm={onConfirm}
          onClose={() => {}}
          {...own}
        />
      </UiProvider>,
    );
    return { onConfirm, user: userEvent.setup() };
  };

  it('describes the loss and focuses the safe button', async () => {
    renderQuestion();
    expect(await screen.findByRole('dialog', { name: 'Excluir a tag “VIP”?' })).toHaveAccessibleDescription(
      'Ela sai de todos os contatos.',
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancelar' })).toHaveFocus());
  });

  it('requires typing the name for what cannot be undone', async () => {
    const { user, onConfirm } = renderQuestion({ typeToConfirm: 'VIP' });
    const verb = await screen.findByRole('button', { name: 'Excluir' });
    expect(verb).toBeDisabled();
    await user.type(screen.getByLabelText('Para confirmar, digite VIP'), 'VIP');
    await user.click(verb);
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});

it('a menu works with the keyboard alone', async () => {
  const user = userEvent.setup();
  const [edit, remove] = [vi.fn<() => void>(), vi.fn<() => void>()];
  render(
    <UiProvider>
      <Menu
        target={<Button>Mais</Button>}
        items={[
          { key: 'edit', label: 'Editar', onClick: edit },
          { key: 'block', label: 'Bloquear', onClick: () => {}, disabled: true },
          { key: 'remove', label: 'Excluir', onClick: remove, danger: true },
        ]}
      />
    </UiProvider>,
  );
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Editar' })).toHaveFocus());
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'Excluir' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(remove).toHaveBeenCalledOnce();
  expect(edit).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Mais' })).toHaveFocus());
});
