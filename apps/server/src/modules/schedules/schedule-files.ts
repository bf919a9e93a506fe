import type { Actor } from '@balcao/domain/policy/actor';
import { authorize, assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Upload } from '../../infrastructure/http/handle.ts';
import { HEAD_BYTES, sniff } from '../../infrastructure/media/sniff.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { ScheduleDeps } from './schedule-deps.ts';
import { NO_MEDIA, scheduleRecords, type Media } from './schedule-records.store.ts';

/** The specification allows png, jpg and jpeg. */
const ACCEPTED = new Set(['image/png', 'image/jpeg']);
const MAX_NAME_LENGTH = 200;

type LockChangeable = (tx: Tx, actor: Actor, id: number) => Promise<ScheduleRow>;

/** The image that is sent with a scheduled message; its text becomes the caption. */
export function createScheduleFiles({ db, storage, limits }: ScheduleDeps, lockChangeable: LockChangeable) {
  /** Replaces the file; returns the keys of files that nothing uses any more. */
  async function replace(tx: Tx, before: ScheduleRow, media: Media): Promise<string[]> {
    await scheduleRecords.update(tx, before.id, media);
    tx.emit({ type: 'schedule.saved', scheduleId: before.id, isNew: false });
    return before.mediaKey === null ? [] : fileStore.release(tx, [before.mediaKey]);
  }
  const assertUnsent = ({ status }: ScheduleRow) => void (status === 'sent' && refuse('ERR_SCHEDULE_SENT'));
  /** Call it after the commit: until then the row still refers to the file. */
  const removeFromStorage = (keys: string[]) => Promise.all(keys.map((key) => storage.remove(key)));

  return {
    async attach(actor: Actor, id: number, file: Upload): Promise<void> {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      // Checked before anything is stored: a refused upload leaves no orphan file.
      await db.readCompany(actor.companyId, async (tx) => {
        const schedule = assertFound(await scheduleRecords.find(tx, id), 'ERR_NO_SCHEDULE_FOUND');
        authorize(actor, 'schedule.change', schedule);
        assertUnsent(schedule);
      });
      const mediaName = nameOf(file.fileName);
      const { mime } = sniff(file.bytes.subarray(0, HEAD_BYTES), mediaName);
      if (!ACCEPTED.has(mime)) refuse('ERR_VALIDATION', { field: 'file', rule: 'image' });
      const stored = await storage.put(file.bytes, { companyId: actor.companyId, kind: 'media' });
      const released = await db.inCompany(actor.companyId, async (tx) => {
        const before = await lockChangeable(tx, actor, id);
        assertUnsent(before);
        await fileStore.insert(tx, { ...stored, purpose: 'media', mime, name: mediaName, createdBy: actor.userId });
        return replace(tx, before, { mediaKey: stored.key, mediaName, mediaMime: mime });
      });
      await removeFromStorage(released);
    },

    async detach(actor: Actor, id: number): Promise<void> {
      const released = await db.inCompany(actor.companyId, async (tx) => {
        const before = await lockChangeable(tx, actor, id);
        assertUnsent(before);
        return before.mediaKey === null ? [] : replace(tx, before, NO_MEDIA);
      });
      await removeFromStorage(released);
    },
  };
}

/** Sanitized file name: no spaces and no path separators. */
const nameOf = (fileName: string): string =>
  fileName.replaceAll(/[\\/]/g, '-').replaceAll(/\s/g, '_').slice(0, MAX_NAME_LENGTH);
