/** Flows, their waits and steps, written as the database owner. */
import type pg from 'pg';
import type { FlowDoc } from '@balcao/domain/flow/document';

/** Steps of each run. */
const STEPS_PER_RUN = 10;
const DAYS = 30;

/** Publishes a flow; with a phrase, that phrase starts it. Nodes that run already must drop their cached catalog. */
export async function publishFlow(owner: pg.Client, companyId: number, doc: FlowDoc, phrase?: string): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into flows (company_id, name) values ($1, 'Fluxo ' || gen_random_uuid()) returning id`,
    [companyId],
  );
  const { id } = rows[0]!;
  await owner.query(
    `with version as (
       insert into flow_versions (company_id, flow_id, number, doc, digest) values ($1, $2, 1, $3, '') returning id)
     update flows set live_version_id = version.id from version where company_id = $1 and flows.id = $2`,
    [companyId, id, JSON.stringify(doc)],
  );
  if (phrase !== undefined)
    await owner.query('insert into flow_phrases (company_id, name, phrase, flow_id) values ($1, $2, $2, $3)', [
      companyId,
      phrase,
      id,
    ]);
  return id;
}

/** Lets the waits for time end evenly within this time, beginning in two seconds. */
export async function spreadWaits(owner: pg.Client, companyId: number, withinMs: number): Promise<void> {
  await owner.query(
    `with due as (
       select id, now() + interval '2 seconds'
                + make_interval(secs => $2::float8 / 1000 * (row_number() over (order by id) - 1) / count(*) over ()) as at
         from flow_runs where company_id = $1 and wait = 'time')
     update flow_runs r set wake_at = due.at, state = jsonb_set(r.state, '{wait,until}', to_jsonb(to_char(
            due.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
       from due where r.company_id = $1 and r.id = due.id`,
    [companyId, withinMs],
  );
}

/** Records when the end of each waiting run is committed. */
export async function watchEnds(owner: pg.Client, companyId: number) {
  await owner.query(`
    create table bench_ends (run_id bigint, due_at timestamptz, at timestamptz);
    create function bench_end() returns trigger language plpgsql security definer as $$
    begin
      insert into bench_ends values (new.id, old.wake_at, clock_timestamp());
      return null;
    end $$;
    create constraint trigger bench_end after update on flow_runs deferrable initially deferred
      for each row when (old.wait = 'time' and new.wait is null) execute function bench_end()`);
  return {
    /** Runs that still wait. */
    missing: async (): Promise<number> =>
      (
        await owner.query<{ n: number }>(
          `select count(*)::int as n from flow_runs where company_id = $1 and wait = 'time'`,
          [companyId],
        )
      ).rows[0]!.n,
    async result(): Promise<{ lateMs: number[]; messages: number }> {
      const { rows } = await owner.query<{ late: number }>(
        'select extract(epoch from at - due_at)::float8 * 1000 as late from bench_ends',
      );
      const sent = await owner.query<{ n: number }>(
        `select count(*)::int as n from messages where company_id = $1 and body = 'Voltei'`,
        [companyId],
      );
      await owner.query('drop trigger bench_end on flow_runs; drop function bench_end(); drop table bench_ends');
      return { lateMs: rows.map(({ late }) => late), messages: sent.rows[0]!.n };
    },
  };
}

/** Runs of the last thirty days that entered the nodes of the flow one after the other. */
export async function seedSteps(owner: pg.Client, companyId: number, flowId: number, count: number): Promise<void> {
  const runs = count / STEPS_PER_RUN;
  // Without checking the keys of a million rows.
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `with version as (select live_version_id as id from flows where company_id = $1 and id = $2),
          some as (select id from tickets where company_id = $1 order by id limit 1000),
          numbered as (select id, row_number() over () - 1 as n, count(*) over () as total from some),
          runs as (
            insert into flow_runs (company_id, ticket_id, flow_id, version_id, node_version_id, trigger, state, node,
                   started_at, ended_at, end_reason)
            select $1, t.id, $2, v.id, v.id, 'phrase', jsonb_build_object('seq', $4::int), 'menu', s.at, s.at, 'completed'
              from (select n, now() - make_interval(secs => (n::float8 / $3) * 86400 * ${DAYS}) as at
                      from generate_series(0, $3 - 1) n) s
              join numbered t on t.n = s.n % t.total, version v
            returning id, version_id, started_at)
     insert into flow_steps (company_id, run_id, position, at, version_id, node, event)
     select $1, r.id, p, r.started_at, r.version_id,
            (array['start', 'message', 'data', 'condition', 'randomizer', 'menu'])[p % 6 + 1], 'entered'
       from runs r, generate_series(0, $4::int - 1) p`,
    [companyId, flowId, runs, STEPS_PER_RUN],
  );
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze flow_steps, flow_runs');
}
