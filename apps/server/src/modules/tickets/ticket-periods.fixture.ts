import type { TestServer } from '../../../test/server.ts';

export interface PeriodRow {
  kind: string;
  user_id: number | null;
  queue_id: number | null;
  minutes: number | null;
  ended_by: string | null;
}

/** Reads the periods of tickets, and lets time pass for one. */
export const createPeriodHelpers = (server: () => TestServer) => {
  const sql = async (text: string, values: unknown[] = []) => (await server().asOwner.query(text, values)).rows;
  return {
    sql,
    /** In minutes, of all cycles of the ticket; without the moment before a test sets the queue. */
    periods: async (ticketId: number): Promise<PeriodRow[]> =>
      (
        await sql(
          `select p.kind, p.user_id, p.queue_id, p.ended_by,
                round(extract(epoch from p.to_at - p.from_at) / 60)::int as minutes
           from ticket_periods p join ticket_tracking k on k.company_id = p.company_id and k.id = p.cycle_id
          where k.ticket_id = $1 order by p.id`,
          [ticketId],
        )
      ).filter(({ ended_by, minutes }) => ended_by !== 'queue' || minutes > 0),
    /** Moves everything that happened to the ticket into the past. */
    async pass(ticketId: number, minutes: number) {
      const interval = `make_interval(secs => ${minutes * 60})`;
      await sql(
        `update ticket_tracking set created_at = created_at - ${interval}, closed_at = closed_at - ${interval},
                finished_at = finished_at - ${interval}, first_reply_at = first_reply_at - ${interval},
                rating_at = rating_at - ${interval} where ticket_id = $1`,
        [ticketId],
      );
      await sql(
        `update ticket_periods p set cycle_at = cycle_at - ${interval}, from_at = from_at - ${interval}, to_at = to_at - ${interval}
           from ticket_tracking k where k.id = p.cycle_id and k.company_id = p.company_id and k.ticket_id = $1`,
        [ticketId],
      );
      await sql(
        `update tickets set created_at = created_at - ${interval}, waiting_since = waiting_since - ${interval} where id = $1`,
        [ticketId],
      );
    },
    /** Cycles whose periods have a gap or overlap, do not cover the cycle, or are open in a wrong number. */
    broken: (companyId: number) =>
      sql(
        `select k.id from ticket_tracking k
          where k.company_id = $1 and not (
            (select count(*) from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id and p.to_at is null)
              = (k.finished_at is null)::int
            and (select min(from_at) from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id) = k.created_at
            and (k.finished_at is null or k.finished_at =
                  (select max(to_at) from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id))
            and not exists (select from (
                  select p.to_at, lead(p.from_at) over (order by p.id) as next_at from ticket_periods p
                   where p.company_id = k.company_id and p.cycle_id = k.id) n where n.next_at <> n.to_at))`,
        [companyId],
      ),
  };
};
