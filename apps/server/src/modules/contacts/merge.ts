import { lacksCallingCode } from '@balcao/domain/contact/duplicates';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Moved } from '../../infrastructure/db/schema/contacts.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { contactRecordStore } from './contact-records.store.ts';
import { contactStore } from './contacts.store.ts';
import { identityStore, type StoredIdentity } from './identities.store.ts';
import { mergeStore } from './merges.store.ts';

/** A merge can be undone for this long. */
const UNDO_DAYS = 30;
export const canUndo = (merge: { mergedAt: Date; undoneAt: Date | null }, now: Date): boolean =>
  merge.undoneAt === null && +now - +merge.mergedAt <= UNDO_DAYS * DAY_MS;

interface MergeRequest {
  survivorId: number;
  mergedId: number;
  reason: string;
  by: number | null;
}

/**
 * Merges two contacts of the same person. Identities, tags, extra fields and tickets move to the surviving contact. If both
 * have a live ticket on one connection, the moved ticket is closed. The moved items are stored, so that the merge can be
 * undone.
 */
export async function mergeContacts(tx: Tx, { survivorId, mergedId, reason, by }: MergeRequest): Promise<void> {
  if (survivorId === mergedId) refuse('ERR_VALIDATION', { field: 'otherId', rule: 'invalid' });
  // Locked in the order of ids, so that two merges do not deadlock.
  for (const id of [survivorId, mergedId].sort((a, b) => a - b))
    assertFound(await contactStore.lock(tx, id), 'ERR_NO_CONTACT_FOUND');
  const merged = (await contactStore.byId(tx, mergedId))!;
  const survivor = (await contactStore.byId(tx, survivorId))!;

  const identities = await identityStore.of(tx, mergedId);
  const incomplete = await removeIncomplete(tx, [
    ...(await identityStore.of(tx, survivorId)).map((identity) => ({ ...identity, contactId: survivorId })),
    ...identities.map((identity) => ({ ...identity, contactId: mergedId })),
  ]);
  await identityStore.move(tx, mergedId, survivorId);
  const ticketIds = await mergeStore.moveTickets(tx, mergedId, survivorId);
  const tagIds = merged.tags.map((tag) => tag.id).filter((id) => !survivor.tags.some((tag) => tag.id === id));
  await contactRecordStore.setTags(tx, survivorId, [...survivor.tags.map((tag) => tag.id), ...tagIds]);
  const extraInfo = merged.extraInfo.filter((info) => !survivor.extraInfo.some((field) => field.name === info.name));
  await contactRecordStore.setExtraInfo(tx, survivorId, [...survivor.extraInfo, ...extraInfo]);
  const taken = {
    ...(survivor.number === '' && merged.number !== '' && { number: merged.number }),
    ...(survivor.email === '' && merged.email !== '' && { email: merged.email }),
  };
  const isCompleted = lacksCallingCode(survivor.number, merged.number);
  await contactRecordStore.update(tx, survivorId, {
    ...taken,
    ...(isCompleted && { number: merged.number }),
    ...(survivor.username === '' && { username: merged.username }),
    ...(survivor.source === null && { source: merged.source, hasNewSource: merged.hasNewSource }),
  });
  await contactRecordStore.update(tx, mergedId, { mergedIntoId: survivorId });

  const moved: Moved = {
    identities,
    ticketIds,
    tagIds,
    extraInfo: extraInfo.map(({ name, value }) => ({ name, value })),
    taken,
    incomplete,
    ...(isCompleted && { replacedNumber: survivor.number }),
  };
  await mergeStore.insert(tx, { survivorId, mergedId, reason, moved, mergedBy: by });
  tx.emit({ type: 'contact.removed', contactId: mergedId });
  tx.emit({ type: 'contact.saved', contactId: survivorId, isNew: false });
}

/** A message to the number without calling code would not arrive, or would reach another person abroad. */
async function removeIncomplete<I extends StoredIdentity & { contactId: number }>(tx: Tx, all: I[]): Promise<I[]> {
  const phones = all.filter(({ kind }) => kind === 'phone');
  const incomplete = phones.filter(({ value }) => phones.some((other) => lacksCallingCode(value, other.value)));
  for (const { contactId, ...identity } of incomplete) await identityStore.remove(tx, contactId, [identity]);
  return incomplete;
}

/** Moves everything back and returns the id of the restored contact. */
export async function undoMerge(tx: Tx, mergeId: number, now: Date): Promise<number> {
  const merge = assertFound(await mergeStore.lock(tx, mergeId), 'ERR_NO_CONTACT_FOUND');
  if (merge.undoneAt) refuse('ERR_NO_CONTACT_FOUND');
  if (!canUndo(merge, now)) refuse('ERR_MERGE_TOO_OLD');
  const { survivorId, mergedId, moved } = merge;
  // If the survivor was merged later, that merge must be undone first.
  assertFound(await contactStore.lock(tx, survivorId), 'ERR_NO_CONTACT_FOUND');
  await contactRecordStore.update(tx, mergedId, { mergedIntoId: null });
  await identityStore.move(tx, survivorId, mergedId, moved.identities);
  for (const { contactId, ...identity } of moved.incomplete ?? []) await identityStore.add(tx, contactId, [identity]);
  await mergeStore.moveTickets(tx, survivorId, mergedId, moved.ticketIds);
  const survivor = (await contactStore.byId(tx, survivorId))!;
  const isReplaced = moved.replacedNumber !== undefined && lacksCallingCode(moved.replacedNumber, survivor.number);
  await contactRecordStore.update(tx, survivorId, {
    ...(isReplaced && { number: moved.replacedNumber }),
    ...(moved.taken?.number !== undefined && moved.taken.number === survivor.number && { number: '' }),
    ...(moved.taken?.email !== undefined && moved.taken.email === survivor.email && { email: '' }),
  });
  await contactRecordStore.setTags(
    tx,
    survivorId,
    survivor.tags.map((tag) => tag.id).filter((id) => !moved.tagIds.includes(id)),
  );
  await contactRecordStore.setExtraInfo(
    tx,
    survivorId,
    survivor.extraInfo.filter((info) => !moved.extraInfo.some((field) => field.name === info.name)),
  );
  await mergeStore.markUndone(tx, mergeId, now);
  tx.emit({ type: 'contact.saved', contactId: survivorId, isNew: false });
  tx.emit({ type: 'contact.saved', contactId: mergedId, isNew: true });
  return mergedId;
}
