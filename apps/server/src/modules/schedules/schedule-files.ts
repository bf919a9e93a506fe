import type { Actor } from '@balcao/domain/policy/actor';
import { authorize, assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { createAttachedFile } from '../../infrastructure/storage/attached-file.ts';
import type { ScheduleDeps } from './schedule-deps.ts';
import { scheduleRecords } from './schedule-records.store.ts';

/** The specification allows png, jpg and jpeg. */
const ACCEPTED = new Set(['image/png', 'image/jpeg']);

type LockChangeable = (tx: Tx, actor: Actor, id: number) => Promise<ScheduleRow>;

/** The image that is sent with a scheduled message; its text becomes the caption. */
export function createScheduleFiles(deps: ScheduleDeps, lockChangeable: LockChangeable) {
  function assertUnsent(schedule: ScheduleRow): ScheduleRow {
    if (schedule.status === 'sent') refuse('ERR_SCHEDULE_SENT');
    return schedule;
  }

  return createAttachedFile<ScheduleRow>(deps, {
    async assertChangeable(tx, actor, id) {
      const schedule = assertFound(await scheduleRecords.find(tx, id), 'ERR_NO_SCHEDULE_FOUND');
      authorize(actor, 'schedule.change', schedule);
      assertUnsent(schedule);
    },
    lockChangeable: async (tx, actor, id) => assertUnsent(await lockChangeable(tx, actor, id)),
    assertType(mime) {
      if (!ACCEPTED.has(mime)) refuse('ERR_VALIDATION', { field: 'file', rule: 'image' });
    },
    async save(tx, before, media) {
      await scheduleRecords.update(tx, before.id, media);
      tx.emit({ type: 'schedule.saved', scheduleId: before.id, isNew: false });
    },
  });
}
