/** The description of a portable snapshot. It is written last: a folder without it is not a snapshot. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import { readJson, type Codec } from '../backup/codec.ts';
import type { Destination } from '../backup/destination.ts';

const VERSION = 1;
const Manifest = z.object({
  kind: z.literal('snapshot'),
  version: z.literal(VERSION),
  product: z.string(),
  /** Number of the newest migration. */
  schema: z.number(),
  secretId: z.string(),
  /** Null: everything. */
  companyId: z.number().nullable(),
  takenAt: z.iso.datetime(),
  /** Plans of the company, with their names: another installation numbers its plans differently. */
  plans: z.array(z.looseObject({ id: z.number(), name: z.string() })),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      /** In the order of the rows; each is imported in a transaction of its own. */
      portions: z.array(z.object({ object: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() })),
    }),
  ),
  /** The highest number that each gave, so that none is given twice; with the table of the company. */
  sequences: z.array(z.object({ name: z.string(), highest: z.number(), table: z.string().nullable() })),
  files: z.number(),
});
export type SnapshotManifest = z.infer<typeof Manifest>;

/** The snapshot cannot be made or used; the message says why. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused';
}

const manifestName = (codec: Codec) => `snapshot.json${codec.stored}`;

export const hasManifest = async (codec: Codec, destination: Destination): Promise<boolean> =>
  (await destination.stat(manifestName(codec))) !== undefined;

export async function writeSnapshotManifest(
  codec: Codec,
  destination: Destination,
  content: Omit<SnapshotManifest, 'kind' | 'version'>,
): Promise<SnapshotManifest> {
  const manifest: SnapshotManifest = { kind: 'snapshot', version: VERSION, ...content };
  await codec.put(destination, manifestName(codec), Readable.from([Buffer.from(JSON.stringify(manifest))]));
  return manifest;
}

export async function readSnapshotManifest(codec: Codec, destination: Destination): Promise<SnapshotManifest> {
  const content = await readJson(codec, destination, manifestName(codec));
  if (content === undefined) throw new SnapshotRefused(`There is no complete snapshot at ${destination.where}.`);
  const manifest = Manifest.safeParse(content);
  if (!manifest.success) throw new SnapshotRefused(`${destination.where} has a snapshot of another version.`);
  return manifest.data;
}

export const rowsOf = ({ portions }: Pick<SnapshotManifest['tables'][number], 'portions'>): number =>
  portions.reduce((sum, { rows }) => sum + rows, 0);
