/** Recognizes the destination of earlier backups: a disk that is not mounted leaves an empty folder in its place. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Codec } from './codec.ts';
import type { Destination } from './destination.ts';

/** The last destination with a complete backup, and the object that was stored there. */
const Known = z.object({ where: z.string(), object: z.string() });
const fileOf = (dataDir: string) => join(dataDir, 'backup', 'destination.json');

async function knownOf(dataDir: string): Promise<z.infer<typeof Known> | undefined> {
  try {
    return Known.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')));
  } catch {
    // None yet.
    return undefined;
  }
}

/** Neither writes nor removes anything in a folder that had a complete backup and has lost its mark. */
export function guardDestination(dataDir: string, destination: Destination): Destination {
  async function assertMarked(): Promise<void> {
    const known = await knownOf(dataDir);
    if (known?.where !== destination.where || (await destination.stat(known.object))) return;
    throw new Error(
      `The earlier backups are not at ${destination.where}: is it mounted? If it is a new disk, run npm run backup -- --new-destination`,
    );
  }
  return {
    ...destination,
    async put(name, content) {
      await assertMarked();
      return destination.put(name, content);
    },
    async remove(name) {
      await assertMarked();
      return destination.remove(name);
    },
  };
}

/** With each complete backup; the first one at a destination stores the mark. */
export async function markDestination(dataDir: string, codec: Codec, destination: Destination): Promise<void> {
  if ((await knownOf(dataDir))?.where === destination.where) return;
  const object = `marks/${randomUUID()}${codec.stored}`;
  await codec.put(destination, object, Readable.from([Buffer.from('Destination of backups')]));
  const file = fileOf(dataDir);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.draft`, JSON.stringify({ where: destination.where, object }), { mode: 0o600, flush: true });
  await rename(`${file}.draft`, file);
}

/** The last complete backup went to another destination. */
export async function isAnotherDestination(dataDir: string, { where }: Pick<Destination, 'where'>): Promise<boolean> {
  const known = await knownOf(dataDir);
  return known !== undefined && known.where !== where;
}

/** The operator says that an empty disk at the same place is intended. */
export const forgetDestination = (dataDir: string): Promise<void> => rm(fileOf(dataDir), { force: true });
