/** Bound of the cache; beyond it the company that was cached first is evicted. */
const MAX_COMPANIES = 2_000;

export interface CompanyCache {
  /** Returns the cached value or the result of `load`, which is stored only when `canStore`. */
  getOrLoad<T>(companyId: number, key: string, canStore: boolean, load: () => Promise<T>): Promise<T>;
  invalidate(companyId: number): void;
}

/**
 * Small, rarely changed company values that nearly every call needs. A company's values are cached until the event log
 * reports a change: immediately for commits of this node, through the event tail for commits of other nodes.
 */
export function createCompanyCache(): CompanyCache {
  const companies = new Map<number, Map<string, unknown>>();
  /** Incremented by every invalidation: a value loaded before it is not stored after it. */
  let generation = 0;

  return {
    async getOrLoad<T>(companyId: number, key: string, canStore: boolean, load: () => Promise<T>): Promise<T> {
      const cached = companies.get(companyId)?.get(key);
      if (cached !== undefined) return cached as T;
      const before = generation;
      const value = await load();
      if (canStore && generation === before) {
        if (!companies.has(companyId) && companies.size >= MAX_COMPANIES)
          companies.delete(companies.keys().next().value!);
        const own = companies.get(companyId) ?? new Map<string, unknown>();
        companies.set(companyId, own.set(key, value));
      }
      return value;
    },
    invalidate(companyId) {
      generation++;
      companies.delete(companyId);
    },
  };
}
