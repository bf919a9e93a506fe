import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastHost, toasts, UiProvider } from './index.ts';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <UiProvider>
      <ToastHost errorText={(error) => `Não deu: ${String(error)}`} />
    </UiProvider>,
  );
});

const put = (notice: () => void) => act(() => notice());
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

describe('a toast', () => {
  it('lasts two seconds', () => {
    put(() => toasts.done('Salvo'));
    pass(1900);
    expect(within(screen.getByRole('status')).getByText('Salvo')).toBeVisible();
    pass(200);
    expect(screen.queryByText('Salvo')).toBeNull();
  });

  it('lasts six seconds with an action', () => {
    const undo = vi.fn<() => void>();
    put(() => toasts.done('Tag excluída', { label: 'Desfazer', onClick: undo }));
    pass(5900);
    fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.queryByText('Tag excluída')).toBeNull();
  });

  it('stays while the pointer is over it', () => {
    put(() => toasts.info('Leia com calma'));
    fireEvent.pointerEnter(screen.getByText('Leia com calma').parentElement!);
    pass(10_000);
    expect(screen.getByText('Leia com calma')).toBeVisible();
  });
});

describe('an error toast', () => {
  it('is announced as an alert, translated, and stays until it is closed', () => {
    put(() => toasts.failed('ERR_SOMETHING'));
    pass(60_000);
    expect(within(screen.getByRole('alert')).getByText('Não deu: ERR_SOMETHING')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
    expect(screen.queryByText(/Não deu/)).toBeNull();
  });
});

it('at most three toasts are visible, and an error is the last to go', () => {
  put(() => {
    toasts.failed('primeiro');
    toasts.done('um');
    toasts.done('dois');
    toasts.done('três');
  });
  expect(screen.getByText('Não deu: primeiro')).toBeVisible();
  expect(screen.queryByText('um')).toBeNull();
  expect(screen.getByText('dois')).toBeVisible();
  expect(screen.getByText('três')).toBeVisible();
});
