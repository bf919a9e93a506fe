import type pg from 'pg';
import { damagedIndexesOf, damagedTablesOf } from '../verify/indexes.ts';
import type { Checker } from './scenario.ts';

/** What pg_amcheck compares, and the checksums of the pages read until now. */
export async function compareFiles(check: Checker, owner: Pick<pg.Pool, 'query'>, ownerUrl: string): Promise<void> {
  const [indexes, tables] = [await damagedIndexesOf(ownerUrl), await damagedTablesOf(ownerUrl)];
  const { rows } = await owner.query<{ failures: number; checksums: string }>(
    `select coalesce(sum(checksum_failures), 0)::int as failures, current_setting('data_checksums') as checksums
       from pg_stat_database`,
  );
  check
    .is('damaged indexes', indexes.join(' ') || 'none', 'none')
    .is('damaged tables', tables.join(' ') || 'none', 'none')
    .is('checksums', rows[0]!.checksums, 'on')
    .is('checksum failures', rows[0]!.failures, 0);
}
