import { parsePixKey } from '../message/pix.ts';

const CPF_LENGTH = 11;

/** CPF or CNPJ without punctuation; undefined if its check digits are wrong. */
export function parseDocument(typed: string): string | undefined {
  const length = typed.replace(/[^0-9A-Za-z]/g, '').length;
  const result = parsePixKey(length <= CPF_LENGTH ? 'CPF' : 'CNPJ', typed);
  return result.ok ? result.value : undefined;
}
