import type { Db } from '../../infrastructure/db/tx.ts';

type Reader = Pick<Db, 'query'>;
interface DatabaseFacts {
  connectionsPercent: number;
  checksumFailures: number;
  isPlainRole: boolean;
  /** How many of the requested extensions exist. */
  extensions: number;
  migration: number;
  version: string;
  now: Date;
}
/** Connected accounts of Meta of all companies. */
interface MetaAccounts {
  connected: number;
  /** Null: nothing was ever received. */
  lastReceivedHours: number | null;
  oldestTokenDays: number | null;
}
interface BackupRow {
  state: 'requested' | 'copying' | 'complete' | 'failed' | 'abandoned' | 'expired';
  at: Date;
  endedAt: Date | null;
  bytes: number | null;
  fault: string;
}
interface Ages {
  lastBackupHours: number | null;
  /** Since the first try, whether it failed or not. */
  firstTryHours: number | null;
  lastDrillHours: number | null;
}
export interface QueueRow {
  name: string;
  waiting: number;
  running: number;
  failed: number;
  oldestSeconds: number | null;
}
export interface NodeRow {
  name: string;
  version: string;
  role: string;
  startedAt: Date;
  seenAt: Date;
}

export const doctorStore = {
  facts: async (db: Reader, extensions: string[]) => (await db.query<DatabaseFacts>(facts, [extensions]))[0]!,
  backups: (db: Reader) => db.query<BackupRow>(backups, []),
  drill: async (db: Reader) => (await db.query<{ at: Date; isPassed: boolean; fault: string }>(drill, []))[0],
  ages: async (db: Reader) => (await db.query<Ages>(ages, []))[0]!,
  jobQueues: (db: Reader) => db.query<QueueRow>(jobQueues, []),
  lastSweepSeconds: async (db: Reader, names: string[]) =>
    (await db.query<{ seconds: number | null }>(lastSweep, [names]))[0]!.seconds,
  /** Seconds since each of these jobs ran. */
  sweepAges: async (db: Reader, names: string[]): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await db.query<{ name: string; seconds: number }>(sweepAges, [names])).map(({ name, seconds }) => [
        name,
        seconds,
      ]),
    ),
  databaseBytes: async (db: Reader) => (await db.query<{ bytes: number }>(databaseBytes, []))[0]!.bytes,
  connectionsByHealth: (db: Reader) => countsOf(db, connectionsByHealth),
  /** Running campaigns by the reason of their hold. */
  campaignsOnHold: (db: Reader) => countsOf(db, campaignsOnHold),
  /** Messages of connections with green health only. */
  outboxOldestGreenSeconds: async (db: Reader) =>
    (await db.query<{ seconds: number }>(outboxOldestGreen, []))[0]!.seconds,
  outboxOldestSeconds: async (db: Reader) => (await db.query<{ seconds: number }>(outboxOldest, []))[0]!.seconds,
  disconnected: async (db: Reader) => (await db.query<{ count: number }>(disconnected, []))[0]!.count,
  campaignsHeld: async (db: Reader) => (await db.query<{ count: number }>(campaignsHeld, []))[0]!.count,
  silentConnections: async (db: Reader) => (await db.query<{ count: number }>(silentConnections, []))[0]!.count,
  metaAccounts: async (db: Reader) => (await db.query<MetaAccounts>(metaAccounts, []))[0]!,
  demoCompanies: async (db: Reader) => (await db.query<{ count: number }>(demoCompanies, []))[0]!.count,
  /** False without an archive, or if its last attempt failed. */
  archives: async (db: Reader) => (await db.query<{ archives: boolean }>(archives, []))[0]!.archives,
  /** Days since the old secret was noted under this key. */
  oldSecretDays: async (db: Reader, key: string) =>
    (await db.query<{ days: number }>(oldSecretDays, [key]))[0]?.days ?? 0,
  nodes: (db: Reader) => db.query<NodeRow>(nodes, []),
  heartbeat: (db: Reader, node: { name: string; version: string; role: string; schema: number }) =>
    db.query(heartbeat, [node.name, node.version, node.role, node.schema]),
  nodeStopped: (db: Reader, name: string) => db.query(nodeStopped, [name]),
  pruneNodes: (db: Reader) => db.query(pruneNodes, []),
};

async function countsOf(db: Reader, statement: typeof campaignsOnHold): Promise<Record<string, number>> {
  const rows = await db.query<{ key: string; count: number }>(statement, []);
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

const facts = {
  name: 'doctor.facts',
  text: `select (100.0 * (select sum(numbackends) from pg_stat_database) / current_setting('max_connections')::int)::float8
                  as "connectionsPercent",
                (select coalesce(sum(checksum_failures), 0)::int from pg_stat_database) as "checksumFailures",
                (select not (rolsuper or rolbypassrls) from pg_roles where rolname = current_user) as "isPlainRole",
                (select count(*)::int from pg_extension where extname = any($1)) as extensions,
                (select split_part(mark, ' ', 1)::int from preparation) as migration,
                current_setting('server_version') as version, clock_timestamp() as now`,
};
const backups = {
  name: 'doctor.backups',
  text: `select state, coalesce(started_at, requested_at) as at, ended_at as "endedAt", bytes::float8 as bytes, fault
           from backups order by id desc limit 30`,
};
const drill = {
  name: 'doctor.drill',
  text: `select ended_at as at, state = 'passed' as "isPassed", fault from drills
          where ended_at is not null order by ended_at desc limit 1`,
};
const ages = {
  name: 'doctor.ages',
  text: `select (select extract(epoch from now() - ended_at) / 3600 from backups
                  where state = 'complete' order by ended_at desc limit 1)::float8 as "lastBackupHours",
                (select extract(epoch from now() - min(requested_at)) / 3600 from backups)::float8 as "firstTryHours",
                (select extract(epoch from now() - ended_at) / 3600 from drills
                  where state = 'passed' and ended_at is not null order by ended_at desc limit 1)::float8 as "lastDrillHours"`,
};
const jobQueues = {
  name: 'doctor.job-queues',
  text: `select name, count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
                count(*) filter (where state = 'active')::int as running,
                count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day')::int as failed,
                extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now()))::float8
                  as "oldestSeconds"
           from jobs.job where state in ('created', 'retry', 'active', 'failed')
          group by name having count(*) filter (where state <> 'failed' or completed_on > now() - interval '1 day') > 0
          order by failed desc, waiting desc, name limit 50`,
};
const SWEEP_AGES = `select name, extract(epoch from now() - max(completed_on))::float8 as seconds from jobs.job
  where name = any($1) and state = 'completed' group by name`;
const sweepAges = { name: 'doctor.sweep-ages', text: SWEEP_AGES };
/** The sweep that has not run for the longest time. */
const lastSweep = { name: 'doctor.last-sweep', text: `select max(seconds) as seconds from (${SWEEP_AGES}) s` };
const databaseBytes = {
  name: 'doctor.database-bytes',
  text: 'select pg_database_size(current_database())::float8 as bytes',
};
const outboxOldest = { name: 'doctor.outbox-oldest', text: 'select outbox_oldest_seconds() as seconds' };
const outboxOldestGreen = {
  name: 'doctor.outbox-oldest-green',
  text: 'select outbox_oldest_green_seconds() as seconds',
};
const connectionsByHealth = {
  name: 'doctor.connections-by-health',
  text: 'select light as key, count from connections_by_health()',
};
const campaignsOnHold = {
  name: 'doctor.campaigns-on-hold',
  text: 'select hold as key, count from campaigns_on_hold()',
};
const disconnected = {
  name: 'doctor.disconnected',
  text: 'select disconnected::int as count from connection_totals()',
};
const campaignsHeld = { name: 'doctor.campaigns-held', text: 'select campaigns_held() as count' };
const silentConnections = { name: 'doctor.silent-connections', text: 'select connections_silent() as count' };
const metaAccounts = {
  name: 'doctor.meta-accounts',
  text: `select connected, (extract(epoch from now() - last_received_at) / 3600)::float8 as "lastReceivedHours",
                (extract(epoch from now() - oldest_token_at) / 86400)::float8 as "oldestTokenDays" from meta_accounts()`,
};
const demoCompanies = { name: 'doctor.demo-companies', text: 'select count(*)::int as count from demo_companies()' };
const archives = {
  name: 'doctor.archives',
  text: `select current_setting('archive_mode') <> 'off'
                and coalesce(last_archived_time >= last_failed_time, last_failed_time is null) as archives
           from pg_stat_archiver`,
};
const oldSecretDays = {
  name: 'doctor.old-secret-days',
  text: `select (extract(epoch from now() - updated_at) / 86400)::float8 as days from platform_settings where key = $1`,
};
const nodes = {
  name: 'doctor.nodes',
  text: `select name, version, role, started_at as "startedAt", seen_at as "seenAt" from nodes
          where seen_at > now() - interval '1 hour' and stopped_at is null order by name`,
};
const heartbeat = {
  name: 'doctor.heartbeat',
  text: `insert into nodes (name, version, role, schema_number) values ($1, $2, $3, $4)
         on conflict (name) do update set version = excluded.version, role = excluded.role,
           schema_number = excluded.schema_number, seen_at = now(), stopped_at = null`,
};
const nodeStopped = {
  name: 'doctor.node-stopped',
  text: 'update nodes set seen_at = now(), stopped_at = now() where name = $1',
};
/** A day longer than a contraction looks back; see `refuseEarlyContraction`. */
const pruneNodes = { name: 'doctor.prune-nodes', text: `delete from nodes where seen_at < now() - interval '8 days'` };
