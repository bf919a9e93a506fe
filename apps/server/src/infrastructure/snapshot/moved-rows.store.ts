/** What must differ in a moved company, and the counters that its rows must not collide with. */
import pg from 'pg';
import { SnapshotRefused, type SnapshotManifest } from './snapshot-manifest.ts';

/** Queued messages may have been sent by the server that the company comes from: a person decides, on every channel. */
export async function closeOutbox(client: pg.Client, companyId: number): Promise<void> {
  await client.query(
    `with open as materialized (
       select o.id, o.message_id, m.ack > 0 or m.delivery = 'held' as has_outcome
         from outbox o join messages m on m.company_id = o.company_id and m.id = o.message_id
        where o.company_id = $1 and o.act = 'send' and o.state in ('queued', 'sending')),
     settled as (
       update outbox o set state = case when w.has_outcome then 'done' else 'unknown' end, lease_until = null,
              fault = case when w.has_outcome then o.fault else 'ERR_OUTCOME_UNKNOWN' end
         from open w where o.company_id = $1 and o.id = w.id)
     update messages m set delivery = 'unknown', failure_code = 'ERR_OUTCOME_UNKNOWN'
       from open w where m.company_id = $1 and m.id = w.message_id and not w.has_outcome`,
    [companyId],
  );
  // Edits, deletions and reactions have the same effect when they are repeated.
  await client.query(
    `update outbox set state = 'sending', lease_until = now() - interval '1 second'
      where company_id = $1 and act <> 'send' and state in ('queued', 'sending')`,
    [companyId],
  );
}

/** The company is closed until a super user opens it. Its plans are those with the same names. */
export async function closeCompany(
  client: pg.Client,
  companyId: number,
  plans: SnapshotManifest['plans'],
): Promise<void> {
  const ids: Record<string, number> = {};
  for (const plan of plans) ids[plan.id] = await planIdFor(client, plan);
  await client.query(
    `update companies set is_active = false, plan_id = ($2::jsonb ->> plan_id::text)::integer,
            next_plan_id = ($2::jsonb ->> next_plan_id::text)::integer where company_id = $1`,
    [companyId, JSON.stringify(ids)],
  );
}

async function planIdFor(client: pg.Client, { id: _, ...plan }: SnapshotManifest['plans'][number]): Promise<number> {
  const columns = Object.keys(plan)
    .map((column) => pg.escapeIdentifier(column))
    .join(', ');
  const { rows } = await client.query<{ id: number }>(
    `with same as (select id from plans where name = $2),
          added as (insert into plans (${columns}) select ${columns} from jsonb_populate_record(null::plans, $1)
                     where not exists (select from same) returning id)
     select id from same union all select id from added`,
    [JSON.stringify(plan), plan.name],
  );
  return rows[0]!.id;
}

/** Workers and webhooks know a connection by its number alone. */
export async function assertOwnConnections(client: pg.Client, companyId: number): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `select o.id from connections c join connections o on o.id = c.id and o.company_id <> c.company_id
      where c.company_id = $1 limit 1`,
    [companyId],
  );
  if (rows[0]) throw new SnapshotRefused(`connections: ${rows[0].id} is the number of another company's connection.`);
}

/** New rows get numbers above those that are moved. */
export async function raiseSequences(client: pg.Client, { sequences }: SnapshotManifest): Promise<void> {
  for (const { name, highest, table } of sequences) {
    const { rows } = await client.query<{ isBehind: boolean }>(
      'select $2::bigint > coalesce(pg_sequence_last_value($1::text::regclass), 0) as "isBehind"',
      [name, highest],
    );
    if (!rows[0]!.isBehind) continue;
    await client.query('begin');
    // A lock, so that a number which is being taken meanwhile is not given again.
    if (table !== null) {
      await client.query(`set local lock_timeout = '5s'`);
      await client.query(`lock table ${pg.escapeIdentifier(table)} in share row exclusive mode`);
    }
    await client.query(
      'select setval($1::text::regclass, greatest($2::bigint, pg_sequence_last_value($1::text::regclass)))',
      [name, highest],
    );
    await client.query('commit');
  }
}
