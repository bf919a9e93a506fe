import {
  countryOf,
  isAreaCode,
  isNationalNumber,
  phoneCountries,
  planOf,
  type DefaultCountry,
  type PhoneCountry,
} from './countries.ts';

/** Why a typed text is no phone number. */
export type PhoneError =
  | 'notANumber'
  | 'tooShort'
  | 'tooLong'
  /** Subscriber digits without the area code. */
  | 'noAreaCode'
  | 'unknownAreaCode'
  /** The digits do not fit the company's country; a complete number begins with + and the calling code. */
  | 'noCallingCode';

export type ParsedPhone =
  /** Digits with the calling code, as they are stored. */
  | { type: 'phone'; number: string }
  /** Complete numbers that may be meant. A person has to choose. */
  | { type: 'ambiguous'; readings: string[] }
  | { type: 'invalid'; error: PhoneError };

/** E.164 allows 15 digits. */
const MAX_DIGITS = 15;
const MIN_DIGITS = 8;
/** 0XX11 stands for 0, the digits of any carrier and the area code. */
const CARRIER_BLANK = /^(\(?0)\s*xx/i;
const WRITTEN = /^\+?[\d\s().,/\-‐-―−·•_]+$/;

/**
 * The number a person means, completed with the calling code of the company's country. A number that announces its
 * country by + or 00 never changes it. What fits no rule is not guessed: the answer names the possible readings.
 */
export function parsePhone(typed: string, country: DefaultCountry): ParsedPhone {
  const text = plainText(typed);
  const digits = digitsIn(text);
  if (digits === '') return { type: 'invalid', error: 'notANumber' };
  if (text.startsWith('+')) return complete(digits.replace(/^00/, ''));
  if (digits.startsWith('00')) return internationalPrefix(digits.slice(2), country);
  if (country === 'other') return complete(digits);
  return national(digits, country);
}

/**
 * The number that another program or a shared contact card gives. Those usually carry the calling code, so what fits no
 * national number is taken as complete; undefined if it cannot be a number.
 */
export function completePhone(given: string, country: DefaultCountry): string | undefined {
  const parsed = parsePhone(given, country);
  if (parsed.type === 'phone') return parsed.number;
  if (parsed.type === 'invalid' && parsed.error !== 'noCallingCode') return undefined;
  const read = parsePhone(`+${given.replace(/\D/g, '')}`, country);
  return read.type === 'phone' ? read.number : undefined;
}

/** The digits of a text that is written like a number or a part of one; empty for other texts. */
export const writtenDigits = (typed: string): string => digitsIn(plainText(typed));

/** The complete numbers that a person may look for with this text. */
export function soughtNumbers(typed: string, country: DefaultCountry): string[] {
  const digits = writtenDigits(typed);
  if (digits === '') return [];
  const parsed = parsePhone(typed, country);
  const readings = parsed.type === 'phone' ? [parsed.number] : parsed.type === 'ambiguous' ? parsed.readings : [];
  // Stored numbers may have area codes that are not in use.
  const hasNationalLength = country !== 'other' && planOf(country).lengths.includes(digits.length);
  return [...new Set([...readings, ...(hasNationalLength ? [planOf(country).callingCode + digits] : [])])];
}

function complete(digits: string): ParsedPhone {
  if (digits.startsWith('0')) return { type: 'invalid', error: 'noCallingCode' };
  const { callingCode } = planOf('BR');
  if (!digits.startsWith(callingCode)) return withinLength(digits);
  const inner = withoutTrunk(digits.slice(callingCode.length), 'BR');
  if (inner !== undefined) return { type: 'phone', number: callingCode + inner };
  if (isOfLength(digits, 'BR')) return { type: 'phone', number: digits };
  return { type: 'invalid', error: digits.length < callingCode.length + 10 ? 'noAreaCode' : 'tooLong' };
}

/** 00 and a national number is a slip that looks like a call abroad. */
function internationalPrefix(digits: string, country: DefaultCountry): ParsedPhone {
  const abroad = complete(digits);
  if (country === 'other' || countryOf(digits) !== undefined) return abroad;
  const [{ callingCode }, inner] = [planOf(country), withoutTrunk(`0${digits}`, country)];
  if (inner === undefined || digits.startsWith(callingCode)) return abroad;
  // The digits are no number of the countries whose plan is known, so the other reading needs another calling code.
  const isKnownPlan = phoneCountries.some((known) => digits.startsWith(planOf(known).callingCode));
  const isNumberAbroad = abroad.type === 'phone' && !isKnownPlan;
  return { type: 'ambiguous', readings: [callingCode + inner, ...(isNumberAbroad ? [abroad.number] : [])] };
}

function national(digits: string, country: PhoneCountry): ParsedPhone {
  const { callingCode } = planOf(country);
  if (isNationalNumber(digits, country)) return { type: 'phone', number: callingCode + digits };
  if (digits.startsWith(callingCode)) {
    const rest = digits.slice(callingCode.length);
    const inner = rest.startsWith('0') ? withoutTrunk(rest, country) : undefined;
    if (inner !== undefined) return { type: 'phone', number: callingCode + inner };
    if (isOfLength(digits, country)) return { type: 'phone', number: digits };
  }
  const inner = withoutTrunk(digits, country);
  if (inner !== undefined) return { type: 'phone', number: callingCode + inner };
  const foreign = countryOf(digits);
  if (foreign !== undefined && foreign !== country) return { type: 'ambiguous', readings: [digits] };
  return { type: 'invalid', error: errorOf(digits, country) };
}

const isOfLength = (digits: string, country: PhoneCountry): boolean => {
  const { callingCode, lengths } = planOf(country);
  return lengths.includes(digits.length - callingCode.length);
};

/** The national number after the trunk prefix and, in Brazil, after the two digits of a carrier: 0 15 11 98765-4321. */
function withoutTrunk(digits: string, country: PhoneCountry): string | undefined {
  const { trunkPrefix } = planOf(country);
  if (trunkPrefix === undefined || !digits.startsWith(trunkPrefix)) return undefined;
  const rest = trunkPrefix === '0' ? digits.replace(/^0+/, '') : digits.slice(trunkPrefix.length);
  const candidates = country === 'BR' ? [rest, rest.slice(2)] : [rest];
  return candidates.find((candidate) => isNationalNumber(candidate, country));
}

function errorOf(digits: string, country: PhoneCountry): PhoneError {
  const significant = digits.replace(/^0+/, '');
  if (significant.length > MAX_DIGITS) return 'tooLong';
  if (country !== 'BR') return significant.length < MIN_DIGITS ? 'tooShort' : 'noCallingCode';
  if (significant.length < 8) return 'tooShort';
  if (significant.length < 10) return 'noAreaCode';
  const hasNationalLength = significant.length <= 11;
  return hasNationalLength && !isAreaCode(significant.slice(0, 2)) ? 'unknownAreaCode' : 'noCallingCode';
}

const withinLength = (digits: string): ParsedPhone =>
  digits.length < MIN_DIGITS
    ? { type: 'invalid', error: 'tooShort' }
    : digits.length > MAX_DIGITS
      ? { type: 'invalid', error: 'tooLong' }
      : { type: 'phone', number: digits };

const digitsIn = (plain: string): string => (WRITTEN.test(plain) ? plain.replace(/\D/g, '') : '');

/** Full-width digits come from phones with an Asian keyboard; invisible direction marks from copied contact cards. */
const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
    // Spreadsheets mark a number that begins with + as text.
    .replace(/^'/, '')
    .replace('(+', '+(')
    .replace(CARRIER_BLANK, '$1');
