import type { Moved } from '../../foundation/db/schema/contacts.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import { contactStore } from './contacts.store.ts';
import { identityStore } from './identities.store.ts';
import { mergeStore } from './merges.store.ts';

/** After this a merge stays. */
const UNDO_DAYS = 30;
const DAY_MS = 86_400_000;
export const mayUndo = (merge: { mergedAt: Date; undoneAt: Date | null }, now: Date): boolean =>
  merge.undoneAt === null && +now - +merge.mergedAt <= UNDO_DAYS * DAY_MS;

interface Merging {
  keptId: number;
  goneId: number;
  reason: string;
  by: number | null;
}

/**
 * Two contacts turn out to be one person. Identities, tags, extra fields and tickets move to the one that stays. Where both
 * have a live ticket on one connection there can be only one, so the one that moves is closed. What moved is remembered,
 * so that it can move back.
 */
export async function mergeContacts(tx: Tx, { keptId, goneId, reason, by }: Merging): Promise<void> {
  if (keptId === goneId) refuse('ERR_VALIDATION', { field: 'otherId', rule: 'invalid' });
  // Always in the same order, or two merges could wait for each other.
  for (const id of [keptId, goneId].sort((a, b) => a - b))
    found(await contactStore.lock(tx, id), 'ERR_NO_CONTACT_FOUND');
  const gone = (await contactStore.byId(tx, goneId))!;
  const kept = (await contactStore.byId(tx, keptId))!;

  const identities = await identityStore.of(tx, goneId);
  await identityStore.move(tx, goneId, keptId);
  const ticketIds = await mergeStore.moveTickets(tx, goneId, keptId);
  const tagIds = gone.tags.map((tag) => tag.id).filter((id) => !kept.tags.some((tag) => tag.id === id));
  await contactStore.setTags(tx, keptId, [...kept.tags.map((tag) => tag.id), ...tagIds]);
  const extraInfo = gone.extraInfo.filter((info) => !kept.extraInfo.some((one) => one.name === info.name));
  await contactStore.setExtraInfo(tx, keptId, [...kept.extraInfo, ...extraInfo]);
  const taken = {
    ...(kept.number === '' && gone.number !== '' && { number: gone.number }),
    ...(kept.email === '' && gone.email !== '' && { email: gone.email }),
  };
  await contactStore.update(tx, keptId, taken);
  await contactStore.update(tx, goneId, { mergedIntoId: keptId });

  const moved: Moved = {
    identities,
    ticketIds,
    tagIds,
    extraInfo: extraInfo.map(({ name, value }) => ({ name, value })),
    taken,
  };
  await mergeStore.insert(tx, { keptId, goneId, reason, moved, mergedBy: by });
  tx.emit({ is: 'contact.removed', contactId: goneId });
  tx.emit({ is: 'contact.saved', contactId: keptId, isNew: false });
}

export async function undoMerge(tx: Tx, mergeId: number, now: Date): Promise<number> {
  const merge = found(await mergeStore.lock(tx, mergeId), 'ERR_NO_CONTACT_FOUND');
  if (merge.undoneAt) refuse('ERR_NO_CONTACT_FOUND');
  if (!mayUndo(merge, now)) refuse('ERR_MERGE_TOO_OLD');
  const { keptId, goneId, moved } = merge;
  // Who was itself merged since must be undone first.
  found(await contactStore.lock(tx, keptId), 'ERR_NO_CONTACT_FOUND');
  await contactStore.update(tx, goneId, { mergedIntoId: null });
  await identityStore.move(tx, keptId, goneId, moved.identities);
  await mergeStore.moveTickets(tx, keptId, goneId, moved.ticketIds);
  const kept = (await contactStore.byId(tx, keptId))!;
  await contactStore.update(tx, keptId, {
    ...(moved.taken?.number !== undefined && moved.taken.number === kept.number && { number: '' }),
    ...(moved.taken?.email !== undefined && moved.taken.email === kept.email && { email: '' }),
  });
  await contactStore.setTags(
    tx,
    keptId,
    kept.tags.map((tag) => tag.id).filter((id) => !moved.tagIds.includes(id)),
  );
  await contactStore.setExtraInfo(
    tx,
    keptId,
    kept.extraInfo.filter((info) => !moved.extraInfo.some((one) => one.name === info.name)),
  );
  await mergeStore.markUndone(tx, mergeId, now);
  tx.emit({ is: 'contact.saved', contactId: keptId, isNew: false });
  tx.emit({ is: 'contact.saved', contactId: goneId, isNew: true });
  return goneId;
}
