import type { Db } from '../../infrastructure/db/tx.ts';
import {
  platformAdminStore,
  type ChannelCount,
  type ConnectionFilter,
  type ListedConnections,
} from './platform-admin.store.ts';

const PAGE = 100;
/** More than a platform has companies. */
const ALL = 1_000_000;
/** Companies that are searched at the same time, each on its own connection. */
const PARALLEL = 4;
/** Fewer digits are in nearly every number. */
const MIN_DIGITS = 3;
/** Punctuation of a typed number. */
const IN_NUMBERS = /[\s()+.-]/g;

/** Counts of the connections of all client companies. What the reviewed functions do not return is read inside each company. */
export const createConnectionCounting = ({ db }: { db: Db }) => {
  const pageOf = (filter: ConnectionFilter, limit: number) =>
    db.onPlatform((tx) => platformAdminStore.connectionCounts(tx, filter, limit));

  /** Companies with the text in their name, or in the name or number of a connection, in order. */
  async function found(filter: ConnectionFilter, limit: number): Promise<ListedConnections[]> {
    const [all, named] = [await pageOf({ ...filter, search: '' }, ALL), await pageOf(filter, ALL)];
    const shown = new Set(named.map(({ companyId }) => companyId));
    const typed = filter.search.replace(IN_NUMBERS, '');
    const digits = /^\d+$/.test(typed) && typed.length >= MIN_DIGITS ? typed : '';
    const waiting = all.filter(({ companyId, total }) => total > 0 && !shown.has(companyId)).values();
    await inParallel(waiting, async ({ companyId }) => {
      if (await db.readCompany(companyId, (tx) => platformAdminStore.hasConnection(tx, filter.search, digits)))
        shown.add(companyId);
    });
    return all.filter(({ companyId }) => shown.has(companyId)).slice(0, limit);
  }

  /** The states of a company are its first connections: those of a company with more are counted inside it. */
  async function channels(): Promise<ChannelCount[]> {
    const counts = new Map<ChannelCount['channel'], number>();
    const add = ({ channel, count }: ChannelCount) => counts.set(channel, (counts.get(channel) ?? 0) + count);
    const all = await pageOf({ search: '', isTroubled: false, after: undefined }, ALL);
    const isWhole = ({ states, total }: ListedConnections) => states.length === total;
    for (const { states } of all.filter(isWhole)) for (const { channel } of states) add({ channel, count: 1 });
    await inParallel(all.filter((row) => !isWhole(row)).values(), async ({ companyId }) =>
      (await db.readCompany(companyId, platformAdminStore.channelCounts)).forEach(add),
    );
    return [...counts].map(([channel, count]) => ({ channel, count })).sort(byCount);
  }

  return {
    /** One page, companies with a problem first, and the totals of all companies; those by channel with the last page. */
    async page(filter: ConnectionFilter) {
      const rows = filter.search === '' ? await pageOf(filter, PAGE + 1) : await found(filter, PAGE + 1);
      const totals = await db.onPlatform(platformAdminStore.connectionTotals);
      const companies = rows.slice(0, PAGE);
      const next = rows.length > PAGE ? companies.at(-1)! : null;
      return { companies, totals, channels: next ? null : await channels(), next };
    },
  };
};

const byCount = (a: ChannelCount, b: ChannelCount): number => b.count - a.count || a.channel.localeCompare(b.channel);

async function inParallel<T>(waiting: IterableIterator<T>, work: (item: T) => Promise<void>): Promise<void> {
  const next = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, next));
}
