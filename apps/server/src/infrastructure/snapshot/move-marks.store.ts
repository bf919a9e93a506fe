/** Remembers that an import is under way, so that an interrupted one is continued and never taken for a complete one. */
import pg from 'pg';
import { movedKeyOf } from './moved-companies.store.ts';
import { SnapshotRefused } from './snapshot-manifest.ts';

export interface Move {
  /** Null: everything. */
  companyId: number | null;
  takenAt: string;
}
const MOVING = 'moving-in';
const keyOf = (companyId: number) => `${MOVING}.${companyId}`;

/** `another`: a different snapshot of the company was interrupted, and its rows are in the way. */
export const beginMove = (
  client: pg.Client,
  move: Move,
  platformTables: string[],
): Promise<'new' | 'continued' | 'another'> =>
  move.companyId === null
    ? beginEverything(client, move, platformTables)
    : beginCompany(client, move.companyId, move.takenAt);

export async function endMove(client: pg.Client, { companyId }: Move): Promise<void> {
  if (companyId === null) await client.query('update restored_state set confirmed_by = null');
  else await client.query('delete from platform_settings where key = $1', [keyOf(companyId)]);
}

/** Nothing of the company starts by itself until a person confirms the move. */
export const holdCompany = (client: pg.Client, companyId: number, takenAt: string) =>
  client.query(
    'insert into platform_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [movedKeyOf(companyId), takenAt],
  );

/** A server with moved data is passive, as a restored one is: the server that it comes from may still run. */
async function beginEverything(
  client: pg.Client,
  { takenAt }: Move,
  platformTables: string[],
): Promise<'new' | 'continued'> {
  const { rows } = await client.query<{ takenAt: Date; mark: string | null }>(
    'select restored_to as "takenAt", confirmed_by as mark from restored_state',
  );
  if (rows[0]?.mark === MOVING && rows[0].takenAt.toISOString() === takenAt) return 'continued';
  const { rows: companies } = await client.query('select from companies limit 1');
  if (companies.length > 0 || rows.length > 0)
    throw new SnapshotRefused('This database is not empty. Everything can be moved into an empty one only.');
  await client.query('begin');
  try {
    await client.query('insert into restored_state (restored_to, confirmed_by) values ($1, $2)', [takenAt, MOVING]);
    // What migrations put there comes with the snapshot.
    for (const name of platformTables) await client.query(`delete from ${pg.escapeIdentifier(name)}`);
    await client.query('commit');
    return 'new';
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function beginCompany(client: pg.Client, companyId: number, takenAt: string) {
  const key = keyOf(companyId);
  const { rows } = await client.query<{ value: string }>('select value from platform_settings where key = $1', [key]);
  if (rows[0]?.value === takenAt) return 'continued';
  const { rows: companies } = await client.query('select from companies where company_id = $1', [companyId]);
  if (companies.length > 0 && rows.length === 0)
    throw new SnapshotRefused(
      `Company ${companyId} exists here. A company can be moved only where its number is free.`,
    );
  await client.query(
    'insert into platform_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, takenAt],
  );
  return rows.length === 0 ? 'new' : 'another';
}
