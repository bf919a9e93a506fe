import type { ListedTicket } from '@balcao/domain/ticket/scope';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** What decides on which tabs a live ticket is counted. `connectionId` is set for groups only: no other tab uses it. */
export type LiveTicketFields = ListedTicket & { hasUnread: boolean };
type GroupRow = LiveTicketFields & { ids: number[] };
type TicketRow = LiveTicketFields & { id: number };

export const liveTicketStore = {
  /** At most `limit` live tickets, those with the same fields as one row. */
  load: (tx: Tx, limit: number) => tx.query<GroupRow>(load, [tx.companyId, limit]),
  /** Those of the tickets that are live. */
  byIds: (tx: Tx, ids: number[]) => tx.query<TicketRow>(byIds, [tx.companyId, ids]),
};

const FIELDS = `status, user_id as "userId", queue_id as "queueId", is_group as "isGroup",
                case when status = 'group' then connection_id end as "connectionId", unread > 0 as "hasUnread"`;
// Statuses as literals: they imply the condition of the partial index, which alone answers the statement.
const IS_LIVE = `status in ('open', 'pending', 'lgpd', 'group')`;

const load = {
  name: 'live-tickets.load',
  text: `select ${FIELDS}, array_agg(id) as ids
           from (select id, status, user_id, queue_id, is_group, connection_id, unread from tickets
                  where company_id = $1 and ${IS_LIVE} limit $2) live
          group by 1, 2, 3, 4, 5, 6`,
};
const byIds = {
  name: 'live-tickets.by-ids',
  text: `select id, ${FIELDS} from tickets where company_id = $1 and id = any($2::int[]) and ${IS_LIVE}`,
};
