import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { likePattern } from '../../foundation/db/search.ts';
import { tickets, type TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { remembered } from '../../foundation/db/quick-rows.ts';
import { own, type Tx } from '../../foundation/db/tx.ts';
import type { Viewer } from '@balcao/domain/ticket/visibility';
import { ticketStore } from './tickets.store.ts';

const PAGE = 40;
/** Beyond this, and beyond what a page has shown, a count says only that there are many. */
const MOST_COUNTED = 1000;
/** Whoever searches for what fits more than this has to type more of it. */
const MOST_FOUND = 10_000;
/** Of what was said, the newest so many places are looked at. */
const MOST_SAID = 200;

export interface TicketFilter {
  tab: 'open' | 'pending' | 'group' | 'closed' | 'search' | undefined;
  showAll: boolean;
  search: string;
  searchesMessages: boolean;
  /** How contacts are found by name or number is their own room's matter. */
  matching(contactId: PgColumn, words: string): SQL | undefined;
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
  async page(tx: Tx, viewer: Viewer, filter: TicketFilter) {
    const offset = (filter.page - 1) * PAGE;
    const where = and(own(tx, tickets), seenOn(viewer, filter), narrowed(viewer, filter));
    // What is searched for is found once, for the page and for the count; what is not comes along its index.
    const isSearch = filter.search.trim() !== '';
    const keys = { id: tickets.id, updatedAt: tickets.updatedAt };
    const some = tx.sql
      .select(keys)
      .from(tickets)
      .where(where)
      .limit(isSearch ? MOST_FOUND : MOST_COUNTED);
    const hits = tx.sql.$with('hits').as(some);
    const total = sql<number>`(select count(*)::int from ${isSearch ? sql`hits` : some.as('some')})`.as('total');
    const along = isSearch
      ? tx.sql
          .with(hits)
          .select({ id: hits.id, total })
          .from(hits)
          .orderBy(...ordered(hits, filter.oldestFirst))
      : tx.sql
          .select({ id: tickets.id, total })
          .from(tickets)
          .where(where)
          .orderBy(...ordered(tickets, filter.oldestFirst));
    const statement = along
      .limit(PAGE + 1)
      .offset(offset)
      .prepare('');
    // What is searched for decides how it is best found: that plan is made each time.
    const rows = await (isSearch ? statement : remembered(statement)).execute();
    // Which ones is asked in many ways, what they are in one: that statement was built and planned long ago.
    const onPage = rows.slice(0, PAGE).map(({ id }) => id);
    const known = new Map((await ticketStore.byIds(tx, onPage)).map((row) => [row.id, row]));
    return {
      rows: onPage.flatMap((id) => known.get(id) ?? []),
      count: Math.max(
        rows[0]?.total ?? (filter.page === 1 ? 0 : await counted(tx, where)),
        rows.length > 0 ? offset + rows.length : 0,
      ),
      hasMore: rows.length > PAGE,
    };
  },
};

interface Ordered {
  updatedAt: SQLWrapper;
  id: SQLWrapper;
}
const ordered = ({ updatedAt, id }: Ordered, oldestFirst: boolean): SQL[] =>
  oldestFirst ? [asc(updatedAt), asc(id)] : [desc(updatedAt), desc(id)];

/** For a page beyond the last. */
async function counted(tx: Tx, where: SQL | undefined): Promise<number> {
  const some = tx.sql.select({ id: tickets.id }).from(tickets).where(where).limit(MOST_COUNTED).as('some');
  const [row] = await tx.sql.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(some);
  return row?.n ?? 0;
}

/** What stands on a tab for a person, within what they may see at all. */
export type Seen = Pick<TicketFilter, 'tab' | 'showAll' | 'queueIds' | 'onlyUnread'>;
export const seenOn = (viewer: Viewer, seen: Seen): SQL | undefined => and(withinReach(viewer), onTab(viewer, seen));

const isAdmin = ({ profile }: Viewer) => profile === 'admin';
const mine = (viewer: Viewer) => eq(tickets.userId, viewer.userId);
const among = (queueIds: readonly number[]) =>
  queueIds.length === 0 ? sql`false` : inArray(tickets.queueId, [...queueIds]);

/** No filter shows what the policy's `ticket.read` refuses. */
function withinReach(viewer: Viewer): SQL | undefined {
  if (isAdmin(viewer)) return undefined;
  return and(
    viewer.flags.has('allowGroup') ? undefined : eq(tickets.isGroup, false),
    or(
      mine(viewer),
      among(viewer.queueIds),
      and(isNull(tickets.queueId), viewer.flags.has('allTicket') ? undefined : eq(tickets.isGroup, true)),
    ),
  );
}

function onTab(viewer: Viewer, { tab, showAll, queueIds, onlyUnread }: Seen): SQL | undefined {
  const all = showAll && (isAdmin(viewer) || viewer.flags.has('allUserChat'));
  const everything = all && isAdmin(viewer);
  const chosen =
    queueIds.length === 0 && everything ? undefined : among(queueIds.length > 0 ? queueIds : viewer.queueIds);
  // No condition at all where any queue, and none, will do: then the index alone has the answer.
  const inQueues =
    chosen && or(chosen, viewer.flags.has('allTicket') || everything ? isNull(tickets.queueId) : undefined);
  const unread = onlyUnread ? sql`${tickets.unread} > 0` : undefined;
  const mayGroups = isAdmin(viewer) || viewer.flags.has('allowGroup');

  switch (tab) {
    case 'open':
      return and(
        eq(tickets.status, 'open'),
        all ? undefined : mine(viewer),
        all || queueIds.length > 0 ? inQueues : undefined,
        unread,
      );
    case 'pending':
      return and(
        inArray(tickets.status, all ? ['pending', 'lgpd'] : ['pending']),
        all ? undefined : or(isNull(tickets.userId), mine(viewer)),
        inQueues,
        unread,
      );
    case 'group':
      return and(
        eq(tickets.status, 'group'),
        mayGroups ? undefined : sql`false`,
        chosen && or(isNull(tickets.queueId), chosen),
        viewer.connectionId === null ? undefined : eq(tickets.connectionId, viewer.connectionId),
        unread,
      );
    case 'closed':
      return and(eq(tickets.isNewestClosed, true), all ? undefined : mine(viewer), unread);
    case 'search':
      return and(everything ? undefined : mine(viewer), newestOfConversation(everything ? undefined : viewer), unread);
    default:
      // No tab: what this person has in hand or could take; what is unread counts here for the notifications.
      return and(
        inArray(tickets.status, ['open', 'pending', 'group']),
        all && inQueues === undefined
          ? undefined
          : or(
              mine(viewer),
              and(all ? undefined : isNull(tickets.userId), inQueues),
              mayGroups ? and(eq(tickets.status, 'group'), chosen && or(isNull(tickets.queueId), chosen)) : undefined,
            ),
        unread,
      );
  }
}

/** Of all tickets with one contact on one connection the live one, else the last; of one's own when only those are searched. */
const newestOfConversation = (of: Viewer | undefined): SQL =>
  sql`not exists (select from tickets newer where newer.company_id = tickets.company_id
        and newer.contact_id = tickets.contact_id and newer.connection_id is not distinct from tickets.connection_id
        and (newer.status <> 'closed', newer.id) > (tickets.status <> 'closed', tickets.id)
        ${of ? sql`and newer.user_id = ${of.userId}` : sql``})`;

function narrowed(viewer: Viewer, filter: TicketFilter): SQL | undefined {
  const { search, searchesMessages, matching, showAll, tagIds, userIds, connectionIds, statuses } = filter;
  const words = search.trim();
  const known = matching(tickets.contactId, words);
  const everywhere = showAll && isAdmin(viewer);
  const saying = (of: object) =>
    sql`messages_saying(${likePattern(words)}, ${Number.MAX_SAFE_INTEGER}, ${MOST_SAID}, ${JSON.stringify({ all: true, ...of })})`;
  // Said in any ticket of the conversation that this person may search: the history is read as one.
  const inConversation = sql`(tickets.contact_id, coalesce(tickets.connection_id, 0)) in (
        select told.contact_id, coalesce(told.connection_id, 0)
          from ${saying(everywhere ? {} : { ownedBy: viewer.userId })} said
          join tickets told on told.company_id = current_company() and told.id = said.ticket_id)`;
  const inTicket = sql`tickets.id in (select ticket_id from ${saying({})})`;
  const found = !searchesMessages
    ? known
    : anyOf(known, inConversation, filter.tab === 'search' ? undefined : inTicket);
  return and(
    words === '' ? undefined : found,
    tagIds.length === 0
      ? undefined
      : sql`exists (select from contact_tags ct where ct.company_id = tickets.company_id and ct.contact_id = tickets.contact_id and ct.tag_id in ${tagIds})`,
    userIds.length === 0 ? undefined : inArray(tickets.userId, userIds),
    connectionIds.length === 0 ? undefined : inArray(tickets.connectionId, connectionIds),
    statuses.length === 0 ? undefined : inArray(tickets.status, statuses),
  );
}

/** Each looked up by its own index; an «or» of them would be asked of every ticket there is. */
const anyOf = (...conditions: (SQL | undefined)[]): SQL => {
  const looks = conditions
    .filter((one) => one !== undefined)
    .map((one) => sql`select tickets.id from tickets where tickets.company_id = current_company() and ${one}`);
  return sql`${tickets.id} in (${sql.join(looks, sql` union `)})`;
};
