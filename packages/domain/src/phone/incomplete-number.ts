import { countryOf, isNationalNumber, planOf, type DefaultCountry } from './countries.ts';

export interface Completion {
  /** With the calling code of the company's country. */
  number: string;
  /** The stored digits are also a complete number of another country, so a person has to decide. */
  isUncertain: boolean;
}

/** How a number that was stored without its calling code is completed; undefined if it needs no correction. */
export function completionOf(stored: string, country: DefaultCountry): Completion | undefined {
  if (country === 'other' || !isNationalNumber(stored, country)) return undefined;
  return { number: planOf(country).callingCode + stored, isUncertain: countryOf(stored) !== undefined };
}
