/** Builds the periods of services from before periods existed, in portions. */
import type { Db } from '../../infrastructure/db/tx.ts';
import { ticketTrackingStore } from './ticket-tracking.store.ts';

/** Services per transaction. */
const PORTION = 200;
const MAX_COMPANIES = 100;
/** The job runs every minute; a run that is over before the next one starts never overlaps it. */
const RUN_MS = 40_000;

export const createPastPeriods = ({ db }: { db: Db }) => ({
  async build(portion = PORTION): Promise<void> {
    const endsAt = Date.now() + RUN_MS;
    let due = (await db.query<{ companyId: number }>(companiesDue, [MAX_COMPANIES])).map(({ companyId }) => companyId);
    // One portion per company in turn, so that a large company does not delay the others.
    while (due.length > 0 && Date.now() < endsAt) {
      const unfinished: number[] = [];
      for (const companyId of due)
        if (await db.inCompany(companyId, (tx) => ticketTrackingStore.buildPastPeriods(tx, portion)))
          unfinished.push(companyId);
      due = unfinished;
    }
  },
});

const companiesDue = {
  name: 'ticket-periods.companies-due',
  text: 'select company_id as "companyId" from period_backfills_due($1)',
};
