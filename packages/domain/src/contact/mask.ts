/**
 * What others may see of a number: everything but the last six digits, then `**-**`, then the last two.
 * Shorter texts show nothing of themselves, and a masked number stays as it is.
 */
export function maskNumber(number: string): string {
  if (number.includes('*')) return number;
  const digits = number.replace(/\D/g, '');
  if (digits.length < MIN_MASKED) return HIDDEN;
  return `${digits.slice(0, -6)}${HIDDEN}${digits.slice(-2)}`;
}
/** Whoever has no name yet is called by a number: then the name would give it away. */
export const maskName = (name: string): string =>
  /^[\d\s()+.-]+$/.test(name) && name.replace(/\D/g, '').length >= MIN_MASKED ? maskNumber(name) : name;
const HIDDEN = '**-**';
const MIN_MASKED = 8;

/** A form that was opened masked and saved untouched keeps the number that is stored. */
export const isMasked = (number: string): boolean => number.includes('*');
