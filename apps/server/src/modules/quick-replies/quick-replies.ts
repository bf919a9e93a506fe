import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { QuickReplyRow, QuickReplyFields } from '../../infrastructure/db/schema/quick-replies.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import type { Upload } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { HEAD_BYTES, sniff } from '../../infrastructure/media/sniff.ts';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import { sanitizeFileName } from '../../infrastructure/storage/file-name.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { quickReplyStore } from './quick-replies.store.ts';
import { NO_MEDIA, quickReplyRecords, type Media } from './quick-reply-records.store.ts';

interface Deps {
  db: Db;
  storage: Storage;
  limits: Limits;
}

/** Quick replies, selected by shortcode: the user's own and the visible ones of colleagues. */
export function createQuickReplies({ db, storage, limits }: Deps) {
  /** Hidden quick replies of colleagues are reported as not found. */
  const requireReadable = <R extends QuickReplyRow>(actor: Actor, row: R | undefined): R => {
    const quickReply = assertFound(row, 'ERR_NO_QUICKMESSAGE_FOUND');
    if (!can(actor, 'quick-reply.read', quickReply)) refuse('ERR_NO_QUICKMESSAGE_FOUND');
    return quickReply;
  };
  const requireChangeable = <R extends QuickReplyRow>(actor: Actor, row: R | undefined): R => {
    const quickReply = requireReadable(actor, row);
    authorize(actor, 'quick-reply.change', quickReply);
    return quickReply;
  };
  const getFull = async (tx: Tx, id: number) =>
    assertFound(await quickReplyStore.byId(tx, id), 'ERR_NO_QUICKMESSAGE_FOUND');

  /** Updates the quick reply and emits the event; returns the keys of files that nothing uses any more. */
  async function change(tx: Tx, before: QuickReplyRow, to: Partial<QuickReplyFields & Media>) {
    await quickReplyRecords.update(tx, before.id, to);
    tx.emit({ type: 'quick-message.saved', quickMessageId: before.id, isNew: false, wasVisible: before.isVisible });
    // Messages that were sent with the file still show it.
    return to.mediaKey === undefined || before.mediaKey === null ? [] : fileStore.release(tx, [before.mediaKey]);
  }
  /** Call it after the commit: until then the row still refers to the file. */
  const removeFromStorage = (keys: string[]) => Promise.all(keys.map((key) => storage.remove(key)));

  return {
    list: (actor: Actor, filter: { search: string; page: number }) =>
      db.readCompany(actor.companyId, (tx) => quickReplyStore.page(tx, actor.userId, filter)),
    pick: (actor: Actor) => db.readCompany(actor.companyId, (tx) => quickReplyStore.pick(tx, actor.userId)),
    get: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => requireReadable(actor, await quickReplyStore.byId(tx, id))),
    /** For realtime events; the publisher decides who may receive it. */
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => quickReplyStore.byId(tx, id)),

    create: (actor: Actor, fields: QuickReplyFields) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          const id = await quickReplyRecords.insert(tx, { ...fields, userId: actor.userId });
          tx.emit({ type: 'quick-message.saved', quickMessageId: id, isNew: true, wasVisible: false });
          return getFull(tx, id);
        })
        .catch(refuseDuplicateShortcode),

    update: (actor: Actor, id: number, fields: QuickReplyFields) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          await change(tx, requireChangeable(actor, await quickReplyRecords.lock(tx, id)), fields);
          return getFull(tx, id);
        })
        .catch(refuseDuplicateShortcode),

    async remove(actor: Actor, id: number) {
      const released = await db.inCompany(actor.companyId, async (tx) => {
        const { shortcode, mediaKey, userId, isVisible } = requireChangeable(
          actor,
          await quickReplyRecords.lock(tx, id),
        );
        await quickReplyRecords.remove(tx, id);
        await audit(tx, {
          userId: actor.userId,
          action: 'quick-message.removed',
          subject: `quick message ${id}`,
          data: { shortcode },
        });
        tx.emit({ type: 'quick-message.removed', quickMessageId: id, userId, wasVisible: isVisible });
        return mediaKey === null ? [] : fileStore.release(tx, [mediaKey]);
      });
      await removeFromStorage(released);
    },

    async attach(actor: Actor, id: number, file: Upload) {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      // Checked before anything is stored: a refused upload leaves no orphan file.
      await db.readCompany(actor.companyId, async (tx) => requireChangeable(actor, await quickReplyStore.byId(tx, id)));
      const mediaName = sanitizeFileName(file.fileName);
      const { mime } = sniff(file.bytes.subarray(0, HEAD_BYTES), mediaName);
      const stored = await storage.put(file.bytes, { companyId: actor.companyId, kind: 'media' });
      const old = await db.inCompany(actor.companyId, async (tx) => {
        const before = requireChangeable(actor, await quickReplyRecords.lock(tx, id));
        await fileStore.insert(tx, { ...stored, purpose: 'media', mime, name: mediaName, createdBy: actor.userId });
        return change(tx, before, { mediaKey: stored.key, mediaName, mediaMime: mime });
      });
      await removeFromStorage(old);
    },

    async detach(actor: Actor, id: number) {
      const old = await db.inCompany(actor.companyId, async (tx) => {
        const before = requireChangeable(actor, await quickReplyRecords.lock(tx, id));
        return before.mediaKey === null ? [] : change(tx, before, NO_MEDIA);
      });
      await removeFromStorage(old);
    },

    /** Removes the hidden quick replies of a removed user; visible ones remain. The sweep deletes the stored files. */
    async removeHiddenOfUser(tx: Tx, userId: number) {
      await fileStore.release(tx, await quickReplyRecords.removeHidden(tx, userId));
    },
  };
}
export type QuickReplies = ReturnType<typeof createQuickReplies>;

function refuseDuplicateShortcode(error: unknown): never {
  if (brokenConstraint(error) === 'quick_messages_shortcode')
    refuse('ERR_QUICKMESSAGE_ALREADY_EXISTS', { field: 'shortcode', rule: 'taken' });
  throw error;
}
