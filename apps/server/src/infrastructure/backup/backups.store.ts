/** Runs of backups and drills, as the doctor shows them. Written by the process that owns the database. */
import pg from 'pg';
import { BACKUP_LOCK } from './base-backup.store.ts';

export interface BackupRecords {
  /** Ids of requested backups that have not begun. */
  requested(): Promise<number[]>;
  /** Runs whose process was killed: they do not count as taken, so that the server takes another one. */
  abandonInterrupted(): Promise<void>;
  lastStartedAt(): Promise<Date | undefined>;
  /** Tries since the last complete backup that failed, and when the last of them ended. */
  failedTries(): Promise<{ count: number; lastAt: Date | null }>;
  begin(id: number | undefined): Promise<number>;
  named(id: number, name: string): Promise<void>;
  end(id: number, outcome: { bytes: number } | { fault: string }): Promise<void>;
  lastDrilledAt(): Promise<Date | undefined>;
  newestComplete(): Promise<string | undefined>;
  beginDrill(backupName: string): Promise<number>;
  endDrill(id: number, fault: string | undefined): Promise<void>;
}

export function createBackupRecords(ownerUrl: string): BackupRecords {
  async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-backup' });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }
  return {
    requested: async () =>
      (await query<{ id: number }>(`select id from backups where state = 'requested' order by id limit 10`)).map(
        ({ id }) => id,
      ),
    async abandonInterrupted() {
      await query(
        `with free as materialized (select pg_try_advisory_xact_lock($1) as is_free)
         update backups set state = 'abandoned', fault = 'interrupted', ended_at = now() from free
          where is_free and state = 'copying'`,
        [BACKUP_LOCK],
      );
    },
    lastStartedAt: async () =>
      (
        await query<{ at: Date | null }>(
          `select max(started_at) as at from backups where state in ('copying', 'complete', 'expired')`,
        )
      )[0]?.at ?? undefined,
    failedTries: async () =>
      (
        await query<{ count: number; lastAt: Date | null }>(
          `select count(*)::int as count, max(ended_at) as "lastAt" from backups
            where state = 'failed' and id > coalesce((select max(id) from backups where state in ('complete', 'expired')), 0)`,
        )
      )[0]!,
    async begin(id) {
      if (id === undefined)
        return (
          await query<{ id: number }>(`insert into backups (state, started_at) values ('copying', now()) returning id`)
        )[0]!.id;
      await query(`update backups set state = 'copying', started_at = now() where id = $1`, [id]);
      return id;
    },
    async named(id, name) {
      await query('update backups set name = $2 where id = $1', [id, name]);
    },
    async end(id, outcome) {
      await query(
        `update backups set state = $2, bytes = $3, fault = $4, ended_at = now() where id = $1`,
        'fault' in outcome ? [id, 'failed', null, outcome.fault] : [id, 'complete', outcome.bytes, ''],
      );
    },
    lastDrilledAt: async () =>
      (await query<{ at: Date | null }>('select max(started_at) as at from drills'))[0]?.at ?? undefined,
    newestComplete: async () =>
      (
        await query<{ name: string }>(
          `select name from backups where state = 'complete' order by ended_at desc limit 1`,
        )
      )[0]?.name,
    beginDrill: async (backupName) =>
      (await query<{ id: number }>('insert into drills (backup_name) values ($1) returning id', [backupName]))[0]!.id,
    async endDrill(id, fault) {
      await query('update drills set state = $2, fault = $3, ended_at = now() where id = $1', [
        id,
        fault === undefined ? 'passed' : 'failed',
        fault ?? '',
      ]);
    },
  };
}
