import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { LedgerRow } from '../../infrastructure/db/schema/billing.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { ledgerStore, type LedgerFilter } from './ledger.store.ts';

const PAGE = 30;
const MAX_TO_CHECK = 100;
export type NamedEntry = LedgerRow & { companyName: string | null };

/** The payment ledger: every payment that a provider reported, and what waits for a decision. */
export function createLedger({ db }: { db: Db }) {
  async function named(rows: LedgerRow[]): Promise<NamedEntry[]> {
    const names = await namesOf(rows.flatMap(({ companyId }) => companyId ?? []));
    return rows.map((row) => ({
      ...row,
      companyName: row.companyId === null ? null : (names.get(row.companyId) ?? null),
    }));
  }
  const namesOf = async (ids: number[]): Promise<ReadonlyMap<number, string>> =>
    ids.length === 0 ? new Map() : ledgerStore.companyNames(db, [...new Set(ids)]);
  return {
    named,
    /** The names of the companies that the charges with these references belong to. */
    async companiesOf(references: string[]): Promise<Map<string, string>> {
      const entries = await db.onPlatform((tx) => directoryStore.findMany(tx, 'charge', references.map(hashKey)));
      const names = await namesOf([...entries.values()].map(({ companyId }) => companyId));
      const found = new Map<string, string>();
      for (const reference of references) {
        const name = names.get(entries.get(hashKey(reference).toString('hex'))?.companyId ?? 0);
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
      const entries = await named([...held, ...disputes]);
      return { held: entries.slice(0, held.length), disputes: entries.slice(held.length), counts };
    },
  };
}
export type Ledger = ReturnType<typeof createLedger>;
