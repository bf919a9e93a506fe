import type { Viewer } from '@balcao/domain/ticket/visibility';
import { and, inArray, sql } from 'drizzle-orm';
import { tickets } from '../../foundation/db/schema/tickets.ts';
import { own, type Tx } from '../../foundation/db/tx.ts';
import { seenOn, type Seen } from './list.store.ts';

/** Beyond this a count says only that there are very many. */
const MOST_COUNTED = 10_000;

interface Chosen {
  showAll: boolean;
  queueIds: number[];
}
interface TabCounts {
  open: number;
  pending: number;
  group: number;
  /** Tickets with something unread that this person is told of, whatever is chosen in the list. */
  unread: number;
}

export const countStore = {
  /** As the tabs would list them, in one statement along the index of what is alive. */
  async tabs(tx: Tx, viewer: Viewer, { showAll, queueIds }: Chosen): Promise<TabCounts> {
    const counted = (statuses: (typeof tickets.$inferSelect)['status'][], seen: Seen) => {
      const some = tx.sql
        .select({ one: sql`1` })
        .from(tickets)
        .where(and(own(tx, tickets), inArray(tickets.status, statuses), seenOn(viewer, seen)))
        .limit(MOST_COUNTED)
        .as('some');
      return sql<number>`(select count(*)::int from ${some})`;
    };
    const tab = (name: 'open' | 'pending' | 'group', statuses: Parameters<typeof counted>[0]) =>
      counted(statuses, { tab: name, showAll, queueIds, onlyUnread: false });
    const [row] = await tx.sql
      .select({
        open: tab('open', ['open']),
        pending: tab('pending', ['pending', 'lgpd']),
        group: tab('group', ['group']),
        unread: counted(['open', 'pending', 'group'], {
          tab: undefined,
          showAll: false,
          queueIds: [],
          onlyUnread: true,
        }),
      })
      .from(sql`(values (1)) as one`);
    return row ?? { open: 0, pending: 0, group: 0, unread: 0 };
  },
};
