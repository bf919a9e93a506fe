import { userRatings } from '../../infrastructure/db/schema/bot.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

export const ratingStore = {
  /** Raw, 0 to 10; the faces are made of it where they are shown. */
  add: (tx: Tx, rating: { ticketId: number; userId: number | null; rate: number; createdAt: Date }) =>
    tx.orm.insert(userRatings).values({ ...rating, companyId: tx.companyId }),
};
