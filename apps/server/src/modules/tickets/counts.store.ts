import type { Viewer } from '@balcao/domain/ticket/scope';
import { and, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import { tickets } from '../../infrastructure/db/schema/tickets.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';
import { visibleOnTab, type TabFilter } from './list.store.ts';

const dialect = new PgDialect();
/** Counts stop here. */
const MAX_COUNTED = 10_000;

interface CountFilter {
  showAll: boolean;
  queueIds: number[];
}
interface TabCounts {
  open: number;
  pending: number;
  group: number;
  /** Tickets with unread messages that notify the user, independent of the filter. */
  unread: number;
  /** Messages that the user sent in the last days and that failed. */
  failed: number;
}
/** Older failures are still in the delivery list. */
const FAILED_DAYS = 7;

export const countStore = {
  /** As many as the tabs list, in one statement on the index of live tickets. */
  async tabs(tx: Tx, viewer: Viewer, { showAll, queueIds }: CountFilter): Promise<TabCounts> {
    // Statuses as literals: they imply the condition of the partial index in a generic plan too.
    const count = (statuses: SQL, filter: TabFilter) => {
      const where = and(own(tx, tickets), sql`${tickets.status} in (${statuses})`, visibleOnTab(viewer, filter));
      return sql`(select count(*)::int from (select from tickets where ${where} limit ${MAX_COUNTED}) counted)`;
    };
    const tab = (name: 'open' | 'pending' | 'group', statuses: SQL) =>
      count(statuses, { tab: name, showAll, queueIds, onlyUnread: false });
    const unread = { tab: undefined, showAll: false, queueIds: [], onlyUnread: true };
    const [row] = await tx.query<TabCounts>(
      ...namedByHash(
        dialect.sqlToQuery(
          sql`select ${tab('open', sql`'open'`)} as open, ${tab('pending', sql`'pending', 'lgpd'`)} as pending,
                ${tab('group', sql`'group'`)} as "group", ${count(sql`'open', 'pending', 'group'`, unread)} as unread,
                (select count(*)::int from messages where company_id = ${tx.companyId} and user_id = ${viewer.userId}
                    and delivery = 'failed' and not is_deleted
                    and created_at > now() - make_interval(days => ${FAILED_DAYS})) as failed`,
        ),
      ),
    );
    return row!;
  },
  /** Unassigned pending tickets by queue, on the index of live tickets. */
  async waitingByQueue(tx: Tx): Promise<Map<number | null, number>> {
    const rows = await tx.query<{ queueId: number | null; n: number }>(waitingByQueue, [tx.companyId]);
    return new Map(rows.map(({ queueId, n }) => [queueId, n]));
  },
};

const waitingByQueue = {
  name: 'tickets.waiting-by-queue',
  text: `select queue_id as "queueId", count(*)::int as n from tickets
          where company_id = $1 and status = 'pending' and user_id is null group by queue_id`,
};
