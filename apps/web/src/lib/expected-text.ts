/** What a field expects, said beside the error of a rule. */
import type { FieldRule } from '@balcao/contract/errors/fields';
import type { Language } from './language.tsx';
import type { Phrase } from './texts.ts';

const phrases: Partial<Record<FieldRule, Phrase>> = {
  tooShort: {
    pt: 'Use ao menos {limit} caracteres.',
    en: 'Use at least {limit} characters.',
    es: 'Usa al menos {limit} caracteres.',
  },
  tooLong: {
    pt: 'Use até {limit} caracteres.',
    en: 'Use up to {limit} characters.',
    es: 'Usa hasta {limit} caracteres.',
  },
  tooSmall: { pt: 'Digite {limit} ou mais.', en: 'Enter {limit} or more.', es: 'Escribe {limit} o más.' },
  tooLarge: { pt: 'Digite {limit} ou menos.', en: 'Enter {limit} or less.', es: 'Escribe {limit} o menos.' },
};

export function expectedText(rule: FieldRule, limit: number | undefined, language: Language): string | undefined {
  if (rule === 'email') return emailExample[language];
  return limit === undefined ? undefined : phrases[rule]?.[language].replace('{limit}', String(limit));
}
const emailExample: Phrase = {
  pt: 'Como nome@example.com.',
  en: 'Like name@example.com.',
  es: 'Como nombre@example.com.',
};
