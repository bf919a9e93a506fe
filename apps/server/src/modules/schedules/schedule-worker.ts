import { createSendStep, type SendStepDeps } from './send-step.ts';
import { scheduleStore } from './schedules.store.ts';

export interface ScheduleWorkerDeps extends SendStepDeps {
  onError(error: unknown): void;
}
/** Schedules that are asked for at once, in all and of one company. */
const MAX_DUE = 500;
const MAX_DUE_OF_COMPANY = 100;

/** Sends scheduled messages that are due, companies in turns. Safe to run on several nodes at once and to miss a run. */
export function createScheduleWorker(deps: ScheduleWorkerDeps) {
  const { db, clock, onError } = deps;
  const sendDue = createSendStep(deps);
  let isStopped = false;
  let sweeping: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    const tried = new Set<string>();
    /** Companies that may send nothing now: inactive, overdue, or without schedules in their plan. */
    const waiting = new Set<number>();
    while (!isStopped) {
      const listed = await scheduleStore.due(db, clock.now(), [...waiting], MAX_DUE_OF_COMPANY, MAX_DUE);
      // What was tried and is still due is left to the next sweep.
      const due = listed.filter(({ companyId, id }) => !tried.has(`${companyId} ${id}`));
      if (due.length === 0) return;
      for (const { companyId, id } of due) {
        if (isStopped) return;
        if (waiting.has(companyId)) continue;
        const result = await sendDue(companyId, id).catch((error: unknown) => {
          onError(error);
          return 'nothing' as const;
        });
        if (result === 'waiting') waiting.add(companyId);
        // A long outage is skipped in portions.
        if (result !== 'skipped') tried.add(`${companyId} ${id}`);
      }
    }
  }

  return {
    /** One at a time per process. */
    sweep(): Promise<void> {
      return (sweeping ??= sendAll().finally(() => {
        sweeping = undefined;
      }));
    },
    async stop(): Promise<void> {
      isStopped = true;
      await sweeping?.catch(() => {});
    },
  };
}
