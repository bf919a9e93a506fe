import { phoneForms } from '@balcao/domain/contact/phone';
import { and, asc, eq, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm';
import { foldedPrefix, likePattern } from '../../infrastructure/db/search.ts';
import {
  contactExtraInfo,
  contacts,
  contactTags,
  type ContactRow,
  type NewContact,
} from '../../infrastructure/db/schema/contacts.ts';
import { PgDialect, type PgColumn } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import { own, type Statement, type Tx } from '../../infrastructure/db/tx.ts';
import { loadNames, findById, type ConnectionSummary, type NameWithColor } from '../name-cache/index.ts';

const dialect = new PgDialect();
const PAGE = 20;
const MAX_PICKED = 100;
/** Whoever types words that fit more people than this has to type more of them. */
const MAX_FOUND = 10_000;
/** A number with its area has ten or eleven digits; with the country more. */
const FULL_NUMBER_DIGITS = 10;
const NATIONAL_NUMBER_DIGITS = 11;
/** Digits and what people write between them. */
const NUMBER_PATTERN = /^[\d\s()+.-]+$/;

export interface ContactFilter {
  search: string;
  /** Numbers are hidden from whoever asks. */
  masked: boolean;
  page: number;
  tagIds: number[];
  channel?: ContactRow['channel'] | undefined;
  isGroup?: boolean | undefined;
}
export interface FullContact extends ContactRow {
  tags: NameWithColor[];
  extraInfo: { id: number; name: string; value: string }[];
  connection: ConnectionSummary | null;
}

/** Extra fields ride along, names are known by heart. What is made for search stays where it is. */
const { sought: _sought, ...columns } = getTableColumns(contacts);
const parts = {
  contact: columns,
  tagIds: sql<number[] | null>`(select array_agg(ct.tag_id) from contact_tags ct
     where ct.company_id = contacts.company_id and ct.contact_id = contacts.id)`,
  extraInfo: sql<FullContact['extraInfo'] | null>`(
    select json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) order by e.id)
      from contact_extra_info e where e.company_id = contacts.company_id and e.contact_id = contacts.id)`,
};
interface Part {
  contact: ContactRow;
  tagIds: number[] | null;
  extraInfo: FullContact['extraInfo'] | null;
}
async function toFullContacts(tx: Tx, rows: Part[]): Promise<FullContact[]> {
  const lookups = rows.map(({ contact, tagIds }) => ({ connectionId: contact.connectionId, tagIds: tagIds ?? [] }));
  const { tags, connections } = await loadNames(tx, lookups);
  return rows.map(({ contact, tagIds, extraInfo }) =>
    Object.assign(contact, {
      tags: (tagIds ?? []).flatMap((id) => tags.get(id) ?? []).sort(byName),
      extraInfo: extraInfo ?? [],
      connection: findById(connections, contact.connectionId),
    }),
  );
}
const byName = (a: NameWithColor, b: NameWithColor) => (a.name < b.name ? -1 : 1);
/** Who was merged into another is no longer met under its own name. */
const notMerged = (tx: Tx) => and(own(tx, contacts), isNull(contacts.mergedIntoId));

/**
 * Which contacts fit what somebody typed: a name, an e-mail, or part of a number. Where numbers are hidden, digits find
 * only the whole number: by trying parts one could learn what is hidden.
 */
function matchCondition(contactId: SQL | PgColumn, search: string, masked: boolean, part: (digits: string) => SQL) {
  const text = search.trim();
  if (text === '') return undefined;
  const digits = digitsIn(text);
  if (masked && digits !== '')
    return sql`${contactId} in (select id from contacts where company_id = current_company() and number in ${phoneForms(digits)})`;
  // A whole number, with or without the country: the spelling with the ninth digit finds the one without it, and back.
  const forms =
    digits.length < FULL_NUMBER_DIGITS
      ? []
      : phoneForms(digits.length <= NATIONAL_NUMBER_DIGITS ? `55${digits}` : digits);
  return forms.length > 1
    ? sql`${contactId} in (${part(digits)} union select id from contacts where company_id = current_company() and number in ${forms})`
    : sql`${contactId} in (${part(digits)})`;
}

/** Everybody who fits. */
export const matching = (contactId: SQL | PgColumn, search: string, masked: boolean): SQL | undefined =>
  matchCondition(
    contactId,
    search,
    masked,
    (digits) => sql`select id from contacts_matching(${likePattern(search)}, ${digits}, ${MAX_FOUND})`,
  );

/** Whose conversations are looked for: where very many fit, those who are likely meant. */
export const meant = (contactId: SQL | PgColumn, search: string, masked: boolean): SQL | undefined =>
  matchCondition(
    contactId,
    search,
    masked,
    (digits) =>
      sql`select id from contacts_meant(${likePattern(search)}, ${foldedPrefix(search)}, ${digits}, ${MAX_FOUND})`,
  );

const digitsIn = (text: string): string => (NUMBER_PATTERN.test(text) ? text.replace(/\D/g, '') : '');

/** Names and nothing else looked for: who is found comes with the name it is listed by. */
const isPlainSearch = ({ search, tagIds, channel, isGroup }: ContactFilter): boolean =>
  search.trim() !== '' &&
  digitsIn(search.trim()) === '' &&
  tagIds.length === 0 &&
  channel === undefined &&
  isGroup === undefined;

/** So many whose name begins with the words are counted; of more it is said that there are as many. */
const MAX_COUNTED = 1000;
const prefixMatches: Statement = {
  name: 'contacts.beginning',
  text: 'select id, total from contacts_beginning($1, $2, $3, $4)',
};

/** Those whose name begins with the words come first; a page that they fill needs no look at anybody else. */
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

export const contactStore = {
  async page(tx: Tx, filter: ContactFilter) {
    const { search, masked, page, tagIds, channel, isGroup } = filter;
    const first = isPlainSearch(filter) ? await prefixPage(tx, search.trim(), page) : undefined;
    if (first) {
      const contactsById = new Map((await contactStore.byIds(tx, first.ids)).map((contact) => [contact.id, contact]));
      return {
        rows: first.ids.flatMap((id) => contactsById.get(id) ?? []),
        count: first.count,
        hasMore: first.hasMore,
      };
    }
    const searchCondition = matching(contacts.id, search, masked);
    const tagged =
      tagIds.length === 0
        ? undefined
        : sql`exists (select from contact_tags ct where ct.company_id = contacts.company_id and ct.contact_id = contacts.id and ct.tag_id in ${tagIds})`;
    const offset = (page - 1) * PAGE;
    const where = and(
      notMerged(tx),
      searchCondition,
      tagged,
      channel === undefined ? undefined : eq(contacts.channel, channel),
      isGroup === undefined ? undefined : eq(contacts.isGroup, isGroup),
    );
    const isPlain = isPlainSearch(filter);
    const order = isPlain
      ? sql`order by not starts_with(sought, ${foldedPrefix(search)}), sought collate "C", id limit ${PAGE} offset ${offset}`
      : sql`order by name, id limit ${PAGE} offset ${offset}`;
    // What is searched for is found once, for the page and for the count; what is not comes along its index.
    const hits = isPlain
      ? sql`select id, sought from contacts_matching(${likePattern(search.trim())}, '', ${MAX_FOUND})`
      : sql`select id, name from contacts where ${where}`;
    const query = searchCondition
      ? sql`with hits as (${hits})
          select id, (select count(*)::int from hits) as total from hits ${order}`
      : sql`select id, (select count(*)::int from contacts where ${where}) as total from contacts where ${where} ${order}`;
    const rows = await tx.query<{ id: number; total: number }>(...namedByHash(dialect.sqlToQuery(query)));
    // Who they are is asked in one way only, by a statement that was built and planned long ago.
    const onPage = rows.map(({ id }) => id);
    const contactsById = new Map((await contactStore.byIds(tx, onPage)).map((contact) => [contact.id, contact]));
    const count = rows[0]?.total ?? (page === 1 ? 0 : await tx.orm.$count(contacts, where));
    return {
      rows: onPage.flatMap((id) => contactsById.get(id) ?? []),
      count,
      hasMore: count > offset + rows.length,
    };
  },

  async pick(tx: Tx, search: string, masked: boolean) {
    const text = search.trim();
    if (text !== '' && digitsIn(text) === '') {
      const ids = (await tx.query<{ id: number }>(prefixMatches, [foldedPrefix(text), MAX_PICKED, 0, 0])).map(
        ({ id }) => id,
      );
      const matches = ids.length < MAX_PICKED ? [] : await contactStore.byIds(tx, ids);
      if (matches.length > 0) return matches.sort((first, other) => ids.indexOf(first.id) - ids.indexOf(other.id));
    }
    const rows = await tx.orm
      .select(parts)
      .from(contacts)
      .where(and(notMerged(tx), matching(contacts.id, search, masked)))
      .orderBy(asc(contacts.name), asc(contacts.id))
      .limit(MAX_PICKED);
    return toFullContacts(tx, rows);
  },

  async byId(tx: Tx, id: number): Promise<FullContact | undefined> {
    const rows = await tx.orm
      .select(parts)
      .from(contacts)
      .where(and(notMerged(tx), eq(contacts.id, id)));
    return (await toFullContacts(tx, rows))[0];
  },

  async byIds(tx: Tx, ids: number[]): Promise<FullContact[]> {
    if (ids.length === 0) return [];
    return toFullContacts(tx, await tx.ready(byIds, { company: tx.companyId, ids }));
  },

  async lock(tx: Tx, id: number) {
    const [row] = await tx.orm
      .select()
      .from(contacts)
      .where(and(notMerged(tx), eq(contacts.id, id)))
      // Not stronger: what names this contact (a ticket, a message) may be written meanwhile by whoever holds its ticket.
      .for('no key update');
    return row;
  },

  /** Always in one order, so that two who hold several wait in a row, not in a ring. */
  lockMany: (tx: Tx, ids: number[]) => tx.ready(lockMany, { company: tx.companyId, ids }),

  async insert(tx: Tx, contact: NewContact) {
    const [row] = await tx.orm
      .insert(contacts)
      .values({ ...contact, companyId: tx.companyId })
      .returning();
    return row!;
  },

  update: (tx: Tx, id: number, change: Partial<NewContact>) =>
    tx.orm
      .update(contacts)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, contacts), eq(contacts.id, id))),

  /** Where this person's live tickets stand: whoever shows one must hear that it goes with the contact. */
  async ticketAssignments(tx: Tx, id: number): Promise<{ ticketId: number; from: TicketAssignment }[]> {
    const rows = await tx.query<{ id: number } & TicketAssignment>(ticketAssignments, [tx.companyId, id]);
    return rows.map(({ id: ticketId, ...from }) => ({ ticketId, from }));
  },
  async remove(tx: Tx, id: number) {
    const [row] = await tx.orm
      .delete(contacts)
      .where(and(notMerged(tx), eq(contacts.id, id)))
      .returning();
    return row;
  },

  async setExtraInfo(tx: Tx, contactId: number, info: { name: string; value: string }[]) {
    const ofContact = and(own(tx, contactExtraInfo), eq(contactExtraInfo.contactId, contactId));
    await tx.orm.delete(contactExtraInfo).where(ofContact);
    const unique = [...new Map(info.map((field) => [field.name, field])).values()];
    if (unique.length === 0) return;
    await tx.orm
      .insert(contactExtraInfo)
      .values(unique.map(({ name, value }) => ({ name, value, contactId, companyId: tx.companyId })));
  },

  async tagIds(tx: Tx, contactId: number) {
    const rows = await tx.orm
      .select({ id: contactTags.tagId })
      .from(contactTags)
      .where(and(own(tx, contactTags), eq(contactTags.contactId, contactId)));
    return rows.map((row) => row.id);
  },

  async setTags(tx: Tx, contactId: number, tagIds: number[]) {
    await tx.orm.delete(contactTags).where(and(own(tx, contactTags), eq(contactTags.contactId, contactId)));
    if (tagIds.length === 0) return;
    await tx.orm.insert(contactTags).values(tagIds.map((tagId) => ({ companyId: tx.companyId, contactId, tagId })));
  },

  async untag(tx: Tx, contactId: number, tagId: number) {
    const [row] = await tx.orm
      .delete(contactTags)
      .where(and(own(tx, contactTags), eq(contactTags.contactId, contactId), eq(contactTags.tagId, tagId)))
      .returning();
    return row;
  },
};

const ticketAssignments = {
  name: 'contacts.places-of-tickets',
  text: `select id, status, user_id as "userId", queue_id as "queueId", is_group as "isGroup" from tickets
          where company_id = $1 and contact_id = $2 and status <> 'closed'`,
};

const byIdList = and(
  eq(contacts.companyId, sql.placeholder('company')),
  sql`${contacts.id} = any(${sql.placeholder('ids')}::int[])`,
);
const byIds = {
  name: 'contacts.by-ids',
  build: (builder: Tx['orm']) => builder.select(parts).from(contacts).where(byIdList),
};
const lockMany = {
  name: 'contacts.lock-many',
  build: (builder: Tx['orm']) =>
    builder
      .select()
      .from(contacts)
      .where(and(byIdList, isNull(contacts.mergedIntoId)))
      .orderBy(contacts.id)
      .for('no key update'),
};
