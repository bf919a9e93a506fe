/** Erasures of people and companies, stored apart from the backups: a restore of an older one erases them again. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import { readJson, type Codec, UnreadableObject } from './codec.ts';
import type { Destination } from './destination.ts';

/** No personal data: the number of a contact means nothing outside the database. */
const Erasure = z.object({
  companyId: z.number(),
  erasureId: z.number(),
  contactId: z.number(),
  userId: z.number(),
  askedAt: z.iso.datetime(),
  doneAt: z.iso.datetime(),
});
/** A company that was deleted for good. */
const Purge = z.object({ purgedCompanyId: z.number(), doneAt: z.iso.datetime() });
const Tombstone = z.union([Erasure, Purge]);
export type Tombstone = z.infer<typeof Tombstone>;

function nameOf(codec: Codec, tombstone: Tombstone): string {
  const subject =
    'purgedCompanyId' in tombstone
      ? `company-${tombstone.purgedCompanyId}`
      : `${tombstone.companyId}-${tombstone.erasureId}`;
  return `tombstones/${tombstone.doneAt.replace(/[-:]/g, '')}-${subject}.json${codec.stored}`;
}

/** Each is stored once, however often it is written. */
export function createTombstoneWriter(codec: Codec, destination: Destination) {
  const written = new Set<string>();
  return async (tombstone: Tombstone): Promise<void> => {
    const name = nameOf(codec, tombstone);
    if (written.has(name)) return;
    if (!(await destination.stat(name)))
      await codec.put(destination, name, Readable.from([Buffer.from(JSON.stringify(tombstone))]));
    written.add(name);
  };
}

/** Reads those that are not yet in the map, and adds them to it. */
export async function readTombstones(codec: Codec, destination: Destination, known: Map<string, Tombstone>) {
  for (const { name } of await destination.list('tombstones')) {
    if (known.has(name)) continue;
    const read = Tombstone.safeParse(await readJson(codec, destination, name));
    if (!read.success) throw new UnreadableObject(`${name} is not an erasure`);
    known.set(name, read.data);
  }
  const erasures: z.infer<typeof Erasure>[] = [];
  const purges: z.infer<typeof Purge>[] = [];
  for (const tombstone of known.values())
    if ('purgedCompanyId' in tombstone) purges.push(tombstone);
    else erasures.push(tombstone);
  return { erasures, purges };
}
