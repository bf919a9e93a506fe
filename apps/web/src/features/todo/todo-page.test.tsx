import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anAgent } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';

/** This environment has no IndexedDB: tasks last until the window closes. The journey checks the stored ones. */
const open = async () => {
  const { user } = renderScreen('/todolist', { as: anAgent() });
  const field = await screen.findByRole('textbox', { name: 'Nova tarefa' });
  await screen.findByText('Nenhuma tarefa aberta.');
  const texts = (section = 'Tarefas') =>
    within(screen.getByRole('region', { name: section }))
      .queryAllByRole('listitem')
      .map((row) => within(row).getAllByRole('button').at(-1)!.getAttribute('aria-label')!.replace('Excluir ', ''));
  return { user, field, texts };
};

describe('tasks', () => {
  it('are added, edited, done and deleted, which can be undone [M-226]', async () => {
    const { user, field, texts } = await open();
    await user.type(field, '  {Enter}');
    await user.type(field, 'Ligar para o laboratório{Enter}');
    await user.type(field, 'Mandar orçamento{Enter}');
    expect(texts()).toEqual(['Mandar orçamento', 'Ligar para o laboratório']);

    await user.click(screen.getByRole('button', { name: 'Editar Mandar orçamento' }));
    const edit = screen.getByRole('textbox', { name: 'Texto da tarefa' });
    await user.clear(edit);
    await user.type(edit, 'Mandar orçamento multifocal');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(texts()[0]).toBe('Mandar orçamento multifocal');

    await user.click(screen.getByRole('checkbox', { name: 'Feita: Ligar para o laboratório' }));
    expect(texts('Feitas')).toEqual(['Ligar para o laboratório']);
    await user.click(screen.getByRole('button', { name: 'Limpar feitas' }));
    expect(screen.queryByRole('region', { name: 'Feitas' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    expect(texts('Feitas')).toEqual(['Ligar para o laboratório']);

    await user.click(screen.getByRole('button', { name: 'Excluir Mandar orçamento multifocal' }));
    expect(texts()).toEqual([]);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Desfazer' })).not.toHaveLength(0));
  });

  it('are ordered with the keyboard, and say that this browser does not store them [M-226]', async () => {
    const { user, field, texts } = await open();
    for (const text of ['C', 'B', 'A']) await user.type(field, `${text}{Enter}`);
    screen.getByRole('button', { name: 'Mover C' }).focus();
    await user.keyboard('{ArrowUp}');
    expect(texts()).toEqual(['A', 'C', 'B']);
    expect(screen.getByText('C: posição 2 de 3')).toBeInTheDocument();
    expect(screen.getByText(/as tarefas duram até fechar a janela/)).toBeVisible();
  });

  it('that were deleted come back at their places, beside what was done since', async () => {
    const { user, field, texts } = await open();
    for (const text of ['C', 'B', 'A']) await user.type(field, `${text}{Enter}`);
    await user.click(screen.getByRole('button', { name: 'Excluir B' }));
    await user.type(field, 'Nova{Enter}');
    await user.click(screen.getByRole('checkbox', { name: 'Feita: C' }));
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    expect(texts()).toEqual(['Nova', 'A', 'B']);
    expect(texts('Feitas')).toEqual(['C']);
    await user.click(screen.getByRole('button', { name: 'Excluir Nova' }));
    await user.click(screen.getByRole('button', { name: 'Excluir A' }));
    const undo = await screen.findAllByRole('button', { name: 'Desfazer' });
    await user.click(undo.at(-1)!);
    expect(texts()).toEqual(['A', 'B']);
  });

  it('that are deleted one after the other with the keyboard leave the focus at the next, or at the one before', async () => {
    const { user, field, texts } = await open();
    for (const text of ['C', 'B', 'A']) await user.type(field, `${text}{Enter}`);
    screen.getByRole('button', { name: 'Excluir B' }).focus();
    await user.keyboard('{Enter}');
    expect(texts()).toEqual(['A', 'C']);
    expect(screen.getByRole('button', { name: 'Excluir C' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Excluir A' })).toHaveFocus();
  });

  it('that cannot be read are an empty list of this window', async () => {
    const failing = () => {
      const request = Object.assign(new EventTarget(), { error: new Error('unreadable') });
      queueMicrotask(() => request.dispatchEvent(new Event('error')));
      return request;
    };
    const database = { transaction: () => ({ objectStore: () => ({ get: failing, put: failing }) }), close: () => {} };
    vi.stubGlobal('indexedDB', {
      open: () => {
        const request = Object.assign(new EventTarget(), { result: database });
        queueMicrotask(() => request.dispatchEvent(new Event('success')));
        return request;
      },
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { user } = renderScreen('/todolist', { as: anAgent() });
    expect(await screen.findByText(/as tarefas duram até fechar a janela/)).toBeVisible();
    await user.type(await screen.findByRole('textbox', { name: 'Nova tarefa' }), 'Ligar{Enter}');
    expect(await screen.findByRole('checkbox', { name: 'Feita: Ligar' })).toBeInTheDocument();
  });

  it('are not added before the stored ones are read', async () => {
    const opening = new EventTarget();
    vi.stubGlobal('indexedDB', { open: () => opening });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { user } = renderScreen('/todolist', { as: anAgent() });
    const field = await screen.findByRole('textbox', { name: 'Nova tarefa' });
    await user.type(field, 'Ligar{Enter}');
    expect(screen.queryByRole('checkbox', { name: 'Feita: Ligar' })).toBeNull();
    expect(field).toHaveValue('Ligar');
    opening.dispatchEvent(new Event('error'));
    await screen.findByText('Nenhuma tarefa aberta.');
    await user.type(field, '{Enter}');
    expect(await screen.findByRole('checkbox', { name: 'Feita: Ligar' })).toBeInTheDocument();
  });
});
