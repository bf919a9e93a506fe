/** What users do before the parts of Mantine are loaded: the modules of these tests are new, so nothing is loaded yet. */
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

let ui: typeof import('./index.ts');
beforeEach(async () => {
  vi.resetModules();
  ui = await import('./index.ts');
});

const options = [
  { value: 1, label: 'Vendas' },
  { value: 2, label: 'Suporte' },
];

it('a field of one option opens its list and keeps the focus', async () => {
  const changed = vi.fn<(value: number) => void>();
  render(
    <ui.UiProvider>
      <ui.SelectField label="Fila" options={options} value={1} onChange={changed} />
    </ui.UiProvider>,
  );
  const field = screen.getByRole('combobox', { name: 'Fila' });
  expect(field).toHaveTextContent('Vendas');
  field.focus();
  fireEvent.click(field);
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.click(await screen.findByRole('option', { name: 'Suporte' }));
  expect(changed).toHaveBeenCalledWith(2);
  expect(screen.getByRole('combobox', { name: 'Fila' })).toHaveFocus();
});

it('a field of several options keeps the focus and what was typed', async () => {
  const changed = vi.fn<(value: number[]) => void>();
  render(
    <ui.UiProvider>
      <ui.MultiSelectField label="Filas" options={options} value={[1]} onChange={changed} />
    </ui.UiProvider>,
  );
  const field = screen.getByRole('combobox', { name: 'Filas' });
  field.focus();
  fireEvent.click(field);
  fireEvent.change(field, { target: { value: 'sup' } });
  const option = await screen.findByRole('option', { name: 'Suporte' });
  expect(screen.queryByRole('option', { name: 'Vendas' })).toBeNull();
  expect(screen.getByRole('combobox', { name: 'Filas' })).toHaveFocus();
  await userEvent.click(option);
  expect(changed).toHaveBeenCalledWith([1, 2]);
});

it('a menu obeys the keys that follow its opening', async () => {
  const chosen = vi.fn<() => void>();
  const items = ['Foto', 'Documento'].map((label) => ({
    key: label,
    label,
    onClick: label === 'Documento' ? chosen : () => {},
  }));
  render(
    <ui.UiProvider>
      <ui.Menu target={<ui.Button>Anexar</ui.Button>} items={items} />
    </ui.UiProvider>,
  );
  screen.getByRole('button', { name: 'Anexar' }).focus();
  await userEvent.setup({ delay: null }).keyboard('{Enter}{ArrowDown}{Enter}');
  await waitFor(() => expect(chosen).toHaveBeenCalledOnce());
});

it('a dialog appears as soon as it can be drawn', async () => {
  render(
    <ui.UiProvider>
      <ui.ConfirmDialog title="Excluir?" text="Some." verb="Excluir" onConfirm={() => {}} onClose={() => {}} />
    </ui.UiProvider>,
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('dialog', { name: 'Excluir?' })).toHaveAccessibleDescription('Some.');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancelar' })).toHaveFocus());
});

it('a tooltip describes its button until Esc is pressed', async () => {
  const user = userEvent.setup();
  render(
    <ui.UiProvider>
      <ui.IconButton icon="x" label="Fechar" />
    </ui.UiProvider>,
  );
  const button = screen.getByRole('button', { name: 'Fechar' });
  await user.hover(button);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Fechar');
  expect(button).toHaveAccessibleDescription('Fechar');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(button).not.toHaveAttribute('aria-describedby');
});
