/** Text searches of the ticket list. Every page is exact, however many contacts or messages match. */
import { ticketScope, type Viewer } from '@balcao/domain/ticket/scope';
import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import { tickets } from '../../infrastructure/db/schema/tickets.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { ContactMatch } from '../contacts/index.ts';

const dialect = new PgDialect();
/** Tickets that contain up to this many matching messages are listed by their ids. */
const MAX_LISTED_MESSAGES = 500;
/** Tickets checked one by one in the order of the list, before all matches are collected by the text index. */
const CONTACT_WINDOWS = [4_000];
/** A frequent text is expected in one of this many tickets: a page further down is not searched in a smaller window. */
const TICKETS_PER_MATCH = 8;
const MESSAGE_WINDOWS = [1_000, 8_000];

export interface ListedRow {
  id: number;
  contactId: number;
}
export interface TextSearch {
  text: string;
  searchesMessages: boolean;
  /** Contact cards contain numbers: a search for digits must not find them if numbers are hidden. */
  hidesNumbers: boolean;
  showAll: boolean;
  /** Tab of the search: one ticket per conversation. */
  isByConversation: boolean;
}
interface Page {
  /** Conditions without the text. */
  where: SQL | undefined;
  /** Conditions that read other rows: evaluated last. */
  isListed: SQL | undefined;
  order: SQL;
  limit: number;
  offset: number;
}
interface FoundPage {
  rows: ListedRow[];
  count: number;
  isCountExact: boolean;
}

/**
 * Few matches are listed by their ids. Of a frequent text, the next page is near the start of the list: tickets are
 * checked in its order until the page is full. Only if that takes too long are all matches collected.
 */
export async function searchPage(
  tx: Tx,
  viewer: Viewer,
  search: TextSearch,
  contactMatch: ContactMatch,
  page: Page,
): Promise<FoundPage> {
  const found = search.searchesMessages ? await ticketIdsWithMessage(tx, search, MAX_LISTED_MESSAGES) : [];
  const candidates = (isMatch: SQL) => (search.isByConversation ? newestOfEach(viewer, search, isMatch) : undefined);
  if (found) {
    const isMatch = anyMatch(viewer, search, isListedContact, found);
    const listed = await collectedPage(tx, page, isMatch, candidates(isMatch), contactMatch.ids);
    if (listed) return listed;
  }
  // Among many messages, the ids of a few contacts are still better than a look at the contact of every ticket.
  const ids = found ? undefined : await findContactIds(tx, contactMatch);

  const contactCondition = ids ? byIds(ids) : contactMatch.isMatch(tickets.contactId);
  const isMatch = found
    ? or(contactCondition, ...messageConditions(viewer, search, found))!
    : or(contactCondition, hasMessage(viewer, search))!;
  for (const window of found ? CONTACT_WINDOWS : MESSAGE_WINDOWS) {
    if ((page.offset + page.limit) * TICKETS_PER_MATCH > window) continue;
    const rows = await windowPage(tx, page, isMatch, window);
    if (rows.length === page.limit) return { rows, count: page.offset + rows.length, isCountExact: false };
    const isComplete = (await countUpTo(tx, page.where, window)) < window;
    if (isComplete && (rows.length > 0 || page.offset === 0))
      return { rows, count: page.offset + rows.length, isCountExact: true };
  }
  const all = found ?? (await ticketIdsWithMessage(tx, search, null))!;
  const contactSet = ids ? byIds(ids) : contactMatch.isAmongAll(tickets.contactId);
  const isAnyMatch = anyMatch(viewer, search, contactSet, all);
  return (await collectedPage(tx, page, isAnyMatch, candidates(isAnyMatch)))!;
}

const run = <Row extends object>(tx: Tx, query: SQL) =>
  tx.query<Row & Record<string, unknown>>(...namedByHash(dialect.sqlToQuery(query)));

const byIds = (ids: readonly number[]) => sql`${tickets.contactId} = any(${sql.param(ids)})`;
async function findContactIds(tx: Tx, { ids }: ContactMatch): Promise<number[] | undefined> {
  const [row] = await run<{ ids: number[] | null }>(tx, sql`select ${ids} as ids`);
  return row!.ids ?? undefined;
}
/** With the ids of the contacts in `contact_list`, they are not sent to this side and back. */
const isListedContact = sql`${tickets.contactId} = any((select ids from contact_list)::int[])`;

async function ticketIdsWithMessage(tx: Tx, { text, hidesNumbers }: TextSearch, limit: number | null) {
  const withoutCards = hidesNumbers && /\d/.test(text);
  const [row] = await tx.query<{ ids: number[] | null }>(idsWithMessage, [likePattern(text), withoutCards, limit]);
  return row!.ids ?? undefined;
}
const idsWithMessage = {
  name: 'tickets.ids-with-message',
  text: 'select ticket_ids_with_message($1, $2, $3) as ids',
};

/**
 * A page of all matches, with their count. The count has its own row, so that a page after the last one has it too.
 * Undefined if there are too many contacts for `contactIds`.
 */
async function collectedPage(
  tx: Tx,
  { where, isListed, order, limit, offset }: Page,
  isMatch: SQL,
  /** The matching tickets with one per conversation, instead of `isListed`. */
  listed: SQL | undefined,
  /** Expression that `isListedContact` reads. */
  contactIds = sql`'{}'::int[]`,
): Promise<FoundPage | undefined> {
  const from = listed
    ? sql`from (${listed}) as tickets where ${where}`
    : sql`from tickets where ${and(isMatch, where, isListed)}`;
  const rows = await run<{ id: number | null; contactId: number; total: number; isTooMany: boolean }>(
    tx,
    sql`with contact_list as materialized (select ${contactIds} as ids),
          hits as materialized (select id, contact_id, updated_at ${from})
          select page.id, page.contact_id as "contactId", total.count as total,
                 (select ids is null from contact_list) as "isTooMany"
            from (select count(*)::int as count from hits) total
            left join (select * from hits order by ${order} limit ${limit} offset ${offset}) page on true
           order by ${order}`,
  );
  if (rows[0]!.isTooMany) return undefined;
  return {
    rows: rows.filter((row): row is typeof row & { id: number } => row.id !== null),
    count: rows[0]!.total,
    isCountExact: true,
  };
}

/** A page of the matches among the first tickets of the list; it reads no further than the end of the page. */
const windowPage = (tx: Tx, { where, isListed, order, limit, offset }: Page, isMatch: SQL, window: number) =>
  run<ListedRow>(
    tx,
    sql`select id, contact_id as "contactId"
          from (select company_id, id, contact_id, connection_id, status, is_newest_closed, updated_at from tickets
                 where ${where} order by ${order} limit ${window}) as tickets
         where ${and(isMatch, isListed)} order by ${order} limit ${limit} offset ${offset}`,
  );

async function countUpTo(tx: Tx, where: SQL | undefined, limit: number): Promise<number> {
  const [row] = await run<{ n: number }>(
    tx,
    sql`select count(*)::int as n from (select from tickets where ${where} limit ${limit}) counted`,
  );
  return row!.n;
}

/** A union lets each condition use its own index; an «or» would be evaluated for every ticket. */
function anyMatch(viewer: Viewer, search: TextSearch, contactCondition: SQL, ticketIds: readonly number[]): SQL {
  const others = messageConditions(viewer, search, ticketIds);
  if (others.length === 0) return contactCondition;
  const subqueries = [contactCondition, ...others].map(
    (condition) => sql`select tickets.id from tickets where tickets.company_id = current_company() and ${condition}`,
  );
  return sql`${tickets.id} in (${sql.join(subqueries, sql` union `)})`;
}

/** A message in any ticket of the conversation that the user may search, or in the ticket itself: history is read as one. */
function messageConditions(viewer: Viewer, search: TextSearch, ticketIds: readonly number[]): SQL[] {
  if (!search.searchesMessages) return [];
  const own = searchesOwnOnly(viewer, search) ? sql` and containing.user_id = ${viewer.userId}` : sql``;
  const inConversation = sql`(${tickets.contactId}, coalesce(${tickets.connectionId}, 0)) in (
    select containing.contact_id, coalesce(containing.connection_id, 0) from tickets containing
     where containing.company_id = current_company() and containing.id = any(${sql.param(ticketIds)})${own})`;
  return search.isByConversation
    ? [inConversation]
    : [inConversation, sql`${tickets.id} = any(${sql.param(ticketIds)})`];
}

/** `messageConditions` for one ticket, by reading the messages of its conversation. */
function hasMessage(viewer: Viewer, { text, hidesNumbers, showAll, isByConversation }: TextSearch): SQL {
  const isOwnTicket = sql`containing.user_id = ${viewer.userId}`;
  const isSame = isByConversation ? undefined : sql`containing.id = ${tickets.id}`;
  const searched = searchesOwnOnly(viewer, { showAll }) ? or(isOwnTicket, isSame) : undefined;
  const isVisible = hidesNumbers && /\d/.test(text) ? sql`message.media_type <> 'contactMessage'` : undefined;
  const conditions = and(
    sql`containing.company_id = current_company()`,
    sql`containing.contact_id = ${tickets.contactId}`,
    sql`containing.connection_id is not distinct from ${tickets.connectionId}`,
    searched,
    sql`message.said like ${likePattern(text)} and not message.is_deleted`,
    isVisible,
  );
  // The limit prevents a join: the messages of each ticket are read by its key.
  return sql`(select true from tickets containing
      join messages message on message.company_id = containing.company_id and message.ticket_id = containing.id
     where ${conditions} limit 1) is not null`;
}

const searchesOwnOnly = (viewer: Viewer, { showAll }: Pick<TextSearch, 'showAll'>): boolean =>
  !(showAll && ticketScope(viewer).all);

/** One ticket per contact and connection: the live one, else the last closed; only of the user's own unless all are searched. */
export function isOfConversation(viewer: Viewer, search: Pick<TextSearch, 'showAll'>): SQL {
  const isOwnSearch = searchesOwnOnly(viewer, search);
  const isNewer = isOwnSearch
    ? sql`other.user_id = ${viewer.userId} and not other.is_unlisted
       and (other.status <> 'closed', other.id) > (${tickets.status} <> 'closed', ${tickets.id})`
    : sql`${tickets.status} = 'closed' and other.status <> 'closed'`;
  const isLast = sql`(select true from tickets other
     where other.company_id = current_company() and other.contact_id = ${tickets.contactId}
       and other.connection_id is not distinct from ${tickets.connectionId} and ${isNewer} limit 1) is null`;
  return isOwnSearch ? isLast : sql`${isLiveOrNewestClosed} and ${isLast}`;
}
/** At most two tickets of a conversation, in an index of their own: a search of all tickets need not read the older ones. */
const isLiveOrNewestClosed = sql`(${tickets.status} <> 'closed' or ${tickets.isNewestClosed})`;
/**
 * The tickets for which `isOfConversation` is true, of the conversations that match: they are sorted once, where that
 * condition reads the other tickets of each. A match is of the whole conversation, so it decides before the choice.
 */
function newestOfEach(viewer: Viewer, search: Pick<TextSearch, 'showAll'>, isMatch: SQL): SQL {
  const candidates = searchesOwnOnly(viewer, search)
    ? and(isOwn(viewer), eq(tickets.isUnlisted, false))
    : isLiveOrNewestClosed;
  const conditions = and(sql`tickets.company_id = current_company()`, isMatch, candidates);
  return sql`select distinct on (contact_id, connection_id) ${LISTED_COLUMNS} from tickets where ${conditions}
    order by contact_id, connection_id, status <> 'closed' desc, id desc`;
}
/** What the conditions of a list read; sorting whole rows would take longer. */
const LISTED_COLUMNS = sql`company_id, id, contact_id, connection_id, status, user_id, queue_id, is_group, unread,
  is_unlisted, updated_at`;
export const isOwn = (viewer: Viewer) => eq(tickets.userId, viewer.userId);
