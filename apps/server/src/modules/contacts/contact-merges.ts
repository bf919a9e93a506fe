import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { contactStore } from './contacts.store.ts';
import { canUndo, mergeContacts, undoMerge } from './merge.ts';
import { mergeStore } from './merges.store.ts';

/** Merges of contacts that users request, list and undo. */
export function createContactMerges({ db, clock }: { db: Db; clock: Clock }) {
  const get = async (tx: Tx, id: number) => assertFound(await contactStore.byId(tx, id), 'ERR_NO_CONTACT_FOUND');

  return {
    merges: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        await get(tx, id);
        const rows = await mergeStore.of(tx, id);
        const mergedContacts = await contactStore.byIds(
          tx,
          rows.map((row) => row.mergedId),
        );
        return rows.map((row) => ({
          ...row,
          mergedName: mergedContacts.find((contact) => contact.id === row.mergedId)?.name ?? '',
          canUndo: canUndo(row, clock.now()),
        }));
      }),

    merge: (actor: Actor, id: number, otherId: number, reason: string) =>
      db.inCompany(actor.companyId, async (tx) => {
        await mergeContacts(tx, { survivorId: id, mergedId: otherId, reason, by: actor.userId });
        await audit(tx, {
          userId: actor.userId,
          action: 'contact.merged',
          subject: `contact ${id}`,
          data: { otherId },
        });
        return get(tx, id);
      }),

    undoMerge: (actor: Actor, mergeId: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const id = await undoMerge(tx, mergeId, clock.now());
        await audit(tx, { userId: actor.userId, action: 'contact.merge-undone', subject: `contact ${id}` });
        return get(tx, id);
      }),
  };
}
export type ListedMerge = Awaited<ReturnType<ReturnType<typeof createContactMerges>['merges']>>[number];
