/** IANA names that Intl and PostgreSQL both support: no offsets, no abbreviations. */
const ZONE_NAME = /^[A-Z][A-Za-z]*(?:\/[A-Za-z0-9_+-]+){1,2}$/;

/** Whether the name is a time zone that a company can use. */
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
