import { useCallback } from 'react';
import { useLanguage } from './language.tsx';
import { translate, type Texts, type Values } from './texts.ts';

/** `const t = useTexts(tagTexts); t('saved')`: only keys that exist, in the person's language. */
export function useTexts<K extends string>(rows: Texts<K>): (key: K, values?: Values) => string {
  const language = useLanguage();
  return useCallback((key, values) => translate(rows[key], language, values), [rows, language]);
}
