import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { likePattern } from '../../infrastructure/db/search.ts';
import { tickets, type TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import { PgDialect, type PgColumn } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import { own, type Statement, type Tx } from '../../infrastructure/db/tx.ts';
import type { Viewer } from '@balcao/domain/ticket/scope';
import { ticketStore } from './tickets.store.ts';

const dialect = new PgDialect();
const PAGE = 40;
/** Beyond this, and beyond what a page has shown, a count says only that there are many. */
const MAX_COUNTED = 1000;
/** Whoever searches for what fits more than this has to type more of it. */
const MAX_FOUND = 10_000;
/** Of what was said, the newest so many places are looked at. */
const MAX_MESSAGE_MATCHES = 200;

export interface TicketFilter {
  tab: 'open' | 'pending' | 'group' | 'closed' | 'search' | undefined;
  showAll: boolean;
  search: string;
  searchesMessages: boolean;
  /** How contacts are found by name or number is their own room's matter. */
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

/** The list of one person and tab. Held against domain/ticket/visibility, which says the same for a single ticket. */
export const listStore = {
  async page<PageContacts>(
    tx: Tx,
    viewer: Viewer,
    filter: TicketFilter,
    /** Asked beside the tickets, not after them. */
    loadContacts: (contactIds: number[]) => Promise<PageContacts>,
  ) {
    const offset = (filter.page - 1) * PAGE;
    const where = () => and(own(tx, tickets), visibleOnTab(viewer, filter), narrowed(viewer, filter));
    const rows = await tx.query<Listed>(...cachedQuery(tx, viewer, filter, where));
    // Which ones is asked in many ways, what they are in one: that statement was built and planned long ago.
    const onPage = rows.slice(0, PAGE);
    const [loaded, pageContacts] = await Promise.all([
      ticketStore.byIds(
        tx,
        onPage.map(({ id }) => id),
      ),
      loadContacts([...new Set(onPage.map(({ contact_id: contactId }) => contactId))]),
    ]);
    const ticketsById = new Map(loaded.map((row) => [row.id, row]));
    return {
      rows: onPage.flatMap(({ id }) => ticketsById.get(id) ?? []),
      pageContacts,
      count: Math.max(
        rows[0]?.total ?? (filter.page === 1 ? 0 : await counted(tx, viewer, where(), filter)),
        rows.length > 0 ? offset + rows.length : 0,
      ),
      hasMore: rows.length > PAGE,
    };
  },
};

const sourceOf = (tx: Tx, viewer: Viewer, filter: TicketFilter) =>
  filter.tab === 'search' ? newestOfConversations(tx, viewer, filter) : sql`tickets`;

interface Listed {
  id: number;
  contact_id: number;
  total: number;
}
/** What an agent's screen asks all day is put into words once; what is typed is not worth remembering. */
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

/** What is searched for is found once, for the page and for the count; what is not comes along its index. */
function buildQuery(tx: Tx, viewer: Viewer, where: SQL | undefined, filter: TicketFilter): [Statement, unknown[]] {
  const from = sql`from ${sourceOf(tx, viewer, filter)} where ${where}`;
  const order = filter.oldestFirst ? sql`updated_at, id` : sql`updated_at desc, id desc`;
  const page = sql`order by ${order} limit ${PAGE + 1} offset ${(filter.page - 1) * PAGE}`;
  return namedByHash(
    dialect.sqlToQuery(
      filter.search.trim() === ''
        ? sql`select id, contact_id, (select count(*)::int from (select ${from} limit ${MAX_COUNTED}) counted) as total
            ${from} ${page}`
        : sql`with hits as (select id, contact_id, updated_at ${from} limit ${MAX_FOUND})
            select id, contact_id, (select count(*)::int from hits) as total from hits ${page}`,
    ),
  );
}

/** For a page beyond the last. */
async function counted(tx: Tx, viewer: Viewer, where: SQL | undefined, filter: TicketFilter): Promise<number> {
  const limited = sql`select from ${sourceOf(tx, viewer, filter)} where ${where} limit ${MAX_COUNTED}`;
  const [row] = await tx.query<{ n: number }>(
    ...namedByHash(dialect.sqlToQuery(sql`select count(*)::int as n from (${limited}) counted`)),
  );
  return row?.n ?? 0;
}

/** What stands on a tab for a person, within what they may see at all. */
export type TabFilter = Pick<TicketFilter, 'tab' | 'showAll' | 'queueIds' | 'onlyUnread'>;
export const visibleOnTab = (viewer: Viewer, seen: TabFilter): SQL | undefined =>
  and(inScope(viewer), onTab(viewer, seen));

const isAdmin = ({ profile }: Viewer) => profile === 'admin';
const isOwn = (viewer: Viewer) => eq(tickets.userId, viewer.userId);
const among = (queueIds: readonly number[]) =>
  queueIds.length === 0 ? sql`false` : inArray(tickets.queueId, [...queueIds]);

/** No filter shows what the policy's `ticket.read` refuses. */
function inScope(viewer: Viewer): SQL | undefined {
  if (isAdmin(viewer)) return undefined;
  return and(
    viewer.flags.has('allowGroup') ? undefined : eq(tickets.isGroup, false),
    or(
      isOwn(viewer),
      among(viewer.queueIds),
      and(isNull(tickets.queueId), viewer.flags.has('allTicket') ? undefined : eq(tickets.isGroup, true)),
    ),
  );
}

function onTab(viewer: Viewer, { tab, showAll, queueIds, onlyUnread }: TabFilter): SQL | undefined {
  const all = showAll && (isAdmin(viewer) || viewer.flags.has('allUserChat'));
  const seesAll = all && isAdmin(viewer);
  const chosen = queueIds.length === 0 && seesAll ? undefined : among(queueIds.length > 0 ? queueIds : viewer.queueIds);
  // No condition at all where any queue, and none, will do: then the index alone has the answer.
  const inQueues = chosen && or(chosen, viewer.flags.has('allTicket') || seesAll ? isNull(tickets.queueId) : undefined);
  const unread = onlyUnread ? sql`${tickets.unread} > 0` : undefined;
  const canSeeGroups = isAdmin(viewer) || viewer.flags.has('allowGroup');

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
        chosen && or(isNull(tickets.queueId), chosen),
        viewer.connectionId === null ? undefined : eq(tickets.connectionId, viewer.connectionId),
        unread,
      );
    case 'closed':
      return and(eq(tickets.isNewestClosed, true), all ? undefined : isOwn(viewer), unread);
    case 'search':
      return and(seesAll ? undefined : isOwn(viewer), unread);
    default:
      // No tab: what this person has in hand or could take; what is unread counts here for the notifications.
      return and(
        inArray(tickets.status, ['open', 'pending', 'group']),
        all && inQueues === undefined
          ? undefined
          : or(
              isOwn(viewer),
              and(all ? undefined : isNull(tickets.userId), inQueues),
              canSeeGroups
                ? and(eq(tickets.status, 'group'), chosen && or(isNull(tickets.queueId), chosen))
                : undefined,
            ),
        unread,
      );
  }
}

/**
 * Of all tickets with one contact on one connection the live one, else the last; of one's own when only those are
 * searched. Who is meant is settled before, what else is asked for after: a search for closed ones finds no
 * conversation that has a live one.
 */
function newestOfConversations(tx: Tx, viewer: Viewer, filter: TicketFilter): SQL {
  const seesAll = filter.showAll && isAdmin(viewer);
  const meant = and(own(tx, tickets), seesAll ? undefined : isOwn(viewer), ofConversation(viewer, filter));
  return sql`(select distinct on (contact_id, connection_id) company_id, id, contact_id, connection_id, status, user_id,
      queue_id, is_group, unread, updated_at from tickets where ${meant}
    order by contact_id, connection_id, (status = 'closed'), id desc) as tickets`;
}

const narrowed = (viewer: Viewer, filter: TicketFilter): SQL | undefined =>
  and(filter.tab === 'search' ? undefined : ofConversation(viewer, filter), ofTicket(filter));

const ofTicket = ({ userIds, connectionIds, statuses }: TicketFilter): SQL | undefined =>
  and(
    userIds.length === 0 ? undefined : inArray(tickets.userId, userIds),
    connectionIds.length === 0 ? undefined : inArray(tickets.connectionId, connectionIds),
    statuses.length === 0 ? undefined : inArray(tickets.status, statuses),
  );

/** Whose conversation it is and what was said in it: the same for all of its tickets. */
function ofConversation(viewer: Viewer, filter: TicketFilter): SQL | undefined {
  const { search, searchesMessages, matching, showAll, tagIds } = filter;
  const text = search.trim();
  const contactMatch = matching(tickets.contactId, text);
  const everywhere = showAll && isAdmin(viewer);
  const messagesContaining = (of: object) =>
    sql`messages_saying(${likePattern(text)}, ${Number.MAX_SAFE_INTEGER}, ${MAX_MESSAGE_MATCHES}, ${JSON.stringify({ all: true, ...of })})`;
  // Said in any ticket of the conversation that this person may search: the history is read as one.
  const inConversation = sql`(tickets.contact_id, coalesce(tickets.connection_id, 0)) in (
        select told.contact_id, coalesce(told.connection_id, 0)
          from ${messagesContaining(everywhere ? {} : { ownedBy: viewer.userId })} said
          join tickets told on told.company_id = current_company() and told.id = said.ticket_id)`;
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

/** Each looked up by its own index; an «or» of them would be asked of every ticket there is. */
const anyOf = (...conditions: (SQL | undefined)[]): SQL => {
  const subqueries = conditions
    .filter((condition) => condition !== undefined)
    .map(
      (condition) => sql`select tickets.id from tickets where tickets.company_id = current_company() and ${condition}`,
    );
  return sql`${tickets.id} in (${sql.join(subqueries, sql` union `)})`;
};
