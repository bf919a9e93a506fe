import { AppError } from '../../infrastructure/app-error.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { isWithinShare } from '../../infrastructure/limits/company-turns.ts';
import { inboxStore, type Stored } from './inbox.store.ts';

/** Entries of all companies. A request above its company's share is refused, and the channel retries it later. */
const MAX_PENDING: Stored = { count: 4000, bytes: 64 * 1024 * 1024 };
const MAX_STORED: Stored = { count: 100_000, bytes: 2 * 1024 ** 3 };
const COUNT_EVERY_MS = 1000;
const MAX_COUNTED_COMPANIES = 10_000;
const ALL_COMPANIES = 0;

interface CompanyUsage {
  own: Stored;
  all: Stored;
}
const isAllowed = ({ own, all }: CompanyUsage, max: Stored): boolean =>
  isWithinShare({ own: own.count, used: all.count, max: max.count }) &&
  isWithinShare({ own: own.bytes, used: all.bytes, max: max.bytes });

/** Bounds of the payloads in memory and in the inbox, for each company and overall. */
export function createInboxLimits(db: Db) {
  const pending = createUsage();
  const stored = createStoredCounts(db);
  return {
    addPending: pending.add,
    async refuseWhenFull(companyId: number): Promise<void> {
      if (!isAllowed(pending.of(companyId), MAX_PENDING)) throw new AppError('ERR_BUSY', { retryAfterSeconds: 5 });
      if (!isAllowed(await stored.of(companyId), MAX_STORED)) throw new AppError('ERR_BUSY', { retryAfterSeconds: 30 });
    },
  };
}

/** Counts and bytes by company and in total. */
function createUsage() {
  const byCompany = new Map<number, Stored>();
  const all: Stored = { count: 0, bytes: 0 };
  return {
    of: (companyId: number): CompanyUsage => ({ own: byCompany.get(companyId) ?? { count: 0, bytes: 0 }, all }),
    add(companyId: number, count: number, bytes: number) {
      const own = byCompany.get(companyId) ?? { count: 0, bytes: 0 };
      for (const usage of [own, all]) {
        usage.count += count;
        usage.bytes += bytes;
      }
      if (own.count > 0) byCompany.set(companyId, own);
      else byCompany.delete(companyId);
    },
  };
}

/** What is stored of a company and of all, counted at most once a second. */
function createStoredCounts(db: Db) {
  const countedOf = new Map<number, { at: number; stored: Stored }>();
  async function counted(companyId: number, count: () => Promise<Stored>): Promise<Stored> {
    const known = countedOf.get(companyId);
    if (known && Date.now() - known.at <= COUNT_EVERY_MS) return known.stored;
    // Set before the query, so that concurrent requests do not count too.
    countedOf.set(companyId, { at: Date.now(), stored: known?.stored ?? { count: 0, bytes: 0 } });
    const stored = await count();
    if (countedOf.size > MAX_COUNTED_COMPANIES) countedOf.clear();
    countedOf.set(companyId, { at: Date.now(), stored });
    return stored;
  }
  return {
    async of(companyId: number): Promise<CompanyUsage> {
      const all = await counted(ALL_COMPANIES, () => inboxStore.stored(db));
      // With little stored no company can exceed its share.
      if (all.count * 2 < MAX_STORED.count && all.bytes * 2 < MAX_STORED.bytes) return { own: all, all };
      return { own: await counted(companyId, () => inboxStore.storedOf(db, companyId)), all };
    },
  };
}
