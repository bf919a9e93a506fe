/** Erasures of people, stored apart from the backups: a restore of an older one erases them again. */
import { z } from 'zod';
import { readJson, type Codec, UnreadableObject } from './codec.ts';
import type { Destination } from './destination.ts';

const Tombstone = z.object({
  companyId: z.number(),
  erasureId: z.number(),
  contactId: z.number(),
  userId: z.number(),
  askedAt: z.iso.datetime(),
  doneAt: z.iso.datetime(),
});
/** No personal data: the number of the contact means nothing outside the database. */
export type Tombstone = z.infer<typeof Tombstone>;

export const tombstoneName = (codec: Codec, { companyId, erasureId, doneAt }: Tombstone): string =>
  `tombstones/${doneAt.replace(/[-:]/g, '')}-${companyId}-${erasureId}.json${codec.stored}`;

export async function readTombstones(codec: Codec, destination: Destination): Promise<Tombstone[]> {
  const tombstones: Tombstone[] = [];
  for (const { name } of await destination.list('tombstones')) {
    const read = Tombstone.safeParse(await readJson(codec, destination, name));
    if (!read.success) throw new UnreadableObject(`${name} is not an erasure`);
    tombstones.push(read.data);
  }
  return tombstones;
}
