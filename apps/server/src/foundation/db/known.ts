/** So many companies are remembered; beyond it the one that has been known longest is asked for again. */
const MOST_COMPANIES = 2_000;

export interface Known {
  /** What is remembered under this name, or what `read` finds; kept only when `mayKeep`. */
  ask<T>(companyId: number, what: string, mayKeep: boolean, read: () => Promise<T>): Promise<T>;
  forget(companyId: number): void;
}

/**
 * Small things about a company that nearly every call asks for and that change seldom. Kept until the event log says
 * that one of them changed: at once for this node's own commits, through the tail for those of others.
 */
export function createKnown(): Known {
  const companies = new Map<number, Map<string, unknown>>();
  /** Raised with every forgetting: what was read before it is not kept after it. */
  let generation = 0;

  return {
    async ask<T>(companyId: number, what: string, mayKeep: boolean, read: () => Promise<T>): Promise<T> {
      const known = companies.get(companyId)?.get(what);
      if (known !== undefined) return known as T;
      const before = generation;
      const found = await read();
      if (mayKeep && generation === before) {
        if (!companies.has(companyId) && companies.size >= MOST_COMPANIES)
          companies.delete(companies.keys().next().value!);
        const own = companies.get(companyId) ?? new Map<string, unknown>();
        companies.set(companyId, own.set(what, found));
      }
      return found;
    },
    forget(companyId) {
      generation++;
      companies.delete(companyId);
    },
  };
}
