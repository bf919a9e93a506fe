import type { ErrorCode } from '@balcao/contract';
import { secondsLate, type DueRun } from '@balcao/domain/schedule/run';
import type { ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { scheduleRunStore, type NewPosition, type NewRun } from './schedule-runs.store.ts';

export interface DueSchedule {
  schedule: ScheduleRow;
  due: DueRun;
}
/** What became of the date that was sent. */
export type Ended = { state: 'sent' | 'failed'; messageId: number | null; error: ErrorCode | null };

/** Records the runs and moves on to the next dates. */
export async function advance(tx: Tx, ended: (DueSchedule & { sent?: Ended })[], now: Date): Promise<void> {
  const runs: NewRun[] = [];
  const positions: NewPosition[] = [];
  for (const { schedule, due, sent } of ended) {
    const { superseded, send, following } = due;
    const own: Omit<NewRun, 'scheduleId'>[] = superseded.map(({ at }, index) => ({
      n: schedule.lastRun + index + 1,
      dueAt: at,
      state: 'superseded',
      messageId: null,
      lateSeconds: secondsLate(at, now),
      error: null,
    }));
    if (send && sent) {
      const lateSeconds = secondsLate(send.at, now);
      own.push({ n: schedule.lastRun + own.length + 1, dueAt: send.at, lateSeconds, ...sent });
    }
    runs.push(...own.map((run) => ({ ...run, scheduleId: schedule.id })));
    const isSent = sent?.state === 'sent';
    positions.push({
      id: schedule.id,
      lastRun: schedule.lastRun + own.length,
      done: schedule.done + own.length,
      ...(following
        ? { nextAt: following.at, nextStep: following.step, status: schedule.status, sentAt: schedule.sentAt }
        : {
            nextAt: null,
            nextStep: schedule.nextStep,
            status: isSent ? 'sent' : 'failed',
            sentAt: isSent ? now : null,
          }),
    });
    tx.emit({ type: 'schedule.saved', scheduleId: schedule.id, isNew: false });
  }
  await scheduleRunStore.addRuns(tx, runs);
  await scheduleRunStore.advance(tx, positions);
}
