import type { Connection } from '@balcao/contract/endpoints/connections';
import { fold } from '@balcao/domain/text/fold';
import { createCompanyCache } from '../../infrastructure/db/company-cache.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { platformAdminStore, type ConnectionFilter, type NamedConnection } from './platform-admin.store.ts';

type Channel = Connection['channel'];

const PAGE = 100;
/** More than a platform has companies. */
const ALL = 1_000_000;
/** Companies whose names of connections are kept: a few hundred bytes each. */
const MAX_CACHED = 20_000;
/** Companies that are read at the same time, each on its own connection. */
const PARALLEL = 4;
/** Fewer digits are in nearly every number. */
const MIN_DIGITS = 3;
/** Punctuation of a typed number. */
const IN_NUMBERS = /[\s()+.-]/g;

/**
 * Counts of the connections of all client companies. Names and numbers, which the reviewed functions do not return, are read
 * inside each company, and kept until one of its connections changes.
 */
export const createConnectionCounting = ({ db }: { db: Db }) => {
  const cache = createCompanyCache(MAX_CACHED);
  const pageOf = (filter: ConnectionFilter, limit: number) =>
    db.onPlatform((tx) => platformAdminStore.connectionCounts(tx, filter, limit));
  const namesIn = (companyId: number): Promise<NamedConnection[]> =>
    cache.getOrLoad(companyId, 'connections', true, () =>
      db.readCompany(companyId, platformAdminStore.connectionNames),
    );
  async function connectionsOf(companyIds: readonly number[]): Promise<Map<number, NamedConnection[]>> {
    const found = new Map<number, NamedConnection[]>();
    const waiting = companyIds.values();
    const work = async () => {
      for (const companyId of waiting) found.set(companyId, await namesIn(companyId));
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    return found;
  }

  /** Keys of the companies with the text in the name or number of a connection, whose own name is another. */
  async function matching(search: string): Promise<Set<number>> {
    const [text, digits] = [fold(search), digitsOf(search)];
    const has = ({ name, number }: NamedConnection) =>
      fold(name).includes(text) || (digits !== undefined && number.includes(digits));
    const counted = await db.onPlatform(platformAdminStore.countedCompanies);
    const candidates = counted.filter(({ name, total }) => total > 0 && !fold(name).includes(text));
    const connections = await connectionsOf(candidates.map(({ companyId }) => companyId));
    return new Set([...connections].filter(([, own]) => own.some(has)).map(([companyId]) => companyId));
  }
  /** Companies with the text in their name, or in the name or number of a connection, in order. */
  async function found(filter: ConnectionFilter, limit: number) {
    const matches = await matching(filter.search);
    if (matches.size === 0) return pageOf(filter, limit);
    const named = new Set((await pageOf(filter, ALL)).map(({ companyId }) => companyId));
    const all = await pageOf({ ...filter, search: '' }, ALL);
    return all.filter(({ companyId }) => named.has(companyId) || matches.has(companyId)).slice(0, limit);
  }

  /** The states of a company are its first connections: the names are read of those that have more. */
  async function channels(): Promise<{ channel: Channel; count: number }[]> {
    const all = await pageOf({ search: '', isTroubled: false, after: undefined }, ALL);
    const larger = all.filter(({ states, total }) => states.length < total);
    const connections = await connectionsOf(larger.map(({ companyId }) => companyId));
    const counts = new Map<Channel, number>();
    for (const { companyId, states } of all)
      for (const { channel } of connections.get(companyId) ?? states)
        counts.set(channel, (counts.get(channel) ?? 0) + 1);
    return [...counts]
      .map(([channel, count]) => ({ channel, count }))
      .sort((a, b) => b.count - a.count || a.channel.localeCompare(b.channel));
  }

  return {
    invalidate: cache.invalidate,
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

/** The digits of a text that looks like a number. */
function digitsOf(search: string): string | undefined {
  const typed = search.replace(IN_NUMBERS, '');
  return /^\d+$/.test(typed) && typed.length >= MIN_DIGITS ? typed : undefined;
}
