/** Builds the periods of cycles from before periods existed, in portions. */
import type { Db } from '../../infrastructure/db/tx.ts';
import { cycleStore } from './cycles.store.ts';
import { pastPeriodStore } from './past-periods.store.ts';

/** Cycles per transaction. */
const PORTION = 200;
const MAX_COMPANIES = 100;
/** The job runs every minute; a run that is over before the next one starts never overlaps it. */
const RUN_MS = 40_000;

export const createPastPeriods = ({ db }: { db: Db }) => ({
  async build(portion = PORTION): Promise<void> {
    const endsAt = Date.now() + RUN_MS;
    let due = await pastPeriodStore.companiesDue(db, MAX_COMPANIES);
    // One portion per company in turn, so that a large company does not delay the others.
    while (due.length > 0 && Date.now() < endsAt) {
      const unfinished: number[] = [];
      for (const companyId of due)
        if (await db.inCompany(companyId, (tx) => cycleStore.buildPastPeriods(tx, portion))) unfinished.push(companyId);
      due = unfinished;
    }
  },
});
