import { phoneRule } from '@balcao/contract/errors/phone-rules';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import { parsePhone } from '@balcao/domain/phone/parse-phone';
import { refuse } from '../../infrastructure/app-error.ts';

/** The complete number that a person typed. Refuses what is no number, and what may be two: nothing is guessed. */
export function parseTypedNumber(typed: string, country: DefaultCountry): string {
  const parsed = parsePhone(typed, country);
  if (parsed.type === 'phone') return parsed.number;
  const rule = phoneRule(parsed)!;
  const isNumber = rule !== 'invalid' && rule !== 'tooShort' && rule !== 'tooLong';
  return refuse(isNumber ? 'ERR_VALIDATION' : 'ERR_WAPP_INVALID_CONTACT', { field: 'number', rule });
}
