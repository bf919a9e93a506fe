import type { ParsedPhone, PhoneError } from '@balcao/domain/phone/parse-phone';
import type { FieldRule } from './fields.ts';

const rules: Record<PhoneError, FieldRule> = {
  notANumber: 'invalid',
  tooShort: 'tooShort',
  tooLong: 'tooLong',
  noAreaCode: 'areaCode',
  unknownAreaCode: 'unknownAreaCode',
  noCallingCode: 'callingCode',
};

/** The rule that a typed number violates; undefined for a clear number. */
export const phoneRule = (parsed: ParsedPhone): FieldRule | undefined =>
  parsed.type === 'phone' ? undefined : parsed.type === 'ambiguous' ? 'callingCode' : rules[parsed.error];
