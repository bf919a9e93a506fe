/** Which of the three languages this browser reads; kept here, told to every open component. */
import { useSyncExternalStore } from 'react';
import type { Language } from '@balcao/contract/errors/catalogue';
import { keep, kept } from './storage.ts';

export type { Language };
const KEY = 'balcao.language';
const tags: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' };

export const useLanguage = (): Language => useSyncExternalStore(listen, currentLanguage);

export const currentLanguage = (): Language => chosen;

export function setLanguage(language: Language): void {
  chosen = language;
  keep(KEY, language);
  document.documentElement.lang = tags[language];
  for (const hear of listeners) hear();
}

/** How each language calls itself; Turkish is promised and not yet translated. */
export const languageNames = [
  { code: 'pt', name: 'Português', ready: true },
  { code: 'en', name: 'English', ready: true },
  { code: 'es', name: 'Español', ready: true },
  { code: 'tr', name: 'Türkçe', ready: false },
] as const;

const listeners = new Set<() => void>();
function listen(hear: () => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

const isLanguage = (code: string | null | undefined): code is Language =>
  code === 'pt' || code === 'en' || code === 'es';

function firstLanguage(): Language {
  const own = kept(KEY);
  if (isLanguage(own)) return own;
  const spoken = navigator.language?.slice(0, 2).toLowerCase();
  return isLanguage(spoken) ? spoken : 'pt';
}

let chosen = firstLanguage();
document.documentElement.lang = tags[chosen];
