/** Stops a transaction of the server right before its commit, to kill the server at that moment. */
import pg from 'pg';
import { until } from './wait.ts';

/** Arbitrary advisory-lock id. */
const LOCK = 4_500_011;
export type Side = 'before' | 'after';

/** For transactions that store steps of flows, or change the state of a call to a service. One at a time. */
export async function createCommitStop(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  // A deferred trigger is the last work of a commit. The server's own time limits for locks do not apply to it.
  await client.query(`
    create table chaos_stop (company_id integer, node text, event text);
    create function chaos_stop() returns trigger language plpgsql security definer as $$
    declare
      name text := coalesce(to_jsonb(new) ->> 'event', to_jsonb(new) ->> 'state');
    begin
      if exists (select from chaos_stop s
                  where s.company_id = new.company_id and s.node = new.node and s.event = name) then
        perform set_config('lock_timeout', '0', true);
        perform pg_advisory_xact_lock_shared(${LOCK});
      end if;
      return null;
    end $$;
    create constraint trigger chaos_stop after insert on flow_steps deferrable initially deferred
      for each row execute function chaos_stop();
    create constraint trigger chaos_stop after insert or update on flow_calls deferrable initially deferred
      for each row execute function chaos_stop()`);

  return {
    /** The next transaction that stores this step, or this state of a call, stops at its commit. */
    async prepare(companyId: number, node: string, event: string): Promise<void> {
      await client.query('select pg_advisory_lock($1)', [LOCK]);
      await client.query('insert into chaos_stop values ($1, $2, $3)', [companyId, node, event]);
    },
    /** The database process that waits in its commit. */
    async stopped(): Promise<number> {
      const waiting = async () =>
        (
          await client.query<{ pid: number }>(
            `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
            [LOCK],
          )
        ).rows[0]?.pid;
      return (await until('a transaction to reach its commit', waiting, (pid) => pid !== undefined, { everyMs: 10 }))!;
    },
    /** Lets the commit fail (before) or succeed (after), and waits for the end of its process. */
    async release(pid: number, side: Side): Promise<void> {
      await client.query('delete from chaos_stop');
      if (side === 'before') await client.query('select pg_terminate_backend($1)', [pid]);
      const isGone = async () =>
        (await client.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 0;
      if (side === 'before') await until('the transaction to be rolled back', isGone, Boolean);
      await client.query('select pg_advisory_unlock($1)', [LOCK]);
      await until('the process of the transaction to end', isGone, Boolean);
    },
    async remove(): Promise<void> {
      await client.query(`drop trigger chaos_stop on flow_steps; drop trigger chaos_stop on flow_calls;
                          drop function chaos_stop(); drop table chaos_stop`);
      await client.end();
    },
  };
}
