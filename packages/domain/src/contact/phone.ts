/** Only the digits: people type spaces, brackets, dashes and a plus. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '');

/** E.164 ends at 15 digits; below 8 no country has a subscriber number. */
const MIN_DIGITS = 8;
const MAX_DIGITS = 15;
export const isPhone = (digits: string): boolean => digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS;

/**
 * One key for one subscriber. Brazil's mobiles got a ninth digit, and channels name old accounts with or without it:
 * 55 11 9 8765-4321 and 55 11 8765-4321 are the same person. Landlines (2 to 5) never had it.
 */
export function phoneKey(digits: string): string {
  const match = /^(55[1-9]\d)9([6-9]\d{7})$/.exec(digits);
  return match ? match[1]! + match[2]! : digits;
}

/** Both spellings of a Brazilian mobile, the modern one first; any other number has one. */
export function phoneForms(digits: string): string[] {
  const key = phoneKey(digits);
  const mobile = /^(55[1-9]\d)([6-9]\d{7})$/.exec(key);
  return mobile ? [`${mobile[1]}9${mobile[2]}`, key] : [key];
}
