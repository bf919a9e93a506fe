import { phoneForms } from '@balcao/domain/contact/phone';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import { soughtNumbers, writtenDigits } from '@balcao/domain/phone/parse-phone';
import { and, or, sql, type SQL } from 'drizzle-orm';
import { PgDialect, type PgColumn } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import { contacts, type ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import { foldedPrefix, likePattern } from '../../infrastructure/db/search.ts';
import type { Statement, Tx } from '../../infrastructure/db/tx.ts';
import { contactCondition, notMerged } from './contact-filter.store.ts';
import { contactStore, type FullContact } from './contacts.store.ts';

const dialect = new PgDialect();
const PAGE = 20;
const MAX_PICKED = 100;
/** More digits are a whole number with its calling code. */
const NATIONAL_NUMBER_DIGITS = 11;
/** A list of other rows is searched by the ids of up to this many contacts. */
const MAX_LISTED = 1000;
/** Prefix matches are counted up to this number; the count of a larger result is capped. */
const MAX_COUNTED = 1000;

export interface ContactSearch {
  search: string;
  /** Numbers are hidden from the caller. */
  masked: boolean;
  /** Completes a number that is typed without its calling code. */
  country: DefaultCountry;
}
export interface ContactFilter extends ContactSearch {
  page: number;
  tagIds: number[];
  channel?: ContactRow['channel'] | undefined;
  isGroup?: boolean | undefined;
}

/**
 * What the typed text searches: a name or e-mail address by its pattern, a number by a part of it or by its whole forms.
 * If numbers are hidden, digits match only the whole number; otherwise a caller could find out a hidden number part by
 * part.
 */
function termsOf({ search, masked, country }: ContactSearch) {
  const text = search.trim();
  const digits = digitsIn(text);
  const isWholeNumberOnly = masked && digits !== '';
  // A whole number matches with and without the country code, and with and without the ninth digit.
  const isWhole = digits.length > NATIONAL_NUMBER_DIGITS;
  const numbers = [...soughtNumbers(text, country), ...(isWhole || isWholeNumberOnly ? [digits] : [])];
  const forms = [...new Set(numbers.flatMap(phoneForms))];
  const parts = digits === '' || isWholeNumberOnly ? [] : [digits, ...otherNinthDigit(digits)];
  return { pattern: likePattern(text), prefix: foldedPrefix(text), parts, forms, isWholeNumberOnly };
}
const WITH_NINTH_DIGIT = /^((?:55)?[1-9]\d|)9([6-9]\d{4,7})$/;
const WITHOUT_NINTH_DIGIT = /^((?:55)?[1-9]\d)([6-9]\d{4,7})$/;
/** Shorter parts occur in too many numbers. */
const MIN_MOBILE_DIGITS = 8;
/** A part of a Brazilian mobile number with the ninth digit, where it is stored without it, and the other way round. */
function otherNinthDigit(digits: string): string[] {
  if (digits.length < MIN_MOBILE_DIGITS) return [];
  const shorter = WITH_NINTH_DIGIT.exec(digits);
  const longer = WITHOUT_NINTH_DIGIT.exec(digits);
  return [...(shorter ? [`${shorter[1]}${shorter[2]}`] : []), ...(longer ? [`${longer[1]}9${longer[2]}`] : [])];
}
const withForms = (forms: string[]) =>
  sql`select id from contacts where company_id = current_company() and number in ${forms}`;

/** Condition for all matching contacts. A bound would drop matches of the later pages and of exports. */
export function matching(contactId: SQL | PgColumn, search: ContactSearch): SQL | undefined {
  if (search.search.trim() === '') return undefined;
  const { pattern, parts, forms, isWholeNumberOnly } = termsOf(search);
  if (isWholeNumberOnly) return sql`${contactId} in (${withForms(forms)})`;
  const found = (parts.length > 0 ? parts : ['']).map(
    (digits) => sql`select id from contacts_matching(${pattern}, ${digits}, null)`,
  );
  return sql`${contactId} in (${sql.join(forms.length > 0 ? [...found, withForms(forms)] : found, sql` union `)})`;
}

/** The contacts that match a search text, for lists of other rows. Each form finds the same contacts. */
export interface ContactMatch {
  /** Expression of the ids, as an array; null if there are too many for a list of ids. */
  ids: SQL;
  /** Condition that reads the one contact by its id. */
  isMatch(contactId: SQL | PgColumn): SQL;
  /** Condition that finds all contacts by the text index. */
  isAmongAll(contactId: SQL | PgColumn): SQL;
}
export function matchOf(search: ContactSearch): ContactMatch {
  const { pattern, prefix, parts, forms, isWholeNumberOnly } = termsOf(search);
  return {
    ids: isWholeNumberOnly ? sql`array(${withForms(forms)})` : idsOfParts(pattern, prefix, parts, forms),
    // The limit prevents a join: each contact is read by its key.
    isMatch: (contactId) => sql`(select true from contacts
      where contacts.company_id = current_company() and contacts.id = ${contactId} and contacts.merged_into_id is null
        and ${textCondition(pattern, parts, forms, isWholeNumberOnly)} limit 1) is not null`,
    isAmongAll: (contactId) => matching(contactId, search)!,
  };
}
/** Null, for too many of one part, must not become the list of the others. */
function idsOfParts(pattern: string, prefix: string, parts: string[], forms: string[]): SQL {
  const found = (parts.length > 0 ? parts : ['']).map((digits, n) => {
    const name = sql.identifier(`part${n}`);
    const from = sql`contact_ids_matching(${pattern}, ${prefix}, ${digits}, ${MAX_LISTED}) as ${name} (ids)`;
    return { from, ids: sql`${name}.ids` };
  });
  const isEach = sql.join(
    found.map(({ ids }) => sql`${ids} is not null`),
    sql` and `,
  );
  const lists = [...found.map(({ ids }) => ids), ...(forms.length > 0 ? [sql`array(${withForms(forms)})`] : [])];
  const sources = found.map(({ from }) => from);
  return sql`(select case when ${isEach} then ${sql.join(lists, sql` || `)} end from ${sql.join(sources, sql`, `)})`;
}
const textCondition = (pattern: string, parts: string[], forms: string[], isWholeNumberOnly: boolean) =>
  or(
    isWholeNumberOnly ? undefined : sql`contacts.sought like ${pattern}`,
    ...parts.map((digits) => sql`contacts.number like ${`%${digits}%`}`),
    forms.length === 0 ? undefined : sql`contacts.number = any(${sql.param(forms)})`,
  );
/** Without the zeros that Brazilians dial before an area code. */
const digitsIn = (text: string): string => writtenDigits(text).replace(/^0+(?=[1-9]\d{9})/, '');

/** A search by name without other filters. The database function returns its matches with their sort key. */
const isPlainSearch = ({ search, tagIds, channel, isGroup }: ContactFilter): boolean =>
  search.trim() !== '' &&
  digitsIn(search.trim()) === '' &&
  tagIds.length === 0 &&
  channel === undefined &&
  isGroup === undefined;

const prefixMatches: Statement = {
  name: 'contacts.prefix-matches',
  text: 'select id, total from contacts_beginning($1, $2, $3, $4)',
};

/** Prefix matches come first. If they fill the page, no other contact is read. */
async function prefixPage(tx: Tx, text: string, page: number) {
  const offset = (page - 1) * PAGE;
  const rows = await tx.query<{ id: number; total: number }>(prefixMatches, [
    foldedPrefix(text),
    PAGE,
    offset,
    MAX_COUNTED,
  ]);
  const total = rows[0]?.total ?? 0;
  return total > offset + PAGE ? { ids: rows.map(({ id }) => id), count: total, hasMore: true } : undefined;
}

/** The search reads only ids; the contacts are loaded by one prepared statement, in the order of the ids. */
async function loadInOrder(tx: Tx, ids: number[]): Promise<FullContact[]> {
  const byId = new Map((await contactStore.byIds(tx, ids)).map((contact) => [contact.id, contact]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const run = <Row extends Record<string, unknown>>(tx: Tx, query: SQL) =>
  tx.query<Row>(...namedByHash(dialect.sqlToQuery(query)));
export const contactSearchStore = {
  async page(tx: Tx, filter: ContactFilter): Promise<{ rows: FullContact[]; count: number; hasMore: boolean }> {
    const { search, page } = filter;
    const isPlain = isPlainSearch(filter);
    const first = isPlain ? await prefixPage(tx, search.trim(), page) : undefined;
    if (first) return { rows: await loadInOrder(tx, first.ids), count: first.count, hasMore: first.hasMore };
    const searchCondition = matching(contacts.id, filter);
    const where = contactCondition(tx, filter, searchCondition);
    const offset = (page - 1) * PAGE;
    const order = isPlain
      ? sql`order by not starts_with(sought, ${foldedPrefix(search)}), sought collate "C", id limit ${PAGE} offset ${offset}`
      : sql`order by name, id limit ${PAGE} offset ${offset}`;
    // A search runs once, for the page and for the count. Without a search the page is read along its index.
    const hits = isPlain
      ? sql`select id, sought from contacts_matching(${likePattern(search.trim())}, '', null)`
      : sql`select id, name from contacts where ${where}`;
    const query = searchCondition
      ? sql`with hits as (${hits})
          select id, (select count(*)::int from hits) as total from hits ${order}`
      : sql`select id, (select count(*)::int from contacts where ${where}) as total from contacts where ${where} ${order}`;
    const rows = await run<{ id: number; total: number }>(tx, query);
    const count = rows[0]?.total ?? (page === 1 ? 0 : await countWhere(tx, where));
    return {
      rows: await loadInOrder(
        tx,
        rows.map(({ id }) => id),
      ),
      count,
      hasMore: count > offset + rows.length,
    };
  },

  async pick(tx: Tx, search: ContactSearch): Promise<FullContact[]> {
    const text = search.search.trim();
    if (text !== '' && digitsIn(text) === '') {
      const ids = (await tx.query<{ id: number }>(prefixMatches, [foldedPrefix(text), MAX_PICKED, 0, 0])).map(
        ({ id }) => id,
      );
      const matches = ids.length < MAX_PICKED ? [] : await loadInOrder(tx, ids);
      if (matches.length > 0) return matches;
    }
    const where = and(notMerged(tx), matching(contacts.id, search));
    const rows = await run<{ id: number }>(
      tx,
      sql`select id from contacts where ${where} order by name, id limit ${MAX_PICKED}`,
    );
    return loadInOrder(
      tx,
      rows.map(({ id }) => id),
    );
  },
};

async function countWhere(tx: Tx, where: SQL | undefined): Promise<number> {
  const [row] = await run<{ total: number }>(tx, sql`select count(*)::int as total from contacts where ${where}`);
  return row!.total;
}
