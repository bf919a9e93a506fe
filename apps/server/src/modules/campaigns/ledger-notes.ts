/** Messages of a company whose change is remembered until the next update; the sweep finds the others. */
const MAX_NOTED = 5000;

export interface CompanyNotes {
  companyId: number;
  /** Campaigns whose recipients changed. */
  campaignIds: number[];
  messageIds: number[];
}

/** What this process remembers of campaigns until the ledger is updated. A lost note is found by the sweep. */
export function createLedgerNotes() {
  /** Companies with recipients whose receipts may change, and messages that changed in them. */
  const noted = new Map<number, Set<number>>();
  const touched = new Map<number, Set<number>>();
  /** Companies with running campaigns, whichever node sends them. */
  let running: ReadonlySet<number> = new Set();

  function watch(companyId: number, campaignIds: readonly number[] = []): void {
    if (!noted.has(companyId)) noted.set(companyId, new Set());
    const ids = touched.get(companyId) ?? new Set();
    for (const id of campaignIds) ids.add(id);
    if (ids.size > 0) touched.set(companyId, ids);
  }
  function note(companyId: number, messageId: number): void {
    const ids = noted.get(companyId);
    if (ids && ids.size < MAX_NOTED) ids.add(messageId);
  }

  return {
    /** The company has recipients whose receipts will follow. */
    watch,
    /** Outcomes arrive on any node, not only on the one that sends. */
    watchRunning(companyIds: readonly number[]): void {
      running = new Set(companyIds);
      for (const companyId of running) watch(companyId);
    },
    /** A message changed; most belong to no campaign. */
    note,
    /** Removes and returns what was noted. */
    take(): CompanyNotes[] {
      const companies = new Set([...touched.keys(), ...[...noted].flatMap(([id, ids]) => (ids.size > 0 ? [id] : []))]);
      return [...companies].map((companyId) => {
        const campaignIds = [...(touched.get(companyId) ?? [])];
        const messageIds = [...(noted.get(companyId) ?? [])];
        touched.delete(companyId);
        noted.get(companyId)?.clear();
        return { companyId, campaignIds, messageIds };
      });
    },
    putBack({ companyId, campaignIds, messageIds }: CompanyNotes): void {
      watch(companyId, campaignIds);
      for (const id of messageIds) note(companyId, id);
    },
    watchedIds: (): number[] => [...noted.keys()],
    /** Stops watching companies that have neither running campaigns nor pending recipients. */
    forget(companyIds: readonly number[], pending: ReadonlySet<number>): void {
      for (const companyId of companyIds)
        if (!pending.has(companyId) && !running.has(companyId)) noted.delete(companyId);
    },
  };
}
