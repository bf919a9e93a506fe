import { no, ok, type Result } from '../kit/result.ts';

export const pixKeyTypes = ['CNPJ', 'CPF', 'PHONE', 'EMAIL', 'EVP'] as const;
export type PixKeyType = (typeof pixKeyTypes)[number];

export interface PixCharge {
  keyType: PixKeyType;
  key: string;
  merchantName: string;
  /** Null lets the payer enter the amount. */
  cents: number | null;
  city?: string;
  /** Shown to both banks; letters and digits only. */
  txid?: string;
}

const shapes: Record<PixKeyType, RegExp> = {
  CPF: /^\d{11}$/,
  CNPJ: /^[0-9A-Z]{12}\d{2}$/,
  PHONE: /^\+55\d{10,11}$/,
  EMAIL: /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/,
  EVP: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
};

/** Normalizes a key: digits only, a phone with +55, e-mail and random key in lower case. */
export function parsePixKey(type: PixKeyType, typed: string): Result<string, 'ERR_PIX_KEY'> {
  const key = tidy(type, typed.trim());
  return shapes[type].test(key) && key.length <= 77 ? ok(key) : no('ERR_PIX_KEY');
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
