import { no, ok, type Result } from '../kit/result.ts';

export const pixKeyTypes = ['CNPJ', 'CPF', 'PHONE', 'EMAIL', 'EVP'] as const;
export type PixKeyType = (typeof pixKeyTypes)[number];

/** Who is paid. */
export interface PixKey {
  keyType: PixKeyType;
  key: string;
  merchantName: string;
}
export interface PixCharge extends PixKey {
  /** Null lets the payer enter the amount. */
  cents: number | null;
  city?: string;
  /** Shown to both banks; letters and digits only. */
  txid?: string;
}

const shapes: Record<PixKeyType, RegExp> = {
  CPF: /^\d{11}$/,
  CNPJ: /^[0-9A-Z]{12}\d{2}$/,
  // No area code and no number begins with 0; a mobile number has nine digits, the first a 9.
  PHONE: /^\+55[1-9][1-9](?:9\d{8}|[2-8]\d{7})$/,
  EMAIL: /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
  EVP: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
};
const MAX_KEY_LENGTH = 77;
/** With punctuation. */
const MAX_TYPED_LENGTH = 200;

/** Normalizes a key: without punctuation, a phone with +55, e-mail and random key in lower case. */
export function parsePixKey(type: PixKeyType, typed: string): Result<string, 'ERR_PIX_KEY'> {
  if (typed.length > MAX_TYPED_LENGTH) return no('ERR_PIX_KEY');
  const key = tidy(type, typed.trim());
  const isValid = key.length <= MAX_KEY_LENGTH && shapes[type].test(key) && hasValidCheckDigits(type, key);
  return isValid ? ok(key) : no('ERR_PIX_KEY');
}

const CPF_BASE_LENGTH = 9;
const CNPJ_BASE_LENGTH = 12;
/** Weights run from 2 upwards from the right: to the end for a CPF, to 9 and again from 2 for a CNPJ. */
const MAX_CPF_WEIGHT = 11;
const MAX_CNPJ_WEIGHT = 9;

function hasValidCheckDigits(type: PixKeyType, key: string): boolean {
  if (type === 'CPF') return endsWithCheckDigits(key, CPF_BASE_LENGTH, MAX_CPF_WEIGHT);
  if (type === 'CNPJ') return endsWithCheckDigits(key, CNPJ_BASE_LENGTH, MAX_CNPJ_WEIGHT);
  return true;
}

function endsWithCheckDigits(key: string, baseLength: number, maxWeight: number): boolean {
  // 111.111.111-11 has correct check digits, but such numbers are not issued.
  if (new Set(key).size === 1) return false;
  const first = key.slice(0, baseLength) + checkDigit(key.slice(0, baseLength), maxWeight);
  return first + checkDigit(first, maxWeight) === key;
}

/** Modulo 11. A letter of an alphanumeric CNPJ counts as its ASCII code minus 48, like a digit. */
function checkDigit(characters: string, maxWeight: number): string {
  const sum = characters
    .split('')
    .toReversed()
    .reduce((total, character, at) => total + (character.charCodeAt(0) - 48) * ((at % (maxWeight - 1)) + 2), 0);
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

function tidy(type: PixKeyType, typed: string): string {
  switch (type) {
    case 'CPF':
      return typed.replace(/\D/g, '');
    case 'CNPJ':
      return typed.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
    case 'PHONE': {
      const digits = typed.replace(/\D/g, '');
      return typed.startsWith('+') || digits.length > 11 ? `+${digits}` : `+55${digits}`;
    }
    case 'EMAIL':
    case 'EVP':
      return typed.toLowerCase();
  }
}

/** The «Pix copia e cola» text: EMV merchant-presented QR, in the profile of the Brazilian central bank. */
export function brCode({
  key,
  merchantName,
  cents,
  city = 'BRASIL',
  txid = '***',
}: Omit<PixCharge, 'keyType'>): string {
  const body = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    cents === null ? '' : field('54', `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
    field('58', 'BR'),
    field('59', plain(merchantName, 25)),
    field('60', plain(city, 15)),
    field('62', field('05', txid.replace(/[^0-9A-Za-z*]/g, '').slice(0, 25) || '***')),
    '6304',
  ].join('');
  return body + crc16(body);
}

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** Banks accept a small alphabet: no accents, no symbols. */
const plain = (text: string, maxLength: number): string =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[^0-9A-Za-z $%*+\-./:]/g, '')
    .trim()
    .slice(0, maxLength) || 'NAO INFORMADO';

/** CRC-16/CCITT-FALSE over the text including the header of the CRC field, in upper case. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
