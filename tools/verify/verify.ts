import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Bucket } from '../../apps/server/src/infrastructure/s3/bucket.ts';
import { checks, type Check } from './checks.ts';

export interface Finding {
  check: string;
  rule: string;
  row: object;
}
export interface CheckResult {
  name: string;
  findings: Finding[];
}
interface Options {
  /** URL of the database owner, which sees every company. */
  ownerUrl: string;
  /** Work that waits longer than this is stuck. */
  stuckAfterSeconds: number;
  /** The folder of the stored files; without it the disk is not checked. */
  storageDir?: string | undefined;
  /** Where files are that are not in the folder. */
  bucket?: Pick<Bucket, 'stat'> | undefined;
}

/** At most this many findings are listed per check. */
const MAX_FINDINGS = 20;
/** A check is canceled after this time instead of holding up the database. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** Runs every check on one snapshot of the database. */
export async function verify({ ownerUrl, stuckAfterSeconds, storageDir, bucket }: Options): Promise<CheckResult[]> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'balcao-verify',
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const results: CheckResult[] = [];
    for (const check of checks)
      results.push({ name: check.name, findings: await findingsOf(client, check, stuckAfterSeconds) });
    if (storageDir !== undefined) results.push(await onDisk(client, storageDir, bucket));
    await client.query('commit');
    return results;
  } finally {
    await client.end();
  }
}

/** The rows that break this rule, as this connection sees the database. */
export async function findingsOf(
  client: pg.Client,
  { name, rule, text, takesStuckSeconds }: Check,
  stuckAfterSeconds: number,
): Promise<Finding[]> {
  const { rows } = await client.query<object>(
    `select * from (${text}) findings limit ${MAX_FINDINGS}`,
    takesStuckSeconds ? [stuckAfterSeconds] : [],
  );
  return rows.map((row): Finding => ({ check: name, rule, row }));
}

/** Every file with a row must be on the disk or in the bucket, complete. */
async function onDisk(client: pg.Client, dir: string, bucket: Options['bucket']): Promise<CheckResult> {
  const name = 'files on disk';
  const findings: Finding[] = [];
  const { rows } = await client.query<{ storage_key: string; bytes: string }>(
    'select storage_key, bytes from files order by company_id, id',
  );
  for (const row of rows) {
    const size = await stat(join(dir, row.storage_key)).then(
      (file) => file.size,
      async () => (await bucket?.stat(row.storage_key))?.bytes,
    );
    if (size !== Number(row.bytes) && findings.length < MAX_FINDINGS)
      findings.push({ check: name, rule: 'every file is on the disk, whole', row: { ...row, onDisk: size ?? null } });
  }
  return { name, findings };
}

/** Prints one line per check, with its findings below. */
export function report(results: CheckResult[], log: (line: string) => void): number {
  for (const { name, findings } of results) {
    log(`OP-06 ${name}: ${findings.length}${findings.length === MAX_FINDINGS ? ' or more' : ''} findings`);
    if (findings[0]) log(`  the rule: ${findings[0].rule}`);
    for (const { row } of findings) log(`  ${JSON.stringify(row)}`);
  }
  return results.reduce((sum, { findings }) => sum + findings.length, 0);
}
