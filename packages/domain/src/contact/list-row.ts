import type { ReadRow } from './spreadsheet-row.ts';

/** Bounds of a name in a contact list. */
export const MIN_LIST_NAME = 2;
export const MAX_LIST_NAME = 50;

/**
 * A row of a spreadsheet as an entry of a contact list: an invalid e-mail address is left out, because campaigns do not
 * need it; a name must fit into the list.
 */
export function listRow(read: ReadRow): ReadRow {
  if (read.outcome === 'ignored') return read;
  const errors = read.outcome === 'invalid' ? read.errors.filter((error) => error !== 'badEmail') : [];
  const hasBadEmail = read.outcome === 'invalid' && errors.length < read.errors.length;
  const contact = hasBadEmail ? { ...read.contact, email: '' } : read.contact;
  if (contact.name.length < MIN_LIST_NAME) return { outcome: 'ignored', contact, errors: ['noName'] };
  if (contact.name.length > MAX_LIST_NAME && !errors.includes('tooLong')) errors.push('tooLong');
  return errors.length > 0 ? { outcome: 'invalid', contact, errors } : { outcome: 'person', contact };
}
