/** Days as users type and read them, dd/mm/yyyy, and as forms keep them, yyyy-mm-dd. */

export const displayedDay = (iso: string): string => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso) ?? [];
  return year === undefined ? '' : `${day}/${month}/${year}`;
};

/** Digits with slashes after day and month; a date pasted as yyyy-mm-dd is turned around. */
export function withSlashes(text: string, before: string): string {
  const pasted = displayedDay(text.trim());
  if (pasted) return pasted;
  const typed = text
    .replace(/[.\s-]/g, '/')
    .replace(/[^\d/]/g, '')
    .replace(/\/{2,}/g, '/')
    .slice(0, 10);
  // Nothing is inserted while the user deletes, or the slash could not be removed.
  if (typed.length < before.length) return typed;
  return typed.replace(/^(\d{2})(?=\d)/, '$1/').replace(/^(\d{1,2}\/\d{2})(?=\d)/, '$1/');
}

/** The day in the form's notation; undefined for text that is no day, empty for none. */
export function isoDay(text: string): string | undefined {
  if (text.trim() === '') return '';
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(+date) && date.toISOString().startsWith(iso) ? iso : undefined;
}

/** 5/1 means this year, 5/1/27 this century. */
export function completedDay(text: string, thisYear: number): string {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2})?)?$/.exec(text) ?? [];
  if (day === undefined || month === undefined) return text;
  const full = year === undefined ? String(thisYear) : `20${year}`;
  return `${day.padStart(2, '0')}/${month.padStart(2, '0')}/${full}`;
}
