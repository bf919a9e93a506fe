/** Gives tickets from before ticket numbers theirs, in portions. */
import type { Db } from '../../infrastructure/db/tx.ts';
import { ticketNumberStore } from './ticket-numbers.store.ts';

/** Tickets per transaction. New tickets of the company wait for it with their commit. */
const PORTION = 200;
const MAX_COMPANIES = 100;
/** The job runs every minute; a run that is over before the next one starts never overlaps it. */
const RUN_MS = 40_000;

export const createTicketNumbers = ({ db }: { db: Db }) => ({
  async backfill(portion = PORTION): Promise<void> {
    const endsAt = Date.now() + RUN_MS;
    let due = await ticketNumberStore.companiesDue(db, MAX_COMPANIES);
    // One portion per company in turn, so that a large company does not delay the others.
    while (due.length > 0 && Date.now() < endsAt) {
      const unfinished: number[] = [];
      for (const companyId of due)
        if (await db.inCompany(companyId, (tx) => ticketNumberStore.backfill(tx, portion))) unfinished.push(companyId);
      due = unfinished;
    }
  },
});
