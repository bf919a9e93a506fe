import pg from 'pg';

export interface UpgradeFacts {
  /** Size of the database. */
  bytes: number;
  /** Servers that use it now. */
  nodes: number;
  /** Since the last complete backup; null if there is none. */
  backupHours: number | null;
  /** The version that wrote it has backups. */
  knowsBackups: boolean;
}

/** What an upgrade needs to know about a database of any earlier version: the first ones have neither nodes nor backups. */
export async function upgradeFacts(ownerUrl: string): Promise<UpgradeFacts> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-upgrade' });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: number; knowsBackups: boolean }>(
      `select pg_database_size(current_database())::float8 as bytes,
              to_regclass('nodes') is not null and to_regclass('backups') is not null as "knowsBackups"`,
    );
    const { bytes, knowsBackups } = rows[0]!;
    if (!knowsBackups) return { bytes, nodes: 0, backupHours: null, knowsBackups };
    const { rows: facts } = await client.query<Pick<UpgradeFacts, 'nodes' | 'backupHours'>>(
      `select (select count(*)::int from nodes n where seen_at > now() - interval '30 seconds'
                  and to_jsonb(n) ->> 'stopped_at' is null) as nodes,
              (select extract(epoch from now() - max(ended_at)) / 3600 from backups where state = 'complete')::float8
                as "backupHours"`,
    );
    return { bytes, knowsBackups, ...facts[0]! };
  } finally {
    await client.end();
  }
}
