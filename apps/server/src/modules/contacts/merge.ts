import type { Moved } from '../../infrastructure/db/schema/contacts.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { contactStore } from './contacts.store.ts';
import { identityStore } from './identities.store.ts';
import { mergeStore } from './merges.store.ts';

/** After this a merge stays. */
const UNDO_DAYS = 30;
const DAY_MS = 86_400_000;
export const canUndo = (merge: { mergedAt: Date; undoneAt: Date | null }, now: Date): boolean =>
  merge.undoneAt === null && +now - +merge.mergedAt <= UNDO_DAYS * DAY_MS;

interface MergeRequest {
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
export async function mergeContacts(tx: Tx, { keptId, goneId, reason, by }: MergeRequest): Promise<void> {
  if (keptId === goneId) refuse('ERR_VALIDATION', { field: 'otherId', rule: 'invalid' });
  // Always in the same order, or two merges could wait for each other.
  for (const id of [keptId, goneId].sort((a, b) => a - b))
    assertFound(await contactStore.lock(tx, id), 'ERR_NO_CONTACT_FOUND');
  const merged = (await contactStore.byId(tx, goneId))!;
  const survivor = (await contactStore.byId(tx, keptId))!;

  const identities = await identityStore.of(tx, goneId);
  await identityStore.move(tx, goneId, keptId);
  const ticketIds = await mergeStore.moveTickets(tx, goneId, keptId);
  const tagIds = merged.tags.map((tag) => tag.id).filter((id) => !survivor.tags.some((tag) => tag.id === id));
  await contactStore.setTags(tx, keptId, [...survivor.tags.map((tag) => tag.id), ...tagIds]);
  const extraInfo = merged.extraInfo.filter((info) => !survivor.extraInfo.some((field) => field.name === info.name));
  await contactStore.setExtraInfo(tx, keptId, [...survivor.extraInfo, ...extraInfo]);
  const taken = {
    ...(survivor.number === '' && merged.number !== '' && { number: merged.number }),
    ...(survivor.email === '' && merged.email !== '' && { email: merged.email }),
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
  tx.emit({ type: 'contact.removed', contactId: goneId });
  tx.emit({ type: 'contact.saved', contactId: keptId, isNew: false });
}

export async function undoMerge(tx: Tx, mergeId: number, now: Date): Promise<number> {
  const merge = assertFound(await mergeStore.lock(tx, mergeId), 'ERR_NO_CONTACT_FOUND');
  if (merge.undoneAt) refuse('ERR_NO_CONTACT_FOUND');
  if (!canUndo(merge, now)) refuse('ERR_MERGE_TOO_OLD');
  const { keptId, goneId, moved } = merge;
  // Who was itself merged since must be undone first.
  assertFound(await contactStore.lock(tx, keptId), 'ERR_NO_CONTACT_FOUND');
  await contactStore.update(tx, goneId, { mergedIntoId: null });
  await identityStore.move(tx, keptId, goneId, moved.identities);
  await mergeStore.moveTickets(tx, keptId, goneId, moved.ticketIds);
  const survivor = (await contactStore.byId(tx, keptId))!;
  await contactStore.update(tx, keptId, {
    ...(moved.taken?.number !== undefined && moved.taken.number === survivor.number && { number: '' }),
    ...(moved.taken?.email !== undefined && moved.taken.email === survivor.email && { email: '' }),
  });
  await contactStore.setTags(
    tx,
    keptId,
    survivor.tags.map((tag) => tag.id).filter((id) => !moved.tagIds.includes(id)),
  );
  await contactStore.setExtraInfo(
    tx,
    keptId,
    survivor.extraInfo.filter((info) => !moved.extraInfo.some((field) => field.name === info.name)),
  );
  await mergeStore.markUndone(tx, mergeId, now);
  tx.emit({ type: 'contact.saved', contactId: keptId, isNew: false });
  tx.emit({ type: 'contact.saved', contactId: goneId, isNew: true });
  return goneId;
}
