import type { Clock } from '../../infrastructure/clock.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { countedTicketStore, type CountedTicketFields } from './counted-tickets.store.ts';

/** Counted tickets with the same fields, and how many there are. */
export type CountedTicketGroup = CountedTicketFields & { count: number };

/** Counted tickets of a company beyond which it has no index: its tickets are counted by statements. */
const MAX_TICKETS = 200_000;
/** Bounds of the memory for all companies; beyond them the company that was used least recently is dropped. */
const MAX_TICKETS_IN_MEMORY = 500_000;
const MAX_COMPANIES = 2_000;
/** Changed tickets beyond which loading all is no worse than reading them by id. */
const MAX_CHANGED = 2_000;
/** An index is loaded again after this long, in case a ticket has changed without an event. */
const MAX_AGE_MS = 60_000;

/**
 * Index of each company's counted tickets in memory, so that counting them reads no rows. Events name the tickets that
 * have changed; the next request reads only these again.
 */
export function createCountedTickets({ clock, maxTickets = MAX_TICKETS }: { clock: Clock; maxTickets?: number }) {
  /** In the order of their last use. */
  const companies = new Map<number, CompanyIndex>();

  function indexOf(companyId: number): CompanyIndex {
    const found = companies.get(companyId);
    const isUsable = found && (found.refresh !== undefined || Math.abs(+clock.now() - found.loadedAt) <= MAX_AGE_MS);
    const index = isUsable ? found : createIndex(+clock.now());
    companies.delete(companyId);
    companies.set(companyId, index);
    return index;
  }

  function dropLeastUsed() {
    let total = companies.values().reduce((sum, { groupOf }) => sum + groupOf.size, 0);
    for (const [companyId, { groupOf }] of companies) {
      if (companies.size <= 1 || (total <= MAX_TICKETS_IN_MEMORY && companies.size <= MAX_COMPANIES)) return;
      companies.delete(companyId);
      total -= groupOf.size;
    }
  }

  async function load(tx: Tx, index: CompanyIndex): Promise<void> {
    const rows = await countedTicketStore.load(tx, maxTickets + 1);
    const total = rows.reduce((sum, { ids }) => sum + ids.length, 0);
    index.state = total > maxTickets ? 'too-large' : 'loaded';
    if (index.state === 'loaded')
      for (const { ids, ...fields } of rows) {
        const group = groupWith(index, fields);
        for (const id of ids) put(index, id, group);
      }
    dropLeastUsed();
  }

  /** A ticket that changes again while it is read is in the new set, and read again by the next request. */
  async function readChanged(tx: Tx, index: CompanyIndex): Promise<void> {
    const ids = [...index.changedIds];
    index.changedIds = new Set();
    const rows = new Map((await countedTicketStore.byIds(tx, ids)).map(({ id, ...fields }) => [id, fields]));
    for (const id of ids) {
      const fields = rows.get(id);
      put(index, id, fields && groupWith(index, fields));
    }
  }

  async function refresh(tx: Tx, index: CompanyIndex): Promise<void> {
    try {
      await (index.state === 'new' ? load(tx, index) : readChanged(tx, index));
    } catch (error) {
      if (companies.get(tx.companyId) === index) companies.delete(tx.companyId);
      throw error;
    } finally {
      index.refresh = undefined;
    }
  }

  return {
    /** The groups as they are now; undefined for a company with too many counted tickets. Not in a snapshot `tx`. */
    async groups(tx: Tx): Promise<Iterable<CountedTicketGroup> | undefined> {
      // A refresh that began before this request may lack what has changed since: only later ones are shared.
      await companies.get(tx.companyId)?.refresh?.catch(() => {});
      const index = indexOf(tx.companyId);
      if (isOutdated(index)) await (index.refresh ??= refresh(tx, index));
      return index.state === 'loaded' ? index.groups.values() : undefined;
    },
    /** A ticket was opened, changed or removed. */
    markChanged(companyId: number, ticketId: number) {
      const index = companies.get(companyId);
      if (!index || index.state === 'too-large') return;
      index.changedIds.add(ticketId);
      if (index.changedIds.size > MAX_CHANGED) companies.delete(companyId);
    },
    /** Unnamed tickets have changed. A load that is under way answers its own requests only. */
    drop: (companyId: number) => void companies.delete(companyId),
  };
}
export type CountedTickets = ReturnType<typeof createCountedTickets>;

interface CompanyIndex {
  state: 'new' | 'loaded' | 'too-large';
  /** When its load began. */
  loadedAt: number;
  groupOf: Map<number, CountedTicketGroup>;
  groups: Map<string, CountedTicketGroup>;
  changedIds: Set<number>;
  /** Under way; it ends before the state or a group is used again. */
  refresh: Promise<void> | undefined;
}
const createIndex = (loadedAt: number): CompanyIndex => ({
  state: 'new',
  loadedAt,
  groupOf: new Map(),
  groups: new Map(),
  changedIds: new Set(),
  refresh: undefined,
});

const isOutdated = ({ state, changedIds, refresh }: CompanyIndex): boolean =>
  refresh !== undefined || state === 'new' || (state === 'loaded' && changedIds.size > 0);

function groupWith({ groups }: CompanyIndex, fields: CountedTicketFields): CountedTicketGroup {
  const key = keyOf(fields);
  let group = groups.get(key);
  if (!group) groups.set(key, (group = { ...fields, count: 0 }));
  return group;
}
/** Moves a ticket into a group; without one it is no longer counted. */
function put({ groupOf, groups }: CompanyIndex, id: number, group: CountedTicketGroup | undefined) {
  const former = groupOf.get(id);
  if (former === group) return;
  if (former && --former.count === 0) groups.delete(keyOf(former));
  if (!group) return void groupOf.delete(id);
  group.count++;
  groupOf.set(id, group);
}

const keyOf = ({ status, userId, queueId, isGroup, connectionId, hasUnread }: CountedTicketFields): string =>
  `${status} ${userId} ${queueId} ${isGroup} ${connectionId} ${hasUnread}`;
