import type { Tx } from '../../infrastructure/db/tx.ts';

export const ratingStore = {
  /** Adds the raw score, 0 to 10, of the ticket's current cycle; a cycle has one. Screens show one of five faces. */
  add: (tx: Tx, rating: { ticketId: number; userId: number | null; rate: number; createdAt: Date }) =>
    tx.query(add, [tx.companyId, rating.ticketId, rating.userId, rating.rate, rating.createdAt]),
};

const add = {
  name: 'user-ratings.add',
  text: `insert into user_ratings (company_id, ticket_id, user_id, rate, created_at, cycle_id)
         values ($1, $2, $3, $4, $5, (select id from ticket_tracking where company_id = $1 and ticket_id = $2 and finished_at is null))
         on conflict (company_id, cycle_id) where cycle_id is not null do nothing`,
};
