import type { DefaultCountry } from '../phone/countries.ts';
import { parsePhone, type PhoneError } from '../phone/parse-phone.ts';
import { fold } from '../text/fold.ts';
import { digitsOf, phoneKey } from './phone.ts';
import { labelOf, type Mapping } from './spreadsheet-mapping.ts';
import type { ImportError } from './import-types.ts';

/** Contact data of a row. */
export interface SpreadsheetContact {
  name: string;
  /** Complete, as it is stored; only the digits if it is invalid. */
  number: string;
  /** Equal for both forms of a Brazilian mobile number. */
  key: string;
  email: string;
  tags: string[];
  extra: [name: string, value: string][];
  /** The person wants no campaigns. */
  isOptedOut?: true;
}
export type ReadRow =
  | { outcome: 'person'; contact: SpreadsheetContact }
  /** Without a name or a number; too common to count as an error. */
  | { outcome: 'ignored' | 'invalid'; contact: SpreadsheetContact; errors: ImportError[] };

const MAX_NAME = 250;
const MAX_EMAIL = 254;
const MAX_TAG = 100;
const MAX_TAGS = 50;
const MAX_EXTRA = 1000;
/** One @ with text before it and a domain with a dot after it. */
const EMAIL = /^[^\s@,;<>()]+@[^\s@,;<>()]+\.[^\s@,;<>().]{2,}$/;
/** How a cell says that the person opted out; every other value says nothing. */
const YES = new Set(['sim', 's', 'si', 'yes', 'y', 'x', '1', 'true', 'verdadeiro', 'verdadero']);
/** A long number in scientific notation: the spreadsheet program lost its digits. */
const SHORTENED = /^\d[.,]?\d*e\+?\d+$/i;

/** Built once per spreadsheet, then called for each row. */
export function rowReader(
  mapping: Mapping,
  headers: readonly string[],
  country: DefaultCountry,
): (cells: readonly string[]) => ReadRow {
  const at = (field: string) => mapping.columns.find((mapped) => mapped.field === field)?.column;
  const [name, number, email, tags, optOut] = [at('name'), at('number'), at('email'), at('tags'), at('optOut')];
  const extras = mapping.columns
    .filter(({ field }) => field === 'extra')
    .map(({ column, label }) => ({ column, label: labelOf(label, headers[column] ?? '', column) }));

  return (cells) => {
    const cell = (column: number | undefined) => (column === undefined ? '' : tidy(cells[column] ?? ''));
    const typed = cell(number);
    const parsed = parsePhone(typed, country);
    const digits = parsed.type === 'phone' ? parsed.number : digitsOf(typed);
    const contact: SpreadsheetContact = {
      name: cell(name),
      number: digits,
      key: phoneKey(digits),
      email: cell(email).toLowerCase(),
      tags: tagsIn(cell(tags)),
      extra: extras.flatMap(({ column, label }): [string, string][] => {
        const value = cell(column);
        return value === '' ? [] : [[label, value]];
      }),
      ...(YES.has(fold(cell(optOut))) && { isOptedOut: true }),
    };
    const missing: ImportError[] = [];
    if (contact.name === '') missing.push('noName');
    if (typed === '') missing.push('noNumber');
    if (missing.length > 0) return { outcome: 'ignored', contact, errors: missing };
    const invalid: ImportError[] = [];
    if (SHORTENED.test(typed)) invalid.push('badNumber');
    else if (parsed.type === 'ambiguous') invalid.push('noCallingCode');
    else if (parsed.type === 'invalid') invalid.push(numberErrors[parsed.error]);
    if (contact.email !== '' && (contact.email.length > MAX_EMAIL || !EMAIL.test(contact.email)))
      invalid.push('badEmail');
    if (
      contact.name.length > MAX_NAME ||
      contact.tags.length > MAX_TAGS ||
      contact.tags.some((tag) => tag.length > MAX_TAG) ||
      contact.extra.some(([, value]) => value.length > MAX_EXTRA)
    )
      invalid.push('tooLong');
    return invalid.length > 0 ? { outcome: 'invalid', contact, errors: invalid } : { outcome: 'person', contact };
  };
}

const numberErrors: Record<PhoneError, ImportError> = {
  notANumber: 'badNumber',
  tooShort: 'badNumber',
  tooLong: 'badNumber',
  noAreaCode: 'noAreaCode',
  unknownAreaCode: 'unknownAreaCode',
  noCallingCode: 'noCallingCode',
};

/** Tag names separated by commas, semicolons or bars. */
export const tagsIn = (text: string): string[] => eachOnce(text.split(/[,;|]/).map((name) => name.trim()));

/** Removes names that differ only in case; the first spelling stays. */
export function eachOnce(names: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const name of names) if (name !== '' && !first.has(name.toLowerCase())) first.set(name.toLowerCase(), name);
  return [...first.values()];
}

/** Trims and removes invisible characters; line breaks inside stay. */
const tidy = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
    .trim()
    .toWellFormed();

/** Returns a check for row numbers in the deselected ranges. It is fast for ascending rows and correct in any order. */
export function exclusion(ranges: readonly (readonly [number, number])[]): (row: number) => boolean {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  let next = 0;
  let until = 0;
  let last = 0;
  return (row) => {
    if (row < last) [next, until] = [0, 0];
    last = row;
    while (next < sorted.length && sorted[next]![0] <= row) until = Math.max(until, sorted[next++]![1]);
    return row <= until;
  };
}
