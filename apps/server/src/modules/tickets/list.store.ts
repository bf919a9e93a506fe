import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { contains } from '../../foundation/db/search.ts';
import { contacts } from '../../foundation/db/schema/contacts.ts';
import { tickets, type TicketRow } from '../../foundation/db/schema/tickets.ts';
import { own, type Tx } from '../../foundation/db/tx.ts';
import type { Viewer } from '@balcao/domain/ticket/visibility';
import { ticketParts, wholeTicket } from './tickets.store.ts';

const PAGE = 40;

export interface TicketFilter {
  tab: 'open' | 'pending' | 'group' | 'closed' | 'search' | undefined;
  showAll: boolean;
  search: string;
  searchesMessages: boolean;
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
    const where = and(own(tx, tickets), onTab(viewer, filter), narrowed(filter));
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
    const [counted] = await tx.sql
      .select({ n: sql<number>`count(*)`.mapWith(Number) })
      .from(tickets)
      .where(where);
    return { rows: rows.slice(0, PAGE).map(wholeTicket), count: counted?.n ?? 0, hasMore: rows.length > PAGE };
  },
};

function onTab(viewer: Viewer, { tab, showAll, queueIds, onlyUnread }: TicketFilter): SQL | undefined {
  const isAdmin = viewer.profile === 'admin';
  const all = showAll && (isAdmin || viewer.flags.has('allUserChat'));
  const mine = eq(tickets.userId, viewer.userId);
  const chosen = queueIds.length > 0 ? queueIds : [...viewer.queueIds];
  const inQueues = or(
    chosen.length === 0 ? sql`false` : inArray(tickets.queueId, chosen),
    viewer.flags.has('allTicket') || (all && isAdmin) ? isNull(tickets.queueId) : sql`false`,
  );
  const groupsFit = isAdmin || viewer.flags.has('allowGroup') ? undefined : eq(tickets.isGroup, false);
  const unread = onlyUnread ? sql`${tickets.unread} > 0` : undefined;

  switch (tab) {
    case 'open':
      return and(eq(tickets.status, 'open'), all ? undefined : mine, inQueues, unread);
    case 'pending':
      return and(
        inArray(tickets.status, all ? ['pending', 'lgpd'] : ['pending']),
        all ? undefined : or(isNull(tickets.userId), mine),
        inQueues,
        unread,
      );
    case 'group':
      return and(
        eq(tickets.status, 'group'),
        isAdmin || viewer.flags.has('allowGroup') ? undefined : sql`false`,
        or(isNull(tickets.queueId), chosen.length === 0 ? sql`false` : inArray(tickets.queueId, chosen)),
        viewer.connectionId === null ? undefined : eq(tickets.connectionId, viewer.connectionId),
        unread,
      );
    case 'closed':
      return and(eq(tickets.isNewestClosed, true), all ? undefined : mine, groupsFit);
    case 'search':
      return all && isAdmin ? undefined : and(mine, groupsFit);
    default:
      // No tab: what this person has in hand or could take.
      return and(
        inArray(tickets.status, ['open', 'pending', 'group']),
        or(mine, and(isNull(tickets.userId), inQueues)),
        groupsFit,
        unread,
      );
  }
}

function narrowed({
  search,
  searchesMessages,
  tagIds,
  userIds,
  connectionIds,
  statuses,
}: TicketFilter): SQL | undefined {
  const words = search.trim();
  const digits = words.replace(/\D/g, '');
  const ofContact = (condition: SQL) =>
    sql`exists (select from contacts where contacts.company_id = tickets.company_id and contacts.id = tickets.contact_id and ${condition})`;
  const named = ofContact(
    sql`(${contains(contacts.name, words)}${digits.length >= 3 ? sql` or ${contacts.number} like ${`%${digits}%`}` : sql``})`,
  );
  const said = sql`exists (select from messages m where m.company_id = tickets.company_id and m.ticket_id = tickets.id
                     and folded(m.body) like ${`%${words.toLowerCase()}%`})`;
  return and(
    words === '' ? undefined : searchesMessages ? or(named, said) : named,
    tagIds.length === 0
      ? undefined
      : sql`exists (select from contact_tags ct where ct.company_id = tickets.company_id and ct.contact_id = tickets.contact_id and ct.tag_id in ${tagIds})`,
    userIds.length === 0 ? undefined : inArray(tickets.userId, userIds),
    connectionIds.length === 0 ? undefined : inArray(tickets.connectionId, connectionIds),
    statuses.length === 0 ? undefined : inArray(tickets.status, statuses),
  );
}
