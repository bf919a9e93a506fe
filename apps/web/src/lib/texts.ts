import type { Language } from './language.tsx';

/**
 * One phrase in the three languages, side by side so that none is forgotten. `{name}` stands for a value,
 * `{count|conversa|conversas}` for the first word if that value is one, else for the second.
 */
export type Phrase = Record<Language, string>;
export type Texts<K extends string = string> = Record<K, Phrase>;
export type Values = Record<string, string | number>;

export const texts = <const K extends string>(rows: Texts<K>): Texts<K> => rows;

/** The phrase in one language, with its values filled in. A value no one gave stays visible as `{name}`. */
export const translate = (phrase: Phrase, language: Language, values: Values = {}): string =>
  phrase[language]
    .replace(/\{(\w+)\|([^|}]*)\|([^|}]*)\}/g, (_, name: string, one: string, many: string) =>
      String(values[name]) === '1' ? one : many,
    )
    .replace(/\{(\w+)\}/g, (match, name: string) => String(values[name] ?? match));
