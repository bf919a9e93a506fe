import { ticketScope, type Viewer } from '@balcao/domain/ticket/scope';
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import { tickets, type TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import { own, type Statement, type Tx } from '../../infrastructure/db/tx.ts';
import type { ContactMatch } from '../contacts/index.ts';
import { anyExistingTag } from '../tags/index.ts';
import { isOfConversation, isOwn, searchPage, type ListedRow } from './list-search.store.ts';
import { scopeSql } from './ticket-scope.store.ts';
import { ticketStore } from './tickets.store.ts';

const dialect = new PgDialect();
const PAGE_SIZE = 40;
/** Counts stop here, unless the pages shown so far have more. */
const MAX_COUNTED = 1000;

export interface TicketFilter {
  tab: 'open' | 'pending' | 'group' | 'closed' | 'search' | undefined;
  showAll: boolean;
  search: string;
  searchesMessages: boolean;
  hidesNumbers: boolean;
  /** The contacts whose name or number matches the text. */
  matchContacts(text: string): Promise<ContactMatch>;
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
    /** How many tickets the list has; undefined if only a statement can count them. */
    countListed: () => Promise<number | undefined>,
    /** Runs in parallel with the load of the tickets. */
    loadContacts: (contactIds: number[]) => Promise<PageContacts>,
  ) {
    // The filters vary, so their query returns ids only; one prepared statement loads the tickets.
    const { rows, count, isCountExact } = await findRows(tx, viewer, filter, countListed);
    const pageRows = rows.slice(0, PAGE_SIZE);
    const [loaded, pageContacts] = await Promise.all([
      ticketStore.presentedByIds(
        tx,
        pageRows.map(({ id }) => id),
      ),
      loadContacts([...new Set(pageRows.map(({ contactId }) => contactId))]),
    ]);
    const ticketsById = new Map(loaded.map((row) => [row.id, row]));
    return {
      rows: pageRows.flatMap(({ id }) => ticketsById.get(id) ?? []),
      pageContacts,
      count,
      isCountExact,
      hasMore: rows.length > PAGE_SIZE,
    };
  },
};

async function findRows(tx: Tx, viewer: Viewer, filter: TicketFilter, countListed: () => Promise<number | undefined>) {
  const offset = (filter.page - 1) * PAGE_SIZE;
  const text = filter.search.trim();
  const number = ticketNumberIn(text);
  if (number !== undefined && !filter.searchesMessages) return rowsWithNumber(tx, viewer, filter, number);
  if (text !== '') {
    const page = {
      where: conditions(tx, viewer, filter),
      isListed: listedOnce(viewer, filter),
      order: orderOf(filter),
      limit: PAGE_SIZE + 1,
      offset,
    };
    const search = { ...filter, text, isByConversation: filter.tab === 'search' };
    return searchPage(tx, viewer, search, await filter.matchContacts(text), page);
  }
  const where = () => and(conditions(tx, viewer, filter), listedOnce(viewer, filter));
  const rows = await tx.query<ListedRow & Record<string, number>>(...cachedQuery(tx, viewer, filter, where));
  const isLastPage = rows.length <= PAGE_SIZE && (rows.length > 0 || filter.page === 1);
  if (isLastPage) return { rows, count: offset + rows.length, isCountExact: true };
  const total = Math.min((await countListed()) ?? (await countMatches(tx, where())), MAX_COUNTED);
  return {
    rows,
    count: Math.max(total, rows.length > 0 ? offset + rows.length : 0),
    isCountExact: total < MAX_COUNTED,
  };
}

/** #123 names one ticket. */
const ticketNumberIn = (text: string): number | undefined => {
  const [, digits] = /^#\s?([1-9]\d{0,8})$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
};
/** The ticket itself, even if its conversation has a newer one. */
async function rowsWithNumber(tx: Tx, viewer: Viewer, filter: TicketFilter, number: number) {
  const where = and(conditions(tx, viewer, filter), eq(tickets.number, number));
  const rows = await tx.query<ListedRow & Record<string, unknown>>(
    ...namedByHash(
      dialect.sqlToQuery(sql`select id, contact_id as "contactId" from tickets where ${where} limit ${PAGE_SIZE}`),
    ),
  );
  return { rows: filter.page === 1 ? rows : [], count: rows.length, isCountExact: true };
}

const conditions = (tx: Tx, viewer: Viewer, filter: TicketFilter): SQL | undefined =>
  and(own(tx, tickets), visibleOnTab(viewer, filter), filtered(tx, filter));

/**
 * A search lists each conversation once. The other filters apply to the listed ticket: a search for closed tickets skips
 * conversations with a live one.
 */
const listedOnce = (viewer: Viewer, filter: TicketFilter): SQL | undefined =>
  filter.tab === 'search' ? isOfConversation(viewer, filter) : undefined;

const orderOf = ({ oldestFirst }: TicketFilter) => (oldestFirst ? sql`updated_at, id` : sql`updated_at desc, id desc`);

/** Built queries of lists without a search text, which screens request again and again. */
const queryCache = new Map<string, [Statement, unknown[]]>();
const MAX_CACHED_QUERIES = 2_000;

function cachedQuery(
  tx: Tx,
  viewer: Viewer,
  filter: TicketFilter,
  where: () => SQL | undefined,
): [Statement, unknown[]] {
  const { userId, profile, flags, queueIds, connectionId } = viewer;
  const key = JSON.stringify([tx.companyId, userId, profile, [...flags], queueIds, connectionId, filter]);
  const cached = queryCache.get(key);
  if (cached) return cached;
  const query = buildQuery(where(), filter);
  if (queryCache.size >= MAX_CACHED_QUERIES) queryCache.delete(queryCache.keys().next().value!);
  queryCache.set(key, query);
  return query;
}

/** The page is read in index order. */
function buildQuery(where: SQL | undefined, filter: TicketFilter): [Statement, unknown[]] {
  const page = isFirstOfTab(filter) ? FIRST_PAGE : sql`limit ${PAGE_SIZE + 1} offset ${(filter.page - 1) * PAGE_SIZE}`;
  return namedByHash(
    dialect.sqlToQuery(
      sql`select id, contact_id as "contactId" from tickets where ${where} order by ${orderOf(filter)} ${page}`,
    ),
  );
}
/** `PAGE_SIZE` and one as a constant: with a parameter the database plans a list again each time it is opened. */
const FIRST_PAGE = sql`limit 41`;
/** Other filters may be met by few tickets, so their plan depends on the values. */
const isFirstOfTab = ({ tab, page, tagIds, userIds, connectionIds, statuses }: TicketFilter): boolean =>
  page === 1 &&
  tab !== undefined &&
  tab !== 'search' &&
  [tagIds, userIds, connectionIds, statuses].every(({ length }) => length === 0);

async function countMatches(tx: Tx, where: SQL | undefined): Promise<number> {
  const limited = sql`select from tickets where ${where} limit ${MAX_COUNTED}`;
  const [row] = await tx.query<{ n: number }>(
    ...namedByHash(dialect.sqlToQuery(sql`select count(*)::int as n from (${limited}) counted`)),
  );
  return row?.n ?? 0;
}

export type TabFilter = Pick<TicketFilter, 'tab' | 'showAll' | 'queueIds' | 'onlyUnread'>;
/** Condition: the ticket is in the viewer's scope and on the tab. */
export const visibleOnTab = (viewer: Viewer, filter: TabFilter): SQL | undefined =>
  and(scopeSql(ticketScope(viewer)), onTab(viewer, filter));

const inQueue = (queueIds: readonly number[]) =>
  queueIds.length === 0 ? sql`false` : inArray(tickets.queueId, [...queueIds]);

/** Statuses are constants, because the indexes of live and of closed tickets apply only if they are known to the plan. */
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
        sql`${tickets.status} = 'open'`,
        all ? undefined : isOwn(viewer),
        all || queueIds.length > 0 ? inQueues : undefined,
        unread,
      );
    case 'pending':
      return and(
        all ? sql`${tickets.status} in ('pending', 'lgpd')` : sql`${tickets.status} = 'pending'`,
        all ? undefined : or(isNull(tickets.userId), isOwn(viewer)),
        inQueues,
        unread,
      );
    case 'group':
      return and(
        sql`${tickets.status} = 'group'`,
        canSeeGroups ? undefined : sql`false`,
        selected && or(isNull(tickets.queueId), selected),
        viewer.connectionId === null ? undefined : eq(tickets.connectionId, viewer.connectionId),
        unread,
      );
    case 'closed':
      return and(sql`${tickets.isNewestClosed}`, all ? undefined : isOwn(viewer), unread);
    case 'search':
      return and(eq(tickets.isUnlisted, false), seesAll ? undefined : isOwn(viewer), unread);
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

const filtered = (tx: Tx, { userIds, connectionIds, statuses, tagIds }: TicketFilter): SQL | undefined =>
  and(
    userIds.length === 0 ? undefined : inArray(tickets.userId, userIds),
    connectionIds.length === 0 ? undefined : inArray(tickets.connectionId, connectionIds),
    statuses.length === 0 ? undefined : inArray(tickets.status, statuses),
    tagIds.length === 0
      ? undefined
      : sql`exists (select from contact_tags ct where ct.company_id = tickets.company_id and ct.contact_id = tickets.contact_id and ct.tag_id = ${anyExistingTag(tx.companyId, tagIds)})`,
  );
