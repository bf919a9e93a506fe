/** How this product writes money, phones, dates and numbers: the Brazilian way, in every language. */

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const plain = new Intl.NumberFormat('pt-BR');

/** Plans, invoices and checkout: an amount in reais, as a number or as the wire's decimal text. */
export const formatReais = (amount: number | string): string =>
  money(typeof amount === 'number' ? amount : readDecimal(amount));
/** PIX and billing cards: an amount in cents. */
export const formatCents = (cents: number): string => money(cents / 100);
/** What was ordered elsewhere may be paid in another currency; an unknown one is written as it came. */
export function formatMoney(cents: number, currency: string): string {
  try {
    return new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(cents / 100);
  } catch {
    return `${currency.slice(0, 8)} ${plain.format(cents / 100)}`;
  }
}
export const formatNumber = (value: number): string => plain.format(value);

let home: string | undefined;
/** From now on times are told as the company's clocks show them, wherever the reader is: colleagues must agree on them. */
export const setHomeTimeZone = (timeZone: string | undefined): void => {
  home = timeZone;
};
/** For what is written in other ways than ours. */
export const homeTimeZone = (): string | undefined => home;

/** dd/MM/yyyy, in the company's zone unless another is given (without a session, the reader's); empty for what is no date. */
export const formatDate = (date: Date | string | number, timeZone?: string): string =>
  parts(date, timeZone, ({ day, month, year }) => `${day}/${month}/${year}`);
/** HH:mm. */
export const formatTime = (date: Date | string | number, timeZone?: string): string =>
  parts(date, timeZone, ({ hour, minute }) => `${hour}:${minute}`);
export const formatDateTime = (date: Date | string | number, timeZone?: string): string =>
  [formatDate(date, timeZone), formatTime(date, timeZone)].filter(Boolean).join(' ');

/** +55 81 99702-1145, or (81) 99702-1145 without the country; other countries get their plus sign, masked and unknown ones stay as they came. */
export function formatPhone(number: string): string {
  const digits = number.replace(/[\s()+.-]/g, '');
  if (!/^\d+$/.test(digits)) return number;
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  if (brazilian) return `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}`;
  const national = /^(\d{2})(9\d{4}|[2-5]\d{3})(\d{4})$/.exec(digits);
  if (national) return `(${national[1]}) ${national[2]}-${national[3]}`;
  return digits.length > 11 ? `+${digits}` : number;
}

// The space after R$ must not break at the end of a line, so it stays the hard one that Intl writes.
const money = (reais: number): string => (Number.isFinite(reais) ? brl.format(reais) : '');

/** "1.234,56", "1234,56" and "1234.56" are all seen on the wire. */
const readDecimal = (text: string): number =>
  Number(text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text);

type Parts = Record<'day' | 'month' | 'year' | 'hour' | 'minute', string>;
interface Clock {
  read: Intl.DateTimeFormat;
  /** By the minute. Calendars are slow, and whoever scrolls asks for the same minutes again and again. */
  cachedParts: Map<number, Parts>;
}
const MINUTE_MS = 60_000;
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
