import { ticketScope, type Viewer } from '@balcao/domain/ticket/scope';
import { and, isNull, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import { tickets } from '../../infrastructure/db/schema/tickets.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';
import { visibleOnTab } from './list.store.ts';

const dialect = new PgDialect();
/** Counts stop here. */
export const MAX_COUNTED = 10_000;

export interface CountFilter {
  showAll: boolean;
  queueIds: number[];
}
export interface TabCounts {
  open: number;
  pending: number;
  group: number;
  /** Tickets with unread messages that notify the user, independent of the filter. */
  unread: number;
  /** Customers whom the user sees only with «show all», independent of the filter. */
  waitingElsewhere: number;
}
/** Older failures are still in the delivery list. */
const FAILED_DAYS = 7;
const UNFILTERED = { showAll: false, queueIds: [], onlyUnread: false };

export const countStore = {
  /**
   * As many as the tabs list, in one statement on the index of counted tickets. It reads every counted ticket, so it is
   * only for companies with too many for `counted-tickets.ts`, and tested against it.
   */
  async tabs(tx: Tx, viewer: Viewer, { showAll, queueIds }: CountFilter): Promise<TabCounts> {
    // Statuses as literals: they imply the condition of the partial index in a generic plan too.
    const count = (statuses: SQL, condition: SQL | undefined) => {
      const where = and(own(tx, tickets), sql`${tickets.status} in (${statuses})`, condition);
      return sql`(select count(*)::int from (select from tickets where ${where} limit ${MAX_COUNTED}) counted)`;
    };
    const tab = (name: 'open' | 'pending' | 'group', statuses: SQL) =>
      count(statuses, visibleOnTab(viewer, { tab: name, showAll, queueIds, onlyUnread: false }));
    const unread = visibleOnTab(viewer, { ...UNFILTERED, tab: undefined, onlyUnread: true });
    // A condition on a missing queue is neither true nor false.
    const isElsewhere = sql`(${visibleOnTab(viewer, { ...UNFILTERED, tab: 'pending' })}) is not true`;
    // For users who do not read every ticket, «show all» shows no other queues.
    const elsewhere = ticketScope(viewer).all ? and(isNull(tickets.userId), isElsewhere) : sql`false`;
    const [row] = await tx.query<TabCounts & Record<string, number>>(
      ...namedByHash(
        dialect.sqlToQuery(
          sql`select ${tab('open', sql`'open'`)} as open, ${tab('pending', sql`'pending', 'lgpd'`)} as pending,
                ${tab('group', sql`'group'`)} as "group", ${count(sql`'open', 'pending', 'group'`, unread)} as unread,
                ${count(sql`'pending'`, elsewhere)} as "waitingElsewhere"`,
        ),
      ),
    );
    return row!;
  },
  /** Messages that the user sent in the last days and that failed. */
  async failed(tx: Tx, userId: number): Promise<number> {
    return (await tx.query<{ n: number }>(failed, [tx.companyId, userId, FAILED_DAYS]))[0]!.n;
  },
};

const failed = {
  name: 'counts.failed',
  text: `select count(*)::int as n from messages where company_id = $1 and user_id = $2 and delivery = 'failed'
            and not is_deleted and created_at > now() - make_interval(days => $3)`,
};
