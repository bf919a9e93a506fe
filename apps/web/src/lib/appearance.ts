/** How the page looks, without a library: theme and brand, both also applied by public/theme.js before the first paint. */
import { useSyncExternalStore } from 'react';
import { plainCall } from './plain-call.ts';
import { keep, kept } from './storage.ts';

export type Theme = 'light' | 'dark';
const THEME_KEY = 'preferredTheme';
const BRAND_KEY = 'balcao.brand';

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
const listen = (hear: () => void) => {
  listeners.add(hear);
  return () => listeners.delete(hear);
};
const changed = () => {
  for (const hear of listeners) hear();
};

export const useLocalTheme = (): Theme => useSyncExternalStore(listen, currentTheme);
export const currentTheme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

export function applyTheme(theme: Theme): void {
  keep(THEME_KEY, theme);
  if (theme === currentTheme() && document.documentElement.dataset['theme']) return;
  document.documentElement.dataset['theme'] = theme;
  changed();
}

/** The platform's own name and colours: what this browser saw last, then what the server says. */
export function usePublicSettings(): PublicSettings {
  return useSyncExternalStore(listenAndLoad, () => settings);
}

let settings: PublicSettings = read(kept(BRAND_KEY));
let asked = false;

function listenAndLoad(hear: () => void): () => void {
  if (!asked) {
    asked = true;
    void loadPublicSettings();
  }
  return listen(hear);
}

/** Also to be called after a super user has changed the brand. */
export async function loadPublicSettings(): Promise<void> {
  const written = document.querySelector<HTMLMetaElement>('meta[name="brand"]');
  // True when the page was written, and only then: the next look asks the server.
  written?.remove();
  if (!written?.content) return applyBrand({ ...settings, ...(await fetchSettings(brandKeys)) });
  applyBrand({ ...read(written.content), allowSignup: settings.allowSignup });
  // The page tells how the platform looks; whether strangers may sign up it does not.
  applyBrand({ ...settings, ...(await fetchSettings(['allowSignup'])) });
}

async function fetchSettings(keys: readonly (typeof brandKeys)[number][]): Promise<Partial<PublicSettings>> {
  const rows = await Promise.all(
    keys.map(async (key) => {
      const value = await plainCall<string | null>({ method: 'GET', path: `/public-settings/${key}` }).catch(
        () => settings[key],
      );
      return [key, value ?? null] as const;
    }),
  );
  return Object.fromEntries(rows);
}

function applyBrand(next: PublicSettings): void {
  settings = next;
  keep(BRAND_KEY, JSON.stringify(next));
  const { style } = document.documentElement;
  paint(style, '--brand-light', next.primaryColorLight);
  paint(style, '--brand-dark', next.primaryColorDark);
  if (next.appLogoFavicon)
    document
      .querySelector('link[rel="icon"]')
      ?.setAttribute('href', `/public/${encodeURIComponent(next.appLogoFavicon)}`);
  changed();
}

/** A colour that was taken back gives way to our own. */
function paint(style: CSSStyleDeclaration, name: string, colour: string | null): void {
  if (isHex(colour)) style.setProperty(name, colour);
  else style.removeProperty(name);
}

const isHex = (value: string | null): value is string => value !== null && /^#[0-9a-f]{3,8}$/i.test(value);

function read(raw: string | null): PublicSettings {
  const nothing = Object.fromEntries(brandKeys.map((key) => [key, null])) as PublicSettings;
  try {
    const known = JSON.parse(raw ?? '{}') as Partial<PublicSettings>;
    for (const key of brandKeys) if (typeof known[key] === 'string') nothing[key] = known[key];
  } catch {
    // A damaged cache is the same as none.
  }
  return nothing;
}
