/** Imports a portable snapshot: everything into an empty database, or one company beside others. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Codec } from '../backup/codec.ts';
import type { Destination } from '../backup/destination.ts';
import { restoreFiles } from '../backup/restore-files.store.ts';
import { appliedMigration, migrate, migrations } from '../db/migrate.ts';
import { removeCompany } from '../db/remove-company.ts';
import { beginMove, endMove, holdCompany, type Move } from './move-marks.store.ts';
import { assertOwnConnections, closeCompany, closeOutbox, raiseSequences } from './moved-rows.store.ts';
import { readSnapshotManifest, rowsOf, SnapshotRefused, type SnapshotManifest } from './snapshot-manifest.ts';
import { seesAllCompanies, snapshotTables } from './snapshot-tables.store.ts';
import { stepsOf, type Step } from './steps.ts';

interface Options {
  ownerUrl: string;
  codec: Codec;
  destination: Destination;
  storageDir: string;
  /** Ids of the secrets that this installation can open. */
  secretIds: string[];
  onProgress(line: string): void;
}

/** Can be repeated after an interruption: it continues with the first portion that is not there. */
export async function moveIn(options: Options): Promise<{ manifest: SnapshotManifest; missingFiles: string[] }> {
  const { ownerUrl, codec, destination } = options;
  const manifest = await readSnapshotManifest(codec, destination);
  if (!options.secretIds.includes(manifest.secretId))
    throw new SnapshotRefused(
      'The snapshot belongs to another APP_SECRET: set OLD_APP_SECRET to the one of that server and try again.',
    );
  const { companyId } = manifest;
  await prepareSchema(ownerUrl, manifest);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-move-in' });
  client.on('error', () => {});
  await client.connect();
  try {
    await allowImport(client);
    const move: Move = { companyId, takenAt: manifest.takenAt };
    const tables = await snapshotTables(client);
    const platformTables = tables.filter(({ isTenant }) => !isTenant).map(({ name }) => name);
    const begun = await beginMove(client, move, platformTables);
    if (begun === 'another' && companyId !== null) await removeCompany(ownerUrl, companyId);
    try {
      await raiseSequences(client, manifest);
      const steps = stepsOf(manifest, tables, await countsOf(client, manifest));
      return { manifest, missingFiles: await importAll(client, steps, manifest, options, () => endMove(client, move)) };
    } catch (error) {
      // A company that cannot be moved leaves nothing behind; an interrupted one is continued.
      if (error instanceof SnapshotRefused && companyId !== null) {
        await removeCompany(ownerUrl, companyId);
        await endMove(client, move);
      }
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** Returns the keys of files that the snapshot does not have. They come before the last step, which ends the move. */
async function importAll(
  client: pg.Client,
  steps: Step[],
  manifest: SnapshotManifest,
  options: Options,
  onLast: () => Promise<void>,
): Promise<string[]> {
  const { companyId } = manifest;
  let missing: string[] | undefined;
  const bringFiles = async () =>
    (missing ??= (await restoreFiles({ ...options, companyId: companyId ?? undefined })).missing);
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    if (isLast && step.every(({ table }) => table !== 'files')) await bringFiles();
    await importStep(client, step, options, async () => {
      if (companyId !== null) await separate(client, step, manifest, companyId);
      if (isLast) await onLast();
    });
    options.onProgress(`${step[0]!.table} (${index + 1} of ${steps.length} portions)`);
  }
  return bringFiles();
}

/** The server that the company comes from may still run, and other companies are here. */
async function separate(
  client: pg.Client,
  step: Step,
  { plans, takenAt }: SnapshotManifest,
  companyId: number,
): Promise<void> {
  const has = (name: string) => step.some(({ table }) => table === name);
  if (has('outbox')) await closeOutbox(client, companyId);
  if (has('connections')) await assertOwnConnections(client, companyId);
  if (has('companies')) {
    await closeCompany(client, companyId, plans);
    await holdCompany(client, companyId, takenAt);
  }
}

/** Everything: an empty database is brought to the schema of the snapshot first. One company: both must be equal. */
async function prepareSchema(ownerUrl: string, { companyId, schema }: SnapshotManifest): Promise<void> {
  const available = migrations().filter(({ number }) => number <= schema);
  if (available.at(-1)?.number !== schema)
    throw new SnapshotRefused(`The snapshot is of a newer version (migration ${schema}). Upgrade this one first.`);
  if (companyId === null) await migrate(ownerUrl, () => {}, { available });
  const applied = await appliedMigration(ownerUrl);
  if (applied !== schema)
    throw new SnapshotRefused(
      `The snapshot is of migration ${schema}, this database of ${applied}. Both must be the same version.`,
    );
}

/** Triggers and references are off while rows arrive: they are complete only at the end. */
async function allowImport(client: pg.Client): Promise<void> {
  const canSkipTriggers = await client.query('set session_replication_role = replica').then(
    () => true,
    () => false,
  );
  if (!canSkipTriggers || !(await seesAllCompanies(client)))
    throw new SnapshotRefused('DATABASE_URL must be that of a superuser.');
}

async function countsOf(client: pg.Client, { tables, companyId }: SnapshotManifest): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const [which, values] = companyId === null ? ['', []] : ['where company_id = $1', [companyId]];
  for (const { name } of tables.filter((table) => rowsOf(table) > 0)) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${pg.escapeIdentifier(name)} ${which}`,
      values,
    );
    counts.set(name, rows[0]!.count);
  }
  return counts;
}

async function importStep(client: pg.Client, step: Step, options: Options, after: () => Promise<void>): Promise<void> {
  for (const portion of step) await assertUnchanged(portion, options);
  await client.query('begin');
  try {
    for (const { table, columns, object, rows } of step) {
      const content = await options.codec.open(options.destination, object);
      if (!content) throw new SnapshotRefused(`${object} is not in the snapshot.`);
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      const target = client.query(copyFrom(`copy ${pg.escapeIdentifier(table)} (${list}) from stdin`));
      await pipeline(content, target).catch((error: Error) => {
        throw refusalOf(table, error);
      });
      if (target.rowCount !== rows)
        throw new SnapshotRefused(`${object} has ${target.rowCount} rows instead of ${rows}.`);
    }
    await after();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function assertUnchanged({ object, sha256 }: Step[number], { destination }: Options): Promise<void> {
  const content = await destination.get(object);
  if (!content) throw new SnapshotRefused(`${object} is not in the snapshot.`);
  const digest = createHash('sha256');
  for await (const chunk of content as AsyncIterable<Buffer>) digest.update(chunk);
  if (digest.digest('hex') !== sha256) throw new SnapshotRefused(`${object} was changed.`);
}

/** Names the table, the constraint and the number of the row, and never its content. */
function refusalOf(table: string, error: Error & { code?: string; constraint?: string; where?: string }): Error {
  if (error.code === undefined) return error;
  const row = /line (\d+)/.exec(error.where ?? '')?.[1];
  const subject = [table, row && `row ${row}`, error.constraint].filter(Boolean).join(', ');
  return new SnapshotRefused(`${subject}: ${error.message}`);
}
