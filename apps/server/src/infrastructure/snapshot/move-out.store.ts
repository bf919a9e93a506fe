/** Writes a portable snapshot of everything or of one company: all tables at one moment, then the files. */
import { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Codec } from '../backup/codec.ts';
import type { Destination } from '../backup/destination.ts';
import { fileName } from '../backup/upload.store.ts';
import type { Storage } from '../storage/storage.ts';
import { portionsOf } from './portions.ts';
import { hasManifest, SnapshotRefused, writeSnapshotManifest, type SnapshotManifest } from './snapshot-manifest.ts';
import { seesAllCompanies, snapshotTables, tablesOfCompany, type SnapshotTable } from './snapshot-tables.store.ts';

interface Options {
  ownerUrl: string;
  codec: Codec;
  destination: Destination;
  storage: Pick<Storage, 'open'>;
  /** Undefined: everything. */
  companyId?: number | undefined;
  product: string;
  schema: number;
  secretId: string;
  onProgress(line: string): void;
}
type Tables = SnapshotManifest['tables'];

const CONNECTIONS = 4;
const FILE_PAGE = 500;

/** After an interruption, tables are read again and files that are already there are not. */
export async function moveOut(options: Options): Promise<{ manifest: SnapshotManifest; missingFiles: string[] }> {
  const { codec, destination, companyId, onProgress, product, schema, secretId } = options;
  if (await hasManifest(codec, destination))
    throw new SnapshotRefused(`${destination.where} has a snapshot already. Choose another folder.`);
  const lead = await connect(options.ownerUrl);
  const others: pg.Client[] = [];
  try {
    if (!(await seesAllCompanies(lead)))
      throw new SnapshotRefused('DATABASE_URL must be that of a superuser or of a role with bypassrls.');
    await lead.query('begin isolation level repeatable read read only');
    const plans = companyId === undefined ? [] : await plansOf(lead, companyId);
    const { rows } = await lead.query<{ snapshot: string; now: Date }>(
      'select pg_export_snapshot() as snapshot, now()',
    );
    const all = await snapshotTables(lead);
    const chosen = companyId === undefined ? all : tablesOfCompany(all);
    for (let count = 1; count < CONNECTIONS; count += 1)
      others.push(await onSnapshot(options.ownerUrl, rows[0]!.snapshot));
    const tables: Tables = [];
    const waiting = chosen.values();
    await Promise.all(
      [lead, ...others].map(async (client) => {
        for (const table of waiting) {
          tables.push(await copyTable(client, table, options));
          onProgress(`${table.name} (${tables.length} of ${chosen.length} tables)`);
        }
      }),
    );
    tables.sort((a, b) => (a.name < b.name ? -1 : 1));
    const { count, missing } = await copyFiles(lead, options);
    const manifest = await writeSnapshotManifest(codec, destination, {
      product,
      schema,
      secretId,
      companyId: companyId ?? null,
      takenAt: rows[0]!.now.toISOString(),
      plans,
      tables,
      sequences: await sequencesOf(lead, chosen, companyId),
      files: count,
    });
    return { manifest, missingFiles: missing };
  } finally {
    await Promise.all([lead, ...others].map((client) => client.end().catch(() => {})));
  }
}

async function plansOf(client: pg.Client, companyId: number): Promise<SnapshotManifest['plans']> {
  const { rows } = await client.query<{ plan: SnapshotManifest['plans'][number] }>(
    `select to_jsonb(p) as plan from companies c join plans p on p.id in (c.plan_id, c.next_plan_id)
      where c.company_id = $1`,
    [companyId],
  );
  if (rows.length === 0) throw new SnapshotRefused(`There is no company ${companyId}.`);
  return rows.map(({ plan }) => plan);
}

async function copyTable(
  client: pg.Client,
  { name, columns, key }: SnapshotTable,
  { codec, destination, companyId }: Options,
): Promise<Tables[number]> {
  const quoted = (names: string[]) => names.map((column) => pg.escapeIdentifier(column)).join(', ');
  const which = companyId === undefined ? '' : `where company_id = ${Number(companyId)}`;
  const order = key.length === 0 ? '' : `order by ${quoted(key)}`;
  const rows = client.query(
    copyTo(`copy (select ${quoted(columns)} from ${pg.escapeIdentifier(name)} ${which} ${order}) to stdout`),
  );
  const portions: Tables[number]['portions'] = [];
  for await (const portion of portionsOf(rows)) {
    const object = `tables/${name}/${portions.length + 1}.copy${codec.compressed}`;
    const { bytes, sha256 } = await codec.put(destination, object, Readable.from(portion.chunks));
    portions.push({ object, rows: portion.rows, bytes, sha256 });
  }
  return { name, columns, portions };
}

/** Sequences of the whole installation include the numbers of rows that are gone. */
async function sequencesOf(client: pg.Client, tables: SnapshotTable[], companyId: number | undefined) {
  if (companyId === undefined) {
    const { rows } = await client.query<{ name: string; highest: number; table: null }>(
      `select sequencename as name, last_value::float8 as highest, null as table from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`,
    );
    return rows;
  }
  const sequences: SnapshotManifest['sequences'] = [];
  for (const { name: table, numbered } of tables) {
    if (!numbered) continue;
    const column = pg.escapeIdentifier(numbered.column);
    const { rows } = await client.query<{ highest: number | null }>(
      `select max(${column})::float8 as highest from ${pg.escapeIdentifier(table)} where company_id = $1`,
      [companyId],
    );
    if (rows[0]?.highest) sequences.push({ name: numbered.sequence, highest: rows[0].highest, table });
  }
  return sequences;
}

async function copyFiles(client: pg.Client, { codec, destination, storage, companyId, onProgress }: Options) {
  const missing: string[] = [];
  let count = 0;
  for (let after = ''; ;) {
    const { rows } = await client.query<{ key: string }>(
      `select storage_key as key from files where storage_key > $1 and ($2::integer is null or company_id = $2)
        order by storage_key limit $3`,
      [after, companyId ?? null, FILE_PAGE],
    );
    for (const { key } of rows) {
      const name = fileName(codec, key);
      count += 1;
      if (await destination.stat(name)) continue;
      const file = await storage.open(key);
      if (file) await codec.put(destination, name, file.stream);
      else missing.push(key);
    }
    const last = rows.at(-1);
    if (!last) return { count, missing };
    after = last.key;
    onProgress(`${count} files`);
  }
}

async function connect(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-move-out' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function onSnapshot(ownerUrl: string, snapshot: string): Promise<pg.Client> {
  const client = await connect(ownerUrl);
  await client.query('begin isolation level repeatable read read only');
  await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
  return client;
}
