import { userRatings } from '../../infrastructure/db/schema/bot.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

export const ratingStore = {
  /** Adds the raw score, 0 to 10; screens show it as one of five faces. */
  add: (tx: Tx, rating: { ticketId: number; userId: number | null; rate: number; createdAt: Date }) =>
    tx.orm.insert(userRatings).values({ ...rating, companyId: tx.companyId }),
};
