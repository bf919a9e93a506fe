import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { likePattern } from '../../foundation/db/search.ts';
import { tickets, type TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { own, type Tx } from '../../foundation/db/tx.ts';
import type { Viewer } from '@balcao/domain/ticket/visibility';
import { ticketParts, wholeTicket } from './tickets.store.ts';

const PAGE = 40;
/** Beyond this a count says only that there are very many. */
const MOST_COUNTED = 10_000;
/** A word that was said more often than this finds the newest ones. */
const MOST_SAID = 5000;

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
    const seen = and(withinReach(viewer), onTab(viewer, filter));
    const where = and(own(tx, tickets), seen, narrowed(viewer, filter));
    const order = filter.oldestFirst
      ? [asc(tickets.updatedAt), asc(tickets.id)]
      : [desc(tickets.updatedAt), desc(tickets.id)];
    const rows = await tx.sql
      .select(ticketParts)
      .from(tickets)
      .where(where)
      .orderBy(...order)
      .limit(PAGE + 1)
      .offset(offset);
    const some = tx.sql.select({ id: tickets.id }).from(tickets).where(where).limit(MOST_COUNTED).as('some');
    const [counted] = await tx.sql.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(some);
    return { rows: rows.slice(0, PAGE).map(wholeTicket), count: counted?.n ?? 0, hasMore: rows.length > PAGE };
  },
};

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

function onTab(viewer: Viewer, { tab, showAll, queueIds, onlyUnread }: TicketFilter): SQL | undefined {
  const all = showAll && (isAdmin(viewer) || viewer.flags.has('allUserChat'));
  const everything = all && isAdmin(viewer);
  const chosen =
    queueIds.length === 0 && everything
      ? sql`${tickets.queueId} is not null`
      : among(queueIds.length > 0 ? queueIds : viewer.queueIds);
  const inQueues = or(chosen, viewer.flags.has('allTicket') || everything ? isNull(tickets.queueId) : undefined);
  const unread = onlyUnread ? sql`${tickets.unread} > 0` : undefined;
  const mayGroups = isAdmin(viewer) || viewer.flags.has('allowGroup');

  switch (tab) {
    case 'open':
      return and(eq(tickets.status, 'open'), all ? undefined : mine(viewer), inQueues, unread);
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
        or(isNull(tickets.queueId), chosen),
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
        or(
          mine(viewer),
          and(all ? undefined : isNull(tickets.userId), inQueues),
          mayGroups ? and(eq(tickets.status, 'group'), or(isNull(tickets.queueId), chosen)) : undefined,
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
  // Said in any ticket of the conversation that this person may search: the history is read as one.
  // Looked for once and not for each ticket: nothing in it depends on the ticket that is looked at.
  const saying = sql`select ticket_id from tickets_saying(${likePattern(words)}, ${MOST_SAID})`;
  const everywhere = showAll && isAdmin(viewer);
  const said = sql`(${everywhere ? sql`` : sql`tickets.id in (${saying}) or `}(tickets.contact_id, coalesce(tickets.connection_id, 0)) in (
        select told.contact_id, coalesce(told.connection_id, 0) from tickets told
         where told.company_id = current_company() and told.id in (${saying})
        ${everywhere ? sql`` : sql`and told.user_id = ${viewer.userId}`}))`;
  return and(
    words === '' ? undefined : searchesMessages ? or(known, said) : known,
    tagIds.length === 0
      ? undefined
      : sql`exists (select from contact_tags ct where ct.company_id = tickets.company_id and ct.contact_id = tickets.contact_id and ct.tag_id in ${tagIds})`,
    userIds.length === 0 ? undefined : inArray(tickets.userId, userIds),
    connectionIds.length === 0 ? undefined : inArray(tickets.connectionId, connectionIds),
    statuses.length === 0 ? undefined : inArray(tickets.status, statuses),
  );
}
