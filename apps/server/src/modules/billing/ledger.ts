import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { LedgerRow } from '../../infrastructure/db/schema/billing.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { ledgerStore, type LedgerFilter } from './ledger.store.ts';

const PAGE = 30;
const MAX_TO_CHECK = 100;
export type NamedEntry = LedgerRow & { companyName: string | null };

/** The payment ledger: every payment that a provider reported, and what waits for a decision. */
export function createLedger({ db }: { db: Db }) {
  /** A page names few companies; each name is read inside its company, and cached. */
  async function named(rows: LedgerRow[]): Promise<NamedEntry[]> {
    const names = new Map<number, string | null>();
    for (const { companyId } of rows)
      if (companyId !== null && !names.has(companyId)) names.set(companyId, await nameOf(companyId));
    return rows.map((row) => ({
      ...row,
      companyName: row.companyId === null ? null : (names.get(row.companyId) ?? null),
    }));
  }
  const nameOf = (companyId: number) =>
    db.readCompany(companyId, (tx) => tx.cached('company-name', () => ledgerStore.companyName(tx)));
  return {
    named,
    /** The names of the companies that the charges with these references belong to. */
    async companiesOf(references: string[]): Promise<Map<string, string>> {
      const entries = await db.onPlatform((tx) => directoryStore.findMany(tx, 'charge', references.map(hashKey)));
      const names = new Map<number, string | null>();
      const found = new Map<string, string>();
      for (const reference of references) {
        const companyId = entries.get(hashKey(reference).toString('hex'))?.companyId;
        if (companyId === undefined) continue;
        if (!names.has(companyId)) names.set(companyId, await nameOf(companyId));
        const name = names.get(companyId);
        if (name) found.set(reference, name);
      }
      return found;
    },
    /** Newest first. */
    async list(filter: Omit<LedgerFilter, 'limit'>) {
      const rows = await ledgerStore.page(db, { ...filter, limit: PAGE + 1 });
      const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
      return {
        entries: await named(rows.slice(0, PAGE)),
        next: last && { paidAt: last.paidAtText, provider: last.provider, paymentId: last.paymentId },
      };
    },
    async toCheck() {
      const [held, disputes, counts] = await Promise.all([
        ledgerStore.held(db, MAX_TO_CHECK),
        ledgerStore.disputed(db, MAX_TO_CHECK),
        ledgerStore.counts(db),
      ]);
      return { held: await named(held), disputes: await named(disputes), counts };
    },
  };
}
export type Ledger = ReturnType<typeof createLedger>;
