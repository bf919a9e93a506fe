import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anAgent, aUser } from '../testing/fixtures.ts';
import { renderScreen } from '../testing/render.tsx';
import { answer } from '../testing/server.ts';
import { applyTheme, loadPublicSettings } from './appearance.ts';

const root = document.documentElement;
const brandColor = () => root.style.getPropertyValue('--brand-light');

beforeEach(() => answer(endpoints.tags.list, () => ({ tags: [], count: 0, hasMore: false })));
afterEach(() => {
  applyTheme('light');
  root.removeAttribute('style');
  document.head.replaceChildren();
});

describe('the theme', () => {
  it('is the user’s choice on every computer [M-043]', async () => {
    renderScreen('/tags', { as: anAgent({ defaultTheme: 'dark' }) });
    await waitFor(() => expect(root.dataset['theme']).toBe('dark'));
    expect(localStorage.getItem('preferredTheme')).toBe('dark');
  });

  it('is light by default, and a change is stored in the browser and with the user [M-043]', async () => {
    const saved = answer(endpoints.access.updateUser, () => aUser());
    const { user } = renderScreen('/tags', { as: anAgent() });
    await user.click(await screen.findByRole('button', { name: 'Menu do usuário' }));
    expect(root.dataset['theme']).toBe('light');
    await user.keyboard('{Escape}{Control>}{Shift>}l{/Shift}{/Control}');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.body).toEqual({ defaultTheme: 'dark' });
    expect(root.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('preferredTheme')).toBe('dark');
  });
});

describe('before the first paint', () => {
  // theme.js is not a module of the app: the page loads it directly, so every test runs it again.
  const script = '../../public/theme.js';
  const firstPaint = async () => {
    vi.resetModules();
    await import(/* @vite-ignore */ script);
  };

  it('applies the theme, language and brand cached in this browser', async () => {
    localStorage.setItem('preferredTheme', 'dark');
    localStorage.setItem('balcao.language', 'es');
    localStorage.setItem('balcao.brand', JSON.stringify({ primaryColorLight: '#aa0055' }));
    await firstPaint();
    expect([root.dataset['theme'], root.lang, brandColor()]).toEqual(['dark', 'es', '#aa0055']);
  });

  it('ignores damaged or hostile values', async () => {
    localStorage.setItem('preferredTheme', '<img>');
    localStorage.setItem('balcao.brand', '{"primaryColorLight": "red;background:url(//evil.example)"}');
    await firstPaint();
    expect([root.dataset['theme'], brandColor()]).toEqual(['light', '']);
    localStorage.setItem('balcao.brand', '{oops');
    await expect(firstPaint()).resolves.toBeUndefined();
  });
});

describe('the brand', () => {
  it('comes from the page’s meta tag if present, and from the server otherwise', async () => {
    const requests = answer(endpoints.settings.public, ({ params }) =>
      params.key === 'primaryColorLight' ? '#0a7d4f' : null,
    );
    const meta = document.createElement('meta');
    meta.name = 'brand';
    meta.content = JSON.stringify({ primaryColorLight: '#123456' });
    document.head.append(meta);

    await loadPublicSettings();
    expect(brandColor()).toBe('#123456');
    expect(requests.map(({ params }) => params.key)).toEqual(['allowSignup']);

    await loadPublicSettings();
    expect(brandColor()).toBe('#0a7d4f');
    expect(JSON.parse(localStorage.getItem('balcao.brand') ?? '{}')).toMatchObject({ primaryColorLight: '#0a7d4f' });
  });
});
