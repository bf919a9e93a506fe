/**
 * What others may see of a number: everything but the last six digits, then `**-**`, then the last two.
 * Shorter texts show nothing of themselves, and a masked number stays as it is.
 */
export function maskNumber(number: string): string {
  if (MASKED.test(number)) return number;
  const digits = number.replace(/\D/g, '');
  if (digits.length < MIN_MASKED) return HIDDEN;
  return `${digits.slice(0, -6)}${HIDDEN}${digits.slice(-2)}`;
}

/** Whoever has no name yet is called by a number, and some by a name with the number in it: either would give it away. */
export function maskName(name: string): string {
  if (/^[\d\s()+.-]+$/.test(name) && digitCount(name) >= MIN_MASKED) return maskNumber(name);
  return name.replace(NUMBER_IN_TEXT, (run, at: number) =>
    digitCount(run) < MIN_FULL_NUMBER_DIGITS || name.startsWith(HIDDEN, at + run.length) ? run : maskNumber(run),
  );
}
const digitCount = (text: string): number => text.replace(/\D/g, '').length;
const HIDDEN = '**-**';
const MASKED = /^\d*\*\*-\*\*\d{0,2}$/;
const MIN_MASKED = 8;
/** A number with its area: among words fewer digits are a year, a house or a code. */
const MIN_FULL_NUMBER_DIGITS = 10;
const NUMBER_IN_TEXT = /\+?\d[\d\s().-]*\d/g;

/** A form that was opened masked and saved untouched keeps the number that is stored. */
export const isMasked = (number: string): boolean => number.includes(HIDDEN);
