/** The description of one base backup. It is written last: a folder without it is not a backup. */
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { keyIdOf } from '../secrets/derive-key.ts';
import { readJson, type Codec, UnreadableObject } from './codec.ts';
import type { Destination } from './destination.ts';

const MANIFEST = 'manifest.json';
const VERSION = 1;

const Manifest = z.object({
  version: z.literal(VERSION),
  name: z.string(),
  /** Version of the product and number of its newest migration. */
  product: z.string(),
  schema: z.number(),
  /** System identifier of the cluster; a restored cluster keeps it. */
  systemId: z.string(),
  timeline: z.number(),
  segmentBytes: z.number(),
  startSegment: z.string(),
  stopSegment: z.string(),
  startLsn: z.string(),
  stopLsn: z.string(),
  startedAt: z.iso.datetime(),
  stoppedAt: z.iso.datetime(),
  label: z.string(),
  /** Password of the database superuser, without which the restored cluster cannot be opened. */
  password: z.string(),
  /** Identifies APP_SECRET without revealing it. */
  secretId: z.string(),
  folders: z.array(z.string()),
  /** Objects with the files that each contains, one after the other. */
  parts: z.array(
    z.object({
      object: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      files: z.array(z.object({ path: z.string(), size: z.number() })),
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

export const secretIdOf = (secret: string): string => keyIdOf(secret, 'backup');
export const baseFolder = (name: string): string => `base/${name}`;
const manifestName = (codec: Codec, name: string) => `${baseFolder(name)}/${MANIFEST}${codec.stored}`;

/** Complete only after it was read back. */
export async function writeManifest(codec: Codec, destination: Destination, manifest: Manifest): Promise<void> {
  const name = manifestName(codec, manifest.name);
  await codec.put(destination, name, Readable.from([Buffer.from(JSON.stringify(manifest))]));
  const found = await readManifest(codec, destination, manifest.name);
  if (!isDeepStrictEqual(found, manifest)) throw new Error(`${name} is not complete at ${destination.where}`);
}

/** Throws `UnreadableObject` when it was changed, is encrypted for another key, or belongs to another folder. */
export async function readManifest(codec: Codec, destination: Destination, name: string): Promise<Manifest> {
  const object = manifestName(codec, name);
  const manifest = Manifest.safeParse(await readJson(codec, destination, object));
  if (!manifest.success) throw new UnreadableObject(`${object} is not the manifest of a backup`);
  if (manifest.data.name !== name) throw new UnreadableObject(`${object} is the manifest of ${manifest.data.name}`);
  return manifest.data;
}

export interface UnreadableBackup {
  name: string;
  /** When it began, as its name says; NaN for a name that is not ours. */
  startedAt: number;
  reason: UnreadableObject;
}

/**
 * The manifests of these backups, in their order. One that cannot be read must not hide the others, and one that was
 * removed since it was listed is left out.
 */
export async function readManifests(codec: Codec, destination: Destination, names: readonly string[]) {
  const manifests: Manifest[] = [];
  const unreadable: UnreadableBackup[] = [];
  for (const name of names) {
    try {
      manifests.push(await readManifest(codec, destination, name));
    } catch (error) {
      // A destination that does not answer says nothing about its backups.
      if (!(error instanceof UnreadableObject)) throw error;
      if (!(await hasManifest(destination, name))) continue;
      unreadable.push({ name, startedAt: startOfName(name), reason: error });
    }
  }
  return { manifests, unreadable };
}

const isManifest = (file: string | undefined): boolean => file === MANIFEST || file === `${MANIFEST}.age`;

/** Encrypted or not, whatever this codec would read. */
const hasManifest = async (destination: Destination, name: string): Promise<boolean> =>
  (await destination.list(baseFolder(name))).some(({ name: object }) => isManifest(object.split('/')[2]));

const startOfName = (name: string): number =>
  Date.parse(name.slice(0, 16).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

export interface BackupFolders {
  /** Oldest first. */
  complete: string[];
  /** Folders without a manifest: still being written, or abandoned. */
  incomplete: { name: string; newestAt: Date }[];
}

export async function findBackups(destination: Destination): Promise<BackupFolders> {
  const folders = new Map<string, { newestAt: Date; isComplete: boolean }>();
  for (const { name: object, at } of await destination.list('base')) {
    const [, name, file] = object.split('/');
    if (name === undefined || file === undefined) continue;
    const folder = folders.get(name) ?? { newestAt: at, isComplete: false };
    if (at > folder.newestAt) folder.newestAt = at;
    if (isManifest(file)) folder.isComplete = true;
    folders.set(name, folder);
  }
  const all = [...folders].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    complete: all.filter(([, { isComplete }]) => isComplete).map(([name]) => name),
    incomplete: all.filter(([, { isComplete }]) => !isComplete).map(([name, { newestAt }]) => ({ name, newestAt })),
  };
}

/** The manifest goes first: a folder that is removed in part is not a backup. */
export async function removeFolder(destination: Destination, name: string): Promise<void> {
  const objects = await destination.list(baseFolder(name));
  const isDescription = (object: string) => object.startsWith(`${baseFolder(name)}/${MANIFEST}`);
  for (const { name: object } of objects) if (isDescription(object)) await destination.remove(object);
  for (const { name: object } of objects) if (!isDescription(object)) await destination.remove(object);
  // A folder in which nothing was finished is empty; its removal goes with that of any name in it.
  if (objects.length === 0) await destination.remove(`${baseFolder(name)}/${MANIFEST}`);
}

export const bytesOf = ({ parts }: Manifest): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** Starts with the time, so that names sort by age. */
export const newBackupName = (at: Date): string =>
  `${at.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')}-${Math.random().toString(36).slice(2, 8)}`;
