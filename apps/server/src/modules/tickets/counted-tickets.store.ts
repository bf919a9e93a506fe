import type { ListedTicket } from '@balcao/domain/ticket/scope';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** What decides on which tabs a counted ticket is counted. `connectionId` is set for groups only: no other tab uses it. */
export type CountedTicketFields = ListedTicket & { hasUnread: boolean };
type GroupRow = CountedTicketFields & { ids: number[] };
type TicketRow = CountedTicketFields & { id: number };

export const countedTicketStore = {
  /** At most `limit` counted tickets, those with the same fields as one row. */
  load: (tx: Tx, limit: number) => tx.query<GroupRow>(load, [tx.companyId, limit]),
  /** Those of the tickets that are counted. */
  byIds: (tx: Tx, ids: number[]) => tx.query<TicketRow>(byIds, [tx.companyId, ids]),
};

const FIELDS = `status, user_id as "userId", queue_id as "queueId", is_group as "isGroup",
                case when status = 'group' then connection_id end as "connectionId", unread > 0 as "hasUnread"`;
/**
 * Counted tickets are those that a tab counts. Live tickets (`tickets.store.ts`) are all that are not closed: also those
 * that wait for a rating. Statuses as literals: they imply the condition of the partial index, which alone answers the
 * statement.
 */
const IS_COUNTED = `status in ('open', 'pending', 'lgpd', 'group')`;

const load = {
  name: 'counted-tickets.load',
  text: `select ${FIELDS}, array_agg(id) as ids
           from (select id, status, user_id, queue_id, is_group, connection_id, unread from tickets
                  where company_id = $1 and ${IS_COUNTED} limit $2) counted
          group by 1, 2, 3, 4, 5, 6`,
};
const byIds = {
  name: 'counted-tickets.by-ids',
  text: `select id, ${FIELDS} from tickets where company_id = $1 and id = any($2::int[]) and ${IS_COUNTED}`,
};
