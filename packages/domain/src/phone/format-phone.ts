import { phoneForms } from '../contact/phone.ts';
import { countryOf, isNationalNumber, planOf } from './countries.ts';

/** Calling codes of one and two digits; all others have three. */
const SHORT_CALLING_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;
/** Digits per group where the country has no own habit. */
const GROUPS: Readonly<Record<number, readonly number[]>> = {
  6: [3, 3],
  7: [3, 4],
  8: [4, 4],
  9: [3, 3, 3],
  10: [3, 3, 4],
  11: [3, 4, 4],
  12: [4, 4, 4],
};
const MIN_DIGITS = 8;
/** Longer ones are ids of a channel. */
const MAX_DIGITS = 15;

/**
 * A stored number as people write it: +55 11 98765-4321 with its ninth digit, +351 912 345 678.
 * Masked numbers and texts that are no number stay unchanged. A plus says that the number is complete.
 */
export function formatPhone(stored: string): string {
  const digits = stored.replace(/[\s()+.-]/g, '');
  if (!/^\d+$/.test(digits) || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return stored;
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(phoneForms(digits)[0]!);
  if (brazilian) return `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}`;
  const country = countryOf(digits);
  const isIncomplete = country === undefined && !stored.startsWith('+') && isNationalNumber(digits, 'BR');
  if (isIncomplete) return formatIncomplete(digits);
  const callingCode = country
    ? planOf(country).callingCode
    : (SHORT_CALLING_CODE.exec(digits)?.[0] ?? digits.slice(0, 3));
  const rest = digits.slice(callingCode.length);
  const groups = (country && planOf(country).groups?.[rest.length]) ?? GROUPS[rest.length];
  return `+${callingCode} ${groups ? split(rest, groups).join(' ') : rest}`;
}

/** A Brazilian number that was stored without its calling code. */
const formatIncomplete = (digits: string): string =>
  `(${digits.slice(0, 2)}) ${digits.slice(2, -4)}-${digits.slice(-4)}`;

function split(digits: string, groups: readonly number[]): string[] {
  let at = 0;
  return groups.map((length) => digits.slice(at, (at += length)));
}
