/** Theme and brand, without a library. public/theme.js applies both before the first paint as well. */
import { useSyncExternalStore } from 'react';
import { request } from './http.ts';
import { write, read } from './storage.ts';

export type Theme = 'light' | 'dark';
const THEME_KEY = 'preferredTheme';
const BRAND_KEY = 'balcao.brand';
const OWN_ICON = '/favicon.svg';

const brandKeys = [
  'appName',
  'appLogoLight',
  'appLogoDark',
  'appLogoFavicon',
  'primaryColorLight',
  'primaryColorDark',
  'allowSignup',
] as const;
export type PublicSettings = Record<(typeof brandKeys)[number], string | null>;

const listeners = new Set<() => void>();
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

export const useLocalTheme = (): Theme => useSyncExternalStore(listen, currentTheme);
export const currentTheme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

export function applyTheme(theme: Theme): void {
  write(THEME_KEY, theme);
  if (theme === currentTheme() && document.documentElement.dataset['theme']) return;
  document.documentElement.dataset['theme'] = theme;
  notifyListeners();
}

/** The platform's name and colors: first the cached ones of this browser, then those of the server. */
export function usePublicSettings(): PublicSettings {
  return useSyncExternalStore(listenAndLoad, () => settings);
}

let settings: PublicSettings = parseSettings(read(BRAND_KEY));
let isRequested = false;

function listenAndLoad(listener: () => void): () => void {
  if (!isRequested) {
    isRequested = true;
    void loadPublicSettings();
  }
  return listen(listener);
}

/** Also called after a super user has changed the brand. */
export async function loadPublicSettings(): Promise<void> {
  const brandMeta = document.querySelector<HTMLMetaElement>('meta[name="brand"]');
  // The meta tag was correct when the page was rendered; later calls fetch the settings.
  brandMeta?.remove();
  if (!brandMeta?.content) return applyBrand({ ...settings, ...(await fetchSettings(brandKeys)) });
  applyBrand({ ...parseSettings(brandMeta.content), allowSignup: settings.allowSignup });
  // The meta tag contains the brand, but not whether sign-up is allowed.
  applyBrand({ ...settings, ...(await fetchSettings(['allowSignup'])) });
}

async function fetchSettings(keys: readonly (typeof brandKeys)[number][]): Promise<Partial<PublicSettings>> {
  const rows = await Promise.all(
    keys.map(async (key) => {
      const value = await request<string | null>({ method: 'GET', path: `/public-settings/${key}` }).catch(
        () => settings[key],
      );
      // A removed value is stored as an empty one.
      return [key, value || null] as const;
    }),
  );
  return Object.fromEntries(rows);
}

function applyBrand(next: PublicSettings): void {
  settings = next;
  write(BRAND_KEY, JSON.stringify(next));
  const { style } = document.documentElement;
  setColor(style, '--brand-light', next.primaryColorLight);
  setColor(style, '--brand-dark', next.primaryColorDark);
  const icon = next.appLogoFavicon ? `/public/${encodeURIComponent(next.appLogoFavicon)}` : OWN_ICON;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', icon);
  notifyListeners();
}

/** A removed color falls back to the default. */
function setColor(style: CSSStyleDeclaration, name: string, color: string | null): void {
  if (isHex(color)) style.setProperty(name, color);
  else style.removeProperty(name);
}

const isHex = (value: string | null): value is string => value !== null && /^#[0-9a-f]{3,8}$/i.test(value);

function parseSettings(raw: string | null): PublicSettings {
  const result = Object.fromEntries(brandKeys.map((key) => [key, null])) as PublicSettings;
  try {
    const parsed = JSON.parse(raw ?? '{}') as Partial<PublicSettings>;
    for (const key of brandKeys) if (typeof parsed[key] === 'string') result[key] = parsed[key] || null;
  } catch {
    // A damaged cache counts as none.
  }
  return result;
}
