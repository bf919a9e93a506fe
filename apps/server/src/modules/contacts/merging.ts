import type { Moved } from '../../foundation/db/schema/contacts.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import { contactStore } from './contacts.store.ts';
import { identityStore } from './identities.store.ts';
import { mergeStore } from './merges.store.ts';

/** After this a merge stays. */
export const UNDO_DAYS = 30;
const DAY_MS = 86_400_000;

interface Merging {
  keptId: number;
  goneId: number;
  reason: string;
  by: number | null;
}

/**
 * Two contacts turn out to be one person. Identities, tags and extra fields move to the one that stays; tickets too, but
 * for a live one on a connection where the other has a live one already: there can be only one, so it is left behind
 * closed. What moved is remembered, so that it can move back.
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
  await contactStore.update(tx, keptId, {
    ...(kept.number === '' && gone.number !== '' && { number: gone.number }),
    ...(kept.email === '' && gone.email !== '' && { email: gone.email }),
  });
  await contactStore.update(tx, goneId, { mergedIntoId: keptId });

  const moved: Moved = {
    identities,
    ticketIds,
    tagIds,
    extraInfo: extraInfo.map(({ name, value }) => ({ name, value })),
  };
  await mergeStore.insert(tx, { keptId, goneId, reason, moved, mergedBy: by });
  tx.emit({ is: 'contact.removed', contactId: goneId });
  tx.emit({ is: 'contact.saved', contactId: keptId, isNew: false });
}

export async function undoMerge(tx: Tx, mergeId: number, now: Date): Promise<number> {
  const merge = found(await mergeStore.lock(tx, mergeId), 'ERR_NO_CONTACT_FOUND');
  if (merge.undoneAt) refuse('ERR_NO_CONTACT_FOUND');
  if (+now - +merge.mergedAt > UNDO_DAYS * DAY_MS) refuse('ERR_MERGE_TOO_OLD');
  const { keptId, goneId, moved } = merge;
  await contactStore.update(tx, goneId, { mergedIntoId: null });
  await identityStore.move(tx, keptId, goneId, moved.identities);
  await mergeStore.moveTickets(tx, keptId, goneId, moved.ticketIds);
  const kept = found(await contactStore.byId(tx, keptId), 'ERR_NO_CONTACT_FOUND');
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
