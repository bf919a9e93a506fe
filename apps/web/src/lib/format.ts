/** Formats of money, phones, dates and numbers: Brazilian in every language. */
import { MINUTE_MS } from '@balcao/domain/kit/durations';

export { formatPhone } from '@balcao/domain/phone/format-phone';

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const plain = new Intl.NumberFormat('pt-BR');

/** An amount in reais for plans, invoices and checkout: a number or the API's decimal text. */
export const formatReais = (amount: number | string): string =>
  money(typeof amount === 'number' ? amount : readDecimal(amount));
/** An amount in cents, for PIX and billing cards. */
export const formatCents = (cents: number): string => money(cents / 100);
/** Orders of other systems may use another currency; an unknown code is printed as it is. */
export function formatMoney(cents: number, currency: string): string {
  try {
    return new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(cents / 100);
  } catch {
    return `${currency.slice(0, 8)} ${plain.format(cents / 100)}`;
  }
}
export const formatNumber = (value: number): string => plain.format(value);

const SIZES = ['KB', 'MB', 'GB', 'TB'] as const;
const oneDigit = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
/** Bytes in the unit that keeps the number below 1,024: 1,8 GB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), SIZES.length);
  return power === 0 ? `${plain.format(bytes)} B` : `${oneDigit.format(bytes / 1024 ** power)} ${SIZES[power - 1]}`;
}

let home: string | undefined;
/** Times are shown in the company's time zone wherever the reader is, so that colleagues see the same times. */
export const setHomeTimeZone = (timeZone: string | undefined): void => {
  home = timeZone;
};
/** For other formats than those of this file. */
export const homeTimeZone = (): string | undefined => home;

/** dd/MM/yyyy in the given or the company's time zone (without a session, the reader's); empty for an invalid date. */
export const formatDate = (date: Date | string | number, timeZone?: string): string =>
  parts(date, timeZone, ({ day, month, year }) => `${day}/${month}/${year}`);
/** dd/MM/yyyy of a calendar day such as 2026-11-16, which has no time zone. */
export const formatDay = (day: string): string => day.split('-').toReversed().join('/');
/** HH:mm. */
export const formatTime = (date: Date | string | number, timeZone?: string): string =>
  parts(date, timeZone, ({ hour, minute }) => `${hour}:${minute}`);
export const formatDateTime = (date: Date | string | number, timeZone?: string): string =>
  [formatDate(date, timeZone), formatTime(date, timeZone)].filter(Boolean).join(' ');

// Intl writes a no-break space after R$, which keeps the amount on one line.
const money = (reais: number): string => (Number.isFinite(reais) ? brl.format(reais) : '');

/** The API sends "1.234,56", "1234,56" and "1234.56". */
const readDecimal = (text: string): number =>
  Number(text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text);

type Parts = Record<'day' | 'month' | 'year' | 'hour' | 'minute', string>;
interface Clock {
  read: Intl.DateTimeFormat;
  /** Keyed by minute: Intl is slow, and scrolling formats the same minutes again and again. */
  cachedParts: Map<number, Parts>;
}
const MAX_CACHED = 10_000;
const clocks = new Map<string | undefined, Clock>();

function parts(
  date: Date | string | number,
  requestedZone: string | undefined,
  write: (parts: Parts) => string,
): string {
  const minute = Math.floor(+new Date(date) / MINUTE_MS);
  if (Number.isNaN(minute)) return '';
  const timeZone = requestedZone ?? home;
  let clock = clocks.get(timeZone);
  if (!clock) clocks.set(timeZone, (clock = { read: clockOf(timeZone), cachedParts: new Map() }));
  let cached = clock.cachedParts.get(minute);
  if (!cached) {
    if (clock.cachedParts.size >= MAX_CACHED) clock.cachedParts.clear();
    cached = Object.fromEntries(
      clock.read.formatToParts(minute * MINUTE_MS).map(({ type, value }) => [type, value]),
    ) as Parts;
    clock.cachedParts.set(minute, cached);
  }
  return write(cached);
}

const clockOf = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('pt-BR', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
