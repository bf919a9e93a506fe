import type { Tx } from '../../infrastructure/db/tx.ts';

// Locked in the order of ids, as several are only here.
const cancel = {
  name: 'schedules.cancel-of-contacts',
  text: `with waiting as (
           select id, next_at from schedules
            where company_id = $1 and contact_id = any($2::int[]) and cancels_on_reply and next_at is not null
            order by id for no key update),
         ended as (
           update schedules s set status = 'cancelled', next_at = null, last_run = s.last_run + 1,
                  revision = s.revision + 1, updated_at = now()
             from waiting w where s.company_id = $1 and s.id = w.id
           returning s.id, s.last_run, w.next_at),
         runs as (
           insert into schedule_runs (company_id, schedule_id, n, due_at, state)
           select $1, e.id, e.last_run, e.next_at, 'cancelled' from ended e)
         select id from ended order by id`,
};

export const scheduleCancelStore = {
  /** Ends the schedules that wait for a message of these contacts; returns their ids. */
  async ofContacts(tx: Tx, contactIds: number[]): Promise<number[]> {
    return (await tx.query<{ id: number }>(cancel, [tx.companyId, contactIds])).map(({ id }) => id);
  },
};
