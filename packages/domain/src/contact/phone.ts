/** Removes spaces, brackets, dashes and a plus sign. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '');

/** E.164 allows at most 15 digits; no country has subscriber numbers of fewer than 8. */
const MIN_DIGITS = 8;
const MAX_DIGITS = 15;
export const isPhone = (digits: string): boolean => digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS;

/**
 * One key per subscriber. Brazilian mobile numbers got a ninth digit, and channels report old accounts with or without
 * it: 55 11 9 8765-4321 and 55 11 8765-4321 are the same subscriber. Landlines (starting with 2 to 5) never have it.
 */
export function phoneKey(digits: string): string {
  const match = /^(55[1-9]\d)9([6-9]\d{7})$/.exec(digits);
  return match ? match[1]! + match[2]! : digits;
}

/** Both forms of a Brazilian mobile number, the nine-digit form first; other numbers have one form. */
export function phoneForms(digits: string): string[] {
  const key = phoneKey(digits);
  const mobile = /^(55[1-9]\d)([6-9]\d{7})$/.exec(key);
  return mobile ? [`${mobile[1]}9${mobile[2]}`, key] : [key];
}
