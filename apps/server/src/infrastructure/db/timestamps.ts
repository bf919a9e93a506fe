import pg from 'pg';

const { TIMESTAMPTZ } = pg.types.builtins;
const parseAny = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;
/** Length of «2026-11-18 02:00:00+00»; a fraction of a second makes it longer. */
const WHOLE_SECONDS = 22;

/**
 * Parses a time with a year of four digits of a session in UTC; the driver parses all others. A page of a list has
 * hundreds of times, and reading their digits takes less than half the time of the driver's regular expressions.
 */
export function parseTimestamp(text: string): Date {
  const { length } = text;
  if (length < WHOLE_SECONDS || text[10] !== ' ' || !text.endsWith('+00')) return parseAny(text);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  // A year below 100 would mean one of the twentieth century.
  if (year < 100) return parseAny(text);
  const milliseconds = length > WHOLE_SECONDS ? Math.floor(Number(`0${text.slice(19, -3)}`) * 1000) : 0;
  const [month, day] = [twoDigits(text, 5) - 1, twoDigits(text, 8)];
  return new Date(
    Date.UTC(year, month, day, twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17), milliseconds),
  );
}
const ZERO = 48;
const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;

/** The type parsers of a connection. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format !== 'binary' ? parseTimestamp : pg.types.getTypeParser(oid, format),
};
