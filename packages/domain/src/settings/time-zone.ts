/** Names of places, as calendars and the database both know them: no offsets, no abbreviations. */
const ZONE_NAME = /^[A-Z][A-Za-z]*(?:\/[A-Za-z0-9_+-]+){1,2}$/;

/** Is this a time zone that a company can live in? */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  if (!ZONE_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
