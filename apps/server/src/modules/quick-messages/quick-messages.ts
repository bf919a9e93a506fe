import type { Actor } from '@balcao/domain/policy/actor';
import { may } from '@balcao/domain/policy/policy';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { QuickMessageRow, QuickMessageWords } from '../../foundation/db/schema/quick-messages.ts';
import { brokenConstraint, type Db, type Tx } from '../../foundation/db/tx.ts';
import type { Upload } from '../../foundation/http/handle.ts';
import type { Limits } from '../../foundation/limits/limits.ts';
import { HEAD_BYTES, sniff } from '../../foundation/media/sniff.ts';
import { found, permit, refuse } from '../../foundation/refusal.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import type { Storage } from '../../foundation/storage/storage.ts';
import { NO_MEDIA, quickMessageStore, type Media } from './quick-messages.store.ts';

interface Needs {
  db: Db;
  storage: Storage;
  limits: Limits;
}
const LONGEST_NAME = 200;

/** Ready answers, called up by their shortcode: one's own, and those that colleagues show. */
export function createQuickMessages({ db, storage, limits }: Needs) {
  /** What colleagues keep to themselves is not there for others. */
  const seen = <R extends QuickMessageRow>(actor: Actor, row: R | undefined): R => {
    const known = found(row, 'ERR_NO_QUICKMESSAGE_FOUND');
    if (!may(actor, 'quick-message.read', known)) refuse('ERR_NO_QUICKMESSAGE_FOUND');
    return known;
  };
  const changeable = <R extends QuickMessageRow>(actor: Actor, row: R | undefined): R => {
    const known = seen(actor, row);
    permit(actor, 'quick-message.change', known);
    return known;
  };
  const whole = async (tx: Tx, id: number) => found(await quickMessageStore.byId(tx, id), 'ERR_NO_QUICKMESSAGE_FOUND');

  /** Changes it and tells; answers the file it had when that is no longer its own. */
  async function change(tx: Tx, before: QuickMessageRow, to: Partial<QuickMessageWords & Media>) {
    await quickMessageStore.update(tx, before.id, to);
    tx.emit({ is: 'quick-message.saved', quickMessageId: before.id, isNew: false, wasVisible: before.isVisible });
    if (to.mediaKey === undefined || before.mediaKey === null) return null;
    await fileStore.remove(tx, before.mediaKey);
    return before.mediaKey;
  }
  /** After the commit: until then the row still names it. */
  const forget = async (key: string | null) => void (key !== null && (await storage.remove(key)));

  return {
    list: (actor: Actor, filter: { search: string; page: number }) =>
      db.readCompany(actor.companyId, (tx) => quickMessageStore.page(tx, actor.userId, filter)),
    pick: (actor: Actor) => db.readCompany(actor.companyId, (tx) => quickMessageStore.pick(tx, actor.userId)),
    show: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => seen(actor, await quickMessageStore.byId(tx, id))),
    /** For telling: who may hear of it is decided there. */
    standing: (companyId: number, id: number) => db.readCompany(companyId, (tx) => quickMessageStore.byId(tx, id)),

    create: (actor: Actor, words: QuickMessageWords) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          const id = await quickMessageStore.insert(tx, { ...words, userId: actor.userId });
          tx.emit({ is: 'quick-message.saved', quickMessageId: id, isNew: true, wasVisible: false });
          return whole(tx, id);
        })
        .catch(refuseTaken),

    update: (actor: Actor, id: number, words: QuickMessageWords) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          await change(tx, changeable(actor, await quickMessageStore.lock(tx, id)), words);
          return whole(tx, id);
        })
        .catch(refuseTaken),

    async remove(actor: Actor, id: number) {
      const key = await db.inCompany(actor.companyId, async (tx) => {
        const { shortcode, mediaKey, userId, isVisible } = changeable(actor, await quickMessageStore.lock(tx, id));
        await quickMessageStore.remove(tx, id);
        if (mediaKey !== null) await fileStore.remove(tx, mediaKey);
        await audit(tx, {
          userId: actor.userId,
          act: 'quick-message.removed',
          subject: `quick message ${id}`,
          data: { shortcode },
        });
        tx.emit({ is: 'quick-message.removed', quickMessageId: id, userId, wasVisible: isVisible });
        return mediaKey;
      });
      await forget(key);
    },

    async attach(actor: Actor, id: number, file: Upload) {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      // Before anything is stored: what this person may not change leaves no file behind.
      await db.readCompany(actor.companyId, async (tx) => changeable(actor, await quickMessageStore.byId(tx, id)));
      const mediaName = nameOf(file.fileName);
      const { mime } = sniff(file.bytes.subarray(0, HEAD_BYTES), mediaName);
      const stored = await storage.put(file.bytes, { companyId: actor.companyId, kind: 'media' });
      const old = await db.inCompany(actor.companyId, async (tx) => {
        const before = changeable(actor, await quickMessageStore.lock(tx, id));
        await fileStore.insert(tx, { ...stored, purpose: 'media', mime, name: mediaName, createdBy: actor.userId });
        return change(tx, before, { mediaKey: stored.key, mediaName, mediaMime: mime });
      });
      await forget(old);
    },

    async detach(actor: Actor, id: number) {
      const old = await db.inCompany(actor.companyId, async (tx) => {
        const before = changeable(actor, await quickMessageStore.lock(tx, id));
        return before.mediaKey === null ? null : change(tx, before, NO_MEDIA);
      });
      await forget(old);
    },

    /** Whoever leaves takes along what nobody else could see; what they showed stays. Bytes without a row are swept. */
    async leave(tx: Tx, userId: number) {
      for (const key of await quickMessageStore.dropHidden(tx, userId)) await fileStore.remove(tx, key);
    },
  };
}
export type QuickMessages = ReturnType<typeof createQuickMessages>;

/** As it is shown and saved: without spaces and without a way into another folder. */
const nameOf = (fileName: string): string =>
  fileName.replaceAll(/[\\/]/g, '-').replaceAll(/\s/g, '_').slice(0, LONGEST_NAME);

function refuseTaken(fault: unknown): never {
  if (brokenConstraint(fault) === 'quick_messages_shortcode')
    refuse('ERR_QUICKMESSAGE_ALREADY_EXISTS', { field: 'shortcode', rule: 'taken' });
  throw fault;
}
