/** So many companies are remembered; beyond it the one that has been known longest is asked for again. */
const MAX_COMPANIES = 2_000;

export interface CompanyCache {
  /** What is remembered under this name, or what `read` finds; kept only when `mayKeep`. */
  getOrLoad<T>(companyId: number, key: string, canStore: boolean, load: () => Promise<T>): Promise<T>;
  invalidate(companyId: number): void;
}

/**
 * Small things about a company that nearly every call asks for and that change seldom. Kept until the event log says
 * that one of them changed: at once for this node's own commits, through the tail for those of others.
 */
export function createCompanyCache(): CompanyCache {
  const companies = new Map<number, Map<string, unknown>>();
  /** Raised with every forgetting: what was read before it is not kept after it. */
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
