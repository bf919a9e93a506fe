import { parsePixKey } from '../message/pix.ts';

const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;

/** CPF or CNPJ without punctuation; undefined if its check digits are wrong. */
export function parseDocument(typed: string): string | undefined {
  const { length } = charactersOf(typed);
  const result = parsePixKey(length <= CPF_LENGTH ? 'CPF' : 'CNPJ', typed);
  return result.ok ? result.value : undefined;
}

/** A CPF or CNPJ as people write it, also while it is being typed: 123.456.789-01, 12.345.678/0001-95. */
export function formatDocument(typed: string): string {
  const characters = charactersOf(typed).slice(0, CNPJ_LENGTH).toUpperCase();
  const isCpf = characters.length <= CPF_LENGTH && /^\d*$/.test(characters);
  const lengths = isCpf ? [3, 3, 3, 2] : [2, 3, 3, 4, 2];
  const separators = isCpf ? ['.', '.', '-'] : ['.', '.', '/', '-'];
  let at = 0;
  return lengths
    .map((length) => characters.slice(at, (at += length)))
    .filter((group) => group !== '')
    .map((group, index) => (index === 0 ? group : separators[index - 1]! + group))
    .join('');
}

const charactersOf = (typed: string): string => typed.replace(/[^0-9A-Za-z]/g, '');
