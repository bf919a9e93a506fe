/**
 * Masks a number: the digits before the last six, then `**-**`, then the last two.
 * A number of fewer than eight digits is hidden completely. A masked number stays unchanged.
 */
export function maskNumber(number: string): string {
  if (MASKED.test(number)) return number;
  const digits = number.replace(/\D/g, '');
  if (digits.length < MIN_MASKED) return HIDDEN;
  return `${digits.slice(0, -6)}${HIDDEN}${digits.slice(-2)}`;
}

/** Masks a name that is a phone number or contains one. Contacts without a name are stored under their number. */
export function maskName(name: string): string {
  if (/^[\d\s()+.-]+$/.test(name) && digitCount(name) >= MIN_MASKED) return maskNumber(name);
  return name.replace(NUMBER_IN_TEXT, (run, at: number) =>
    digitCount(run) < MIN_FULL_NUMBER_DIGITS || name.startsWith(HIDDEN, at + run.length) ? run : maskNumber(run),
  );
}
/** Masks a text that may list names, such as the body or the preview of shared contact cards: each name by itself. */
export const maskNames = (text: string): string => text.split(', ').map(maskName).join(', ');
const digitCount = (text: string): number => text.replace(/\D/g, '').length;
const HIDDEN = '**-**';
const MASKED = /^\d*\*\*-\*\*\d{0,2}$/;
const MIN_MASKED = 8;
/** Number with area code. In a text, fewer digits are usually a year, an address or a code. */
const MIN_FULL_NUMBER_DIGITS = 10;
const NUMBER_IN_TEXT = /\+?\d[\d\s().-]*\d/g;

/** A form that is saved with the masked number keeps the stored number. */
export const isMasked = (number: string): boolean => number.includes(HIDDEN);
