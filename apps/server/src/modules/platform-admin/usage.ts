import { addDays } from '@balcao/domain/billing/due-date';
import { dateIn, instantOf } from '@balcao/domain/hours/hours';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { usageStore } from './usage.store.ts';

const DAYS_SHOWN = 31;
/** Companies that are asked for at once. */
const PORTION = 100;
const TIME_ZONE = 'America/Sao_Paulo';

/** What each company uses: rows and files, once a day. */
export const createUsage = ({ db, clock, companies, onError }: Deps) => ({
  /** Days of a company that exists, newest first. */
  days: (companyId: number) =>
    db.readCompany(companyId, async (tx) => {
      await companies.inTx.get(tx);
      return usageStore.days(tx, DAYS_SHOWN);
    }),

  /** Counts every company that has no count of today; tickets and messages are those of yesterday. */
  async countAll(): Promise<void> {
    const today = dateIn(TIME_ZONE, clock.now());
    const from = instantOf(`${addDays(today, -1)}T00:00`, TIME_ZONE);
    const to = instantOf(`${today}T00:00`, TIME_ZONE);
    const failed = new Set<number>();
    for (;;) {
      const due = await db.onPlatform((tx) => usageStore.due(tx, today, PORTION + failed.size));
      const left = due.filter((id) => !failed.has(id));
      if (left.length === 0) return;
      for (const companyId of left) {
        try {
          await db.inCompany(companyId, async (tx) => {
            await usageStore.count(tx, today, from, to);
            // Companies from before names were unique have not reserved theirs.
            await companies.reserveOwnName(tx);
          });
        } catch (error) {
          // The others are counted all the same.
          failed.add(companyId);
          onError(error);
        }
      }
    }
  },
});
interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
  onError(error: unknown): void;
}
export type Usage = ReturnType<typeof createUsage>;
