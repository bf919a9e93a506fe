/** Money is whole cents of BRL. Providers and the API write decimal text or numbers in reais. */
const DECIMAL = /^(0|[1-9]\d{0,12})(?:\.(\d{1,2}))?$/;

/** Cents of a decimal text such as `12.34`; undefined for anything else, because money is never rounded. */
export function centsOf(decimal: string): number | undefined {
  const match = DECIMAL.exec(decimal);
  if (!match) return undefined;
  const [, whole, fraction = ''] = match;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Cents of a JSON number in reais, read through its decimal text: 0.1 + 0.2 must not become 30.000000000000004. */
export const centsOfNumber = (reais: number): number | undefined => centsOf(String(reais));

/** Decimal text with two digits, as payment providers require it. */
export function decimalOf(cents: number): string {
  const text = String(cents).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** The amount in reais, as the API shows it. */
export const reaisOf = (cents: number): number => cents / 100;
