import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAdmin } from '../testing/fixtures.ts';
import { renderScreen } from '../testing/render.tsx';
import { answer } from '../testing/server.ts';

const density = () => document.documentElement.dataset['density'];
const open = async (id = 1) => {
  const rendered = renderScreen('/tags', { as: anAdmin({ id }) });
  await rendered.user.click(await screen.findByRole('button', { name: 'Menu do usuário' }));
  return rendered;
};
const choice = () => screen.findByRole('menuitemcheckbox', { name: 'Linhas compactas' });

beforeEach(() => void answer(endpoints.tags.list, () => ({ tags: [], count: 0, hasMore: false })));

describe('the density of rows', () => {
  it('is comfortable until the user chooses compact rows, and is stored for that user only', async () => {
    const first = await open();
    expect(density()).toBe('comfortable');
    await first.user.click(await choice());
    await waitFor(() => expect(density()).toBe('compact'));
    first.unmount();
    const other = await open(2);
    expect(density()).toBe('comfortable');
    expect(await choice()).not.toBeChecked();
    other.unmount();
    const again = await open();
    expect(density()).toBe('compact');
    await again.user.click(await choice());
    await waitFor(() => expect(density()).toBe('comfortable'));
  });

  it('is comfortable on touch screens, which offer no choice', async () => {
    localStorage.setItem('balcao.density.1', JSON.stringify('compact'));
    const real = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query === '(pointer: coarse)' ? { ...real(query), matches: true } : real(query),
    );
    await open();
    expect(await screen.findByRole('menuitem', { name: /^Meu perfil/ })).toBeVisible();
    expect(density()).toBe('comfortable');
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Linhas compactas' })).toBeNull();
  });
});
