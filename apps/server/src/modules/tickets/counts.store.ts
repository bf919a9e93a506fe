import type { Viewer } from '@balcao/domain/ticket/scope';
import { and, inArray, sql } from 'drizzle-orm';
import { tickets } from '../../infrastructure/db/schema/tickets.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';
import { visibleOnTab, type TabFilter } from './list.store.ts';

/** Beyond this a count says only that there are very many. */
const MAX_COUNTED = 10_000;

interface CountFilter {
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
  async tabs(tx: Tx, viewer: Viewer, { showAll, queueIds }: CountFilter): Promise<TabCounts> {
    const counted = (statuses: (typeof tickets.$inferSelect)['status'][], seen: TabFilter) => {
      const limited = tx.orm
        .select({ one: sql`1` })
        .from(tickets)
        .where(and(own(tx, tickets), inArray(tickets.status, statuses), visibleOnTab(viewer, seen)))
        .limit(MAX_COUNTED)
        .as('some');
      return sql<number>`(select count(*)::int from ${limited})`;
    };
    const tab = (name: 'open' | 'pending' | 'group', statuses: Parameters<typeof counted>[0]) =>
      counted(statuses, { tab: name, showAll, queueIds, onlyUnread: false });
    const [row] = await tx.orm
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
