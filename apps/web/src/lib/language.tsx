/** The language of this browser, stored locally; every component is rendered again when it changes. */
import { useSyncExternalStore } from 'react';
import type { Language } from '@balcao/contract/kernel/languages';
import { write, read } from './storage.ts';

export type { Language };
const KEY = 'balcao.language';
const tags: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' };

export const useLanguage = (): Language => useSyncExternalStore(listen, currentLanguage);

export const currentLanguage = (): Language => chosen;

export function setLanguage(language: Language): void {
  chosen = language;
  write(KEY, language);
  document.documentElement.lang = tags[language];
  for (const listener of listeners) listener();
}

/** The languages' own names. Turkish is planned and not translated yet. */
export const languageNames = [
  { code: 'pt', name: 'Português', isTranslated: true },
  { code: 'en', name: 'English', isTranslated: true },
  { code: 'es', name: 'Español', isTranslated: true },
  { code: 'tr', name: 'Türkçe', isTranslated: false },
] as const;

const listeners = new Set<() => void>();
function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isLanguage = (code: string | null | undefined): code is Language =>
  code === 'pt' || code === 'en' || code === 'es';

function firstLanguage(): Language {
  const stored = read(KEY);
  if (isLanguage(stored)) return stored;
  const browserLanguage = navigator.language?.slice(0, 2).toLowerCase();
  return isLanguage(browserLanguage) ? browserLanguage : 'pt';
}

let chosen = firstLanguage();
document.documentElement.lang = tags[chosen];
