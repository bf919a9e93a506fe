import { phoneForms } from '@balcao/domain/contact/phone';
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { PgDialect, type PgColumn } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import { contacts, type ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import { foldedPrefix, likePattern } from '../../infrastructure/db/search.ts';
import { own, type Statement, type Tx } from '../../infrastructure/db/tx.ts';
import { contactStore, type FullContact } from './contacts.store.ts';

const dialect = new PgDialect();
const PAGE = 20;
const MAX_PICKED = 100;
/** A search that matches more contacts than this must be narrowed. */
const MAX_FOUND = 10_000;
/** A Brazilian number with area code has ten or eleven digits; with the country code more. */
const FULL_NUMBER_DIGITS = 10;
const NATIONAL_NUMBER_DIGITS = 11;
/** Digits and the separators that users type between them. */
const NUMBER_PATTERN = /^[\d\s()+.-]+$/;
/** Prefix matches are counted up to this number; the count of a larger result is capped. */
const MAX_COUNTED = 1000;

export interface ContactFilter {
  search: string;
  /** Numbers are hidden from the caller. */
  masked: boolean;
  page: number;
  tagIds: number[];
  channel?: ContactRow['channel'] | undefined;
  isGroup?: boolean | undefined;
}

/**
 * Condition that a contact matches the typed text: a name, an e-mail address or a part of a number. If numbers are hidden,
 * digits match only the whole number; otherwise a caller could find out a hidden number part by part.
 */
function matchCondition(contactId: SQL | PgColumn, search: string, masked: boolean, part: (digits: string) => SQL) {
  const text = search.trim();
  if (text === '') return undefined;
  const digits = digitsIn(text);
  if (masked && digits !== '')
    return sql`${contactId} in (select id from contacts where company_id = current_company() and number in ${phoneForms(digits)})`;
  // A whole number matches with and without the country code, and with and without the ninth digit.
  const forms =
    digits.length < FULL_NUMBER_DIGITS
      ? []
      : phoneForms(digits.length <= NATIONAL_NUMBER_DIGITS ? `55${digits}` : digits);
  return forms.length > 1
    ? sql`${contactId} in (${part(digits)} union select id from contacts where company_id = current_company() and number in ${forms})`
    : sql`${contactId} in (${part(digits)})`;
}

/** Condition for all matching contacts. */
export const matching = (contactId: SQL | PgColumn, search: string, masked: boolean): SQL | undefined =>
  matchCondition(
    contactId,
    search,
    masked,
    (digits) => sql`select id from contacts_matching(${likePattern(search)}, ${digits}, ${MAX_FOUND})`,
  );

/** Condition for a search of conversations: among very many matches, only the likely ones. */
export const meant = (contactId: SQL | PgColumn, search: string, masked: boolean): SQL | undefined =>
  matchCondition(
    contactId,
    search,
    masked,
    (digits) =>
      sql`select id from contacts_meant(${likePattern(search)}, ${foldedPrefix(search)}, ${digits}, ${MAX_FOUND})`,
  );

const digitsIn = (text: string): string => (NUMBER_PATTERN.test(text) ? text.replace(/\D/g, '') : '');

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
const notMerged = (tx: Tx) => and(own(tx, contacts), isNull(contacts.mergedIntoId));
const whereOf = (tx: Tx, { tagIds, channel, isGroup }: ContactFilter, searchCondition: SQL | undefined) =>
  and(
    notMerged(tx),
    searchCondition,
    tagIds.length === 0
      ? undefined
      : sql`exists (select from contact_tags ct where ct.company_id = contacts.company_id and ct.contact_id = contacts.id and ct.tag_id in ${tagIds})`,
    channel === undefined ? undefined : eq(contacts.channel, channel),
    isGroup === undefined ? undefined : eq(contacts.isGroup, isGroup),
  );

export const contactSearchStore = {
  async page(tx: Tx, filter: ContactFilter): Promise<{ rows: FullContact[]; count: number; hasMore: boolean }> {
    const { search, masked, page } = filter;
    const isPlain = isPlainSearch(filter);
    const first = isPlain ? await prefixPage(tx, search.trim(), page) : undefined;
    if (first) return { rows: await loadInOrder(tx, first.ids), count: first.count, hasMore: first.hasMore };
    const searchCondition = matching(contacts.id, search, masked);
    const where = whereOf(tx, filter, searchCondition);
    const offset = (page - 1) * PAGE;
    const order = isPlain
      ? sql`order by not starts_with(sought, ${foldedPrefix(search)}), sought collate "C", id limit ${PAGE} offset ${offset}`
      : sql`order by name, id limit ${PAGE} offset ${offset}`;
    // A search runs once, for the page and for the count. Without a search the page is read along its index.
    const hits = isPlain
      ? sql`select id, sought from contacts_matching(${likePattern(search.trim())}, '', ${MAX_FOUND})`
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

  async pick(tx: Tx, search: string, masked: boolean): Promise<FullContact[]> {
    const text = search.trim();
    if (text !== '' && digitsIn(text) === '') {
      const ids = (await tx.query<{ id: number }>(prefixMatches, [foldedPrefix(text), MAX_PICKED, 0, 0])).map(
        ({ id }) => id,
      );
      const matches = ids.length < MAX_PICKED ? [] : await loadInOrder(tx, ids);
      if (matches.length > 0) return matches;
    }
    const where = and(notMerged(tx), matching(contacts.id, search, masked));
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
