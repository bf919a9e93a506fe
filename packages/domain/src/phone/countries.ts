/** How a country writes phone numbers. Lengths count the digits after the calling code. */
interface PhonePlan {
  callingCode: string;
  /** Lengths of numbers that people give away; short service numbers are not among them. */
  lengths: readonly number[];
  /** Written before a national number and never part of the international one. */
  trunkPrefix?: string;
  /** What a national number looks like beyond its length. */
  pattern?: RegExp;
  /** Digits per group when a number of this length is shown. */
  groups?: Readonly<Record<number, readonly number[]>>;
}

/** Brazil: area code, then a mobile number with its ninth digit or eight digits; or a toll-free number. */
const BRAZILIAN = /^(?:\d{2}(?:9\d{8}|[2-9]\d{7})|800\d{7})$/;
/** Countries whose national numbers are completed, by ISO 3166 code. */
export const phonePlans = {
  BR: { callingCode: '55', lengths: [10, 11], trunkPrefix: '0', pattern: BRAZILIAN },
  /** Mobile numbers carry a 9 before the area code when they are called from abroad. */
  AR: {
    callingCode: '54',
    lengths: [10, 11],
    trunkPrefix: '0',
    pattern: /^(?:9\d{10}|[1-8]\d{9})$/,
    groups: { 10: [2, 4, 4], 11: [1, 2, 4, 4] },
  },
  BO: { callingCode: '591', lengths: [8], trunkPrefix: '0', groups: { 8: [4, 4] } },
  CL: { callingCode: '56', lengths: [9], groups: { 9: [1, 4, 4] } },
  CO: { callingCode: '57', lengths: [10] },
  EC: { callingCode: '593', lengths: [8, 9], trunkPrefix: '0', groups: { 9: [2, 3, 4], 8: [1, 3, 4] } },
  GF: { callingCode: '594', lengths: [9], trunkPrefix: '0' },
  GY: { callingCode: '592', lengths: [7] },
  PE: { callingCode: '51', lengths: [8, 9], trunkPrefix: '0', groups: { 8: [1, 3, 4] } },
  PY: { callingCode: '595', lengths: [8, 9], trunkPrefix: '0' },
  SR: { callingCode: '597', lengths: [6, 7] },
  UY: { callingCode: '598', lengths: [8], trunkPrefix: '0', groups: { 8: [2, 3, 3] } },
  VE: { callingCode: '58', lengths: [10], trunkPrefix: '0', groups: { 10: [3, 3, 4] } },
  AO: { callingCode: '244', lengths: [9] },
  CV: { callingCode: '238', lengths: [7] },
  GW: { callingCode: '245', lengths: [7, 9] },
  MZ: { callingCode: '258', lengths: [8, 9], groups: { 9: [2, 3, 4] } },
  ST: { callingCode: '239', lengths: [7] },
  TL: { callingCode: '670', lengths: [7, 8] },
  PT: { callingCode: '351', lengths: [9] },
  ES: { callingCode: '34', lengths: [9] },
  /** Ten digits; accounts of WhatsApp still carry the former mobile prefix 1. */
  MX: {
    callingCode: '52',
    lengths: [10, 11],
    pattern: /^(?:1\d{10}|[2-9]\d{9})$/,
    groups: { 10: [2, 4, 4], 11: [1, 2, 4, 4] },
  },
  /** The United States and Canada share one plan: area and office codes never begin with 0 or 1. */
  US: { callingCode: '1', lengths: [10], pattern: /^[2-9]\d{2}[2-9]\d{6}$/ },
} as const satisfies Record<string, PhonePlan>;

export type PhoneCountry = keyof typeof phonePlans;
/** `other`: every number is already complete, with its calling code. */
export type DefaultCountry = PhoneCountry | 'other';

export const phoneCountries = Object.keys(phonePlans) as PhoneCountry[];
export const defaultCountries: readonly DefaultCountry[] = [...phoneCountries, 'other'];

export const planOf = (country: PhoneCountry): PhonePlan => phonePlans[country];

/** Brazilian area codes in use. */
const areaCodes = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
    '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
);
export const isAreaCode = (code: string): boolean => areaCodes.has(code);

/** Whether these digits, without calling code and trunk prefix, can be a number of the country. */
export function isNationalNumber(digits: string, country: PhoneCountry): boolean {
  const { lengths, pattern } = planOf(country);
  if (!lengths.includes(digits.length) || digits.startsWith('0') || pattern?.test(digits) === false) return false;
  return country !== 'BR' || isAreaCode(digits.slice(0, 2)) || digits.startsWith('800');
}

/** The country whose complete numbers look like these digits. Calling codes are free of prefixes, so it is at most one. */
export const countryOf = (digits: string): PhoneCountry | undefined =>
  phoneCountries.find((country) => {
    const { callingCode } = planOf(country);
    return digits.startsWith(callingCode) && isNationalNumber(digits.slice(callingCode.length), country);
  });
