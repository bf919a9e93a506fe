import type { Db, Tx } from '../../infrastructure/db/tx.ts';

/** Numbers of tickets that are older than ticket numbers. New tickets get theirs from the database when they commit. */
export const ticketNumberStore = {
  /** The numbers of tickets by id; a ticket without a number yet is missing. */
  async of(tx: Tx, ids: number[]): Promise<Map<number, number>> {
    if (ids.length === 0) return new Map();
    const rows = await tx.query<{ id: number; number: number }>(numbersOf, [tx.companyId, ids]);
    return new Map(rows.map(({ id, number }) => [id, number]));
  },
  /** Companies with tickets that wait for their number. */
  companiesDue: async (db: Db, limit: number): Promise<number[]> =>
    (await db.query<{ companyId: number }>(companiesDue, [limit])).map(({ companyId }) => companyId),
  /** Numbers the next tickets; false if none are left. */
  async backfill(tx: Tx, limit: number): Promise<boolean> {
    const [row] = await tx.query<{ isPending: boolean }>(backfill, [tx.companyId, limit]);
    return row?.isPending ?? false;
  },
};

const numbersOf = {
  name: 'ticket-numbers.of',
  text: 'select id, number from tickets where company_id = $1 and id = any($2::int[]) and number is not null',
};
const companiesDue = {
  name: 'ticket-numbers.companies-due',
  text: 'select company_id as "companyId" from ticket_backfills_due($1)',
};
// The lock of the counter makes a second worker wait for the committed position and then find the next tickets.
const backfill = {
  name: 'ticket-numbers.backfill',
  text: `with counter as materialized (
           select backfill_number, backfill_id, backfill_until_id from ticket_counters
            where company_id = $1 and backfill_until_id is not null for update),
         portion as (
           select t.id, c.backfill_number + row_number() over (order by t.id) as number
             from counter c cross join lateral (
               select id from tickets where company_id = $1 and id > c.backfill_id and id <= c.backfill_until_id
                order by id limit $2) t),
         numbered as (
           update tickets t set number = p.number from portion p
            where t.company_id = $1 and t.id = p.id and t.number is null)
         update ticket_counters
            set backfill_number = greatest(backfill_number, (select coalesce(max(number), 0) from portion)),
                backfill_id = (select coalesce(max(id), backfill_id) from portion),
                backfill_until_id = case when (select count(*) from portion) = $2 then backfill_until_id end
          where company_id = $1 and exists (select from counter)
         returning backfill_until_id is not null as "isPending"`,
};
