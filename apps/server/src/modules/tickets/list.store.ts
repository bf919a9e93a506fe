import { ticketScope, type Viewer } from '@balcao/domain/ticket/scope';
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { PgDialect, type PgColumn } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import { tickets, type TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import { own, type Statement, type Tx } from '../../infrastructure/db/tx.ts';
import { scopeSql } from './ticket-scope.store.ts';
import { ticketStore } from './tickets.store.ts';

const dialect = new PgDialect();
const PAGE_SIZE = 40;
/** Counts stop here, unless the pages shown so far have more. */
const MAX_COUNTED = 1000;
/** Matches of a search; a more specific text finds the rest. */
const MAX_FOUND = 10_000;
/** Newest matching messages of a search. */
const MAX_MESSAGE_MATCHES = 200;

export interface TicketFilter {
  tab: 'open' | 'pending' | 'group' | 'closed' | 'search' | undefined;
  showAll: boolean;
  search: string;
  searchesMessages: boolean;
  /** Condition of the module contacts: the contact's name or number matches the text. */
  matching(contactId: PgColumn, text: string): SQL | undefined;
  queueIds: number[];
  tagIds: number[];
  userIds: number[];
  connectionIds: number[];
  statuses: TicketRow['status'][];
  onlyUnread: boolean;
  oldestFirst: boolean;
  page: number;
}

/** The ticket list of a user. Tested against `isListed` of domain/ticket/scope, the same rule for one ticket. */
export const listStore = {
  async page<PageContacts>(
    tx: Tx,
    viewer: Viewer,
    filter: TicketFilter,
    /** Runs in parallel with the load of the tickets. */
    loadContacts: (contactIds: number[]) => Promise<PageContacts>,
  ) {
    const offset = (filter.page - 1) * PAGE_SIZE;
    const where = () => and(own(tx, tickets), visibleOnTab(viewer, filter), filtered(viewer, filter));
    const rows = await tx.query<ListedRow>(...cachedQuery(tx, viewer, filter, where));
    // The filters vary, so their query returns ids only; one prepared statement loads the tickets.
    const pageRows = rows.slice(0, PAGE_SIZE);
    const [loaded, pageContacts] = await Promise.all([
      ticketStore.byIds(
        tx,
        pageRows.map(({ id }) => id),
      ),
      loadContacts([...new Set(pageRows.map(({ contactId }) => contactId))]),
    ]);
    const ticketsById = new Map(loaded.map((row) => [row.id, row]));
    return {
      rows: pageRows.flatMap(({ id }) => ticketsById.get(id) ?? []),
      pageContacts,
      count: Math.max(
        rows[0]?.total ?? (filter.page === 1 ? 0 : await countMatches(tx, viewer, where(), filter)),
        rows.length > 0 ? offset + rows.length : 0,
      ),
      hasMore: rows.length > PAGE_SIZE,
    };
  },
};

const sourceOf = (tx: Tx, viewer: Viewer, filter: TicketFilter) =>
  filter.tab === 'search' ? newestOfConversations(tx, viewer, filter) : sql`tickets`;

interface ListedRow {
  id: number;
  contactId: number;
  total: number;
}
/** Built queries of lists without a search text, which screens request again and again. */
const queryCache = new Map<string, [Statement, unknown[]]>();
const MAX_CACHED_QUERIES = 2_000;

function cachedQuery(
  tx: Tx,
  viewer: Viewer,
  filter: TicketFilter,
  where: () => SQL | undefined,
): [Statement, unknown[]] {
  if (filter.search.trim() !== '') return buildQuery(tx, viewer, where(), filter);
  const { userId, profile, flags, queueIds, connectionId } = viewer;
  const key = JSON.stringify([tx.companyId, userId, profile, [...flags], queueIds, connectionId, filter]);
  const cached = queryCache.get(key);
  if (cached) return cached;
  const query = buildQuery(tx, viewer, where(), filter);
  if (queryCache.size >= MAX_CACHED_QUERIES) queryCache.delete(queryCache.keys().next().value!);
  queryCache.set(key, query);
  return query;
}

/** A search runs once for page and count; a list without a search reads its page in index order. */
function buildQuery(tx: Tx, viewer: Viewer, where: SQL | undefined, filter: TicketFilter): [Statement, unknown[]] {
  const from = sql`from ${sourceOf(tx, viewer, filter)} where ${where}`;
  const order = filter.oldestFirst ? sql`updated_at, id` : sql`updated_at desc, id desc`;
  const page = sql`order by ${order} limit ${PAGE_SIZE + 1} offset ${(filter.page - 1) * PAGE_SIZE}`;
  return namedByHash(
    dialect.sqlToQuery(
      filter.search.trim() === ''
        ? sql`select id, contact_id as "contactId",
              (select count(*)::int from (select ${from} limit ${MAX_COUNTED}) counted) as total
            ${from} ${page}`
        : sql`with hits as (select id, contact_id, updated_at ${from} limit ${MAX_FOUND})
            select id, contact_id as "contactId", (select count(*)::int from hits) as total from hits ${page}`,
    ),
  );
}

/** For a page after the last one, which has no row to carry the count. */
async function countMatches(tx: Tx, viewer: Viewer, where: SQL | undefined, filter: TicketFilter): Promise<number> {
  const limited = sql`select from ${sourceOf(tx, viewer, filter)} where ${where} limit ${MAX_COUNTED}`;
  const [row] = await tx.query<{ n: number }>(
    ...namedByHash(dialect.sqlToQuery(sql`select count(*)::int as n from (${limited}) counted`)),
  );
  return row?.n ?? 0;
}

export type TabFilter = Pick<TicketFilter, 'tab' | 'showAll' | 'queueIds' | 'onlyUnread'>;
/** Condition: the ticket is in the viewer's scope and on the tab. */
export const visibleOnTab = (viewer: Viewer, filter: TabFilter): SQL | undefined =>
  and(scopeSql(ticketScope(viewer)), onTab(viewer, filter));

const isOwn = (viewer: Viewer) => eq(tickets.userId, viewer.userId);
const inQueue = (queueIds: readonly number[]) =>
  queueIds.length === 0 ? sql`false` : inArray(tickets.queueId, [...queueIds]);

function onTab(viewer: Viewer, { tab, showAll, queueIds, onlyUnread }: TabFilter): SQL | undefined {
  const scope = ticketScope(viewer);
  const all = showAll && (scope.all || scope.assignedToOthers);
  const seesAll = all && scope.all;
  const selected =
    queueIds.length === 0 && seesAll ? undefined : inQueue(queueIds.length > 0 ? queueIds : scope.queueIds);
  // No condition if every ticket matches, with and without a queue: then the index alone answers.
  const inQueues = selected && or(selected, scope.withoutQueue || seesAll ? isNull(tickets.queueId) : undefined);
  const unread = onlyUnread ? sql`${tickets.unread} > 0` : undefined;
  const canSeeGroups = scope.all || scope.groups;

  switch (tab) {
    case 'open':
      return and(
        eq(tickets.status, 'open'),
        all ? undefined : isOwn(viewer),
        all || queueIds.length > 0 ? inQueues : undefined,
        unread,
      );
    case 'pending':
      return and(
        inArray(tickets.status, all ? ['pending', 'lgpd'] : ['pending']),
        all ? undefined : or(isNull(tickets.userId), isOwn(viewer)),
        inQueues,
        unread,
      );
    case 'group':
      return and(
        eq(tickets.status, 'group'),
        canSeeGroups ? undefined : sql`false`,
        selected && or(isNull(tickets.queueId), selected),
        viewer.connectionId === null ? undefined : eq(tickets.connectionId, viewer.connectionId),
        unread,
      );
    case 'closed':
      return and(eq(tickets.isNewestClosed, true), all ? undefined : isOwn(viewer), unread);
    case 'search':
      return and(seesAll ? undefined : isOwn(viewer), unread);
    default:
      // No tab: the user's tickets and those the user could accept. The unread count of the notifications uses it.
      return and(
        inArray(tickets.status, ['open', 'pending', 'group']),
        all && inQueues === undefined
          ? undefined
          : or(
              isOwn(viewer),
              and(all ? undefined : isNull(tickets.userId), inQueues),
              canSeeGroups
                ? and(eq(tickets.status, 'group'), selected && or(isNull(tickets.queueId), selected))
                : undefined,
            ),
        unread,
      );
  }
}

/**
 * One ticket per contact and connection: the live one, else the last; only the user's own unless all are searched. The
 * search text applies before, the other filters after: a search for closed tickets skips conversations with a live one.
 */
function newestOfConversations(tx: Tx, viewer: Viewer, filter: TicketFilter): SQL {
  const seesAll = filter.showAll && ticketScope(viewer).all;
  const matches = and(own(tx, tickets), seesAll ? undefined : isOwn(viewer), ofConversation(viewer, filter));
  return sql`(select distinct on (contact_id, connection_id) company_id, id, contact_id, connection_id, status, user_id,
      queue_id, is_group, unread, updated_at from tickets where ${matches}
    order by contact_id, connection_id, (status = 'closed'), id desc) as tickets`;
}

const filtered = (viewer: Viewer, filter: TicketFilter): SQL | undefined =>
  and(filter.tab === 'search' ? undefined : ofConversation(viewer, filter), ofTicket(filter));

const ofTicket = ({ userIds, connectionIds, statuses }: TicketFilter): SQL | undefined =>
  and(
    userIds.length === 0 ? undefined : inArray(tickets.userId, userIds),
    connectionIds.length === 0 ? undefined : inArray(tickets.connectionId, connectionIds),
    statuses.length === 0 ? undefined : inArray(tickets.status, statuses),
  );

/** Contact, messages and tags: the same for every ticket of a conversation. */
function ofConversation(viewer: Viewer, filter: TicketFilter): SQL | undefined {
  const { search, searchesMessages, matching, showAll, tagIds } = filter;
  const text = search.trim();
  const contactMatch = matching(tickets.contactId, text);
  const seesAll = showAll && ticketScope(viewer).all;
  const messagesContaining = (of: object) =>
    sql`messages_saying(${likePattern(text)}, ${Number.MAX_SAFE_INTEGER}, ${MAX_MESSAGE_MATCHES}, ${JSON.stringify({ all: true, ...of })})`;
  // In any ticket of the conversation that the user may search: the history is read as one.
  const inConversation = sql`(tickets.contact_id, coalesce(tickets.connection_id, 0)) in (
        select containing.contact_id, coalesce(containing.connection_id, 0)
          from ${messagesContaining(seesAll ? {} : { ownedBy: viewer.userId })} found
          join tickets containing on containing.company_id = current_company() and containing.id = found.ticket_id)`;
  const inTicket = sql`tickets.id in (select ticket_id from ${messagesContaining({})})`;
  const textMatch = !searchesMessages
    ? contactMatch
    : anyOf(contactMatch, inConversation, filter.tab === 'search' ? undefined : inTicket);
  return and(
    text === '' ? undefined : textMatch,
    tagIds.length === 0
      ? undefined
      : sql`exists (select from contact_tags ct where ct.company_id = tickets.company_id and ct.contact_id = tickets.contact_id and ct.tag_id in ${tagIds})`,
  );
}

/** A union lets each condition use its own index; an «or» would be evaluated for every ticket. */
const anyOf = (...conditions: (SQL | undefined)[]): SQL => {
  const subqueries = conditions
    .filter((condition) => condition !== undefined)
    .map(
      (condition) => sql`select tickets.id from tickets where tickets.company_id = current_company() and ${condition}`,
    );
  return sql`${tickets.id} in (${sql.join(subqueries, sql` union `)})`;
};
