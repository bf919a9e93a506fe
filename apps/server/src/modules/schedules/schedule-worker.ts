import { createSendStep, type SendStepDeps } from './send-step.ts';
import { scheduleStore } from './schedules.store.ts';

/** Schedules that are asked for at once, in all and of one company. */
const MAX_DUE = 500;
const MAX_DUE_OF_COMPANY = 100;
/** Schedules that are sent in one transaction, so that it stays short. */
const PORTION = 20;

/** Sends scheduled messages that are due, companies in turns. Safe to run on several nodes at once and to miss a run. */
export function createScheduleWorker(deps: SendStepDeps) {
  const { db, clock } = deps;
  const sendDue = createSendStep(deps);
  let isStopped = false;
  let sweeping: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    const tried = new Set<string>();
    /** Companies that may send nothing now: inactive, overdue, moved here and not confirmed, or without schedules. */
    const waiting = new Set<number>();
    while (!isStopped) {
      const listed = await scheduleStore.due(db, clock.now(), [...waiting], MAX_DUE_OF_COMPANY, MAX_DUE);
      // What was tried and is still due is left to the next sweep.
      const due = listed.filter(({ companyId, id }) => !tried.has(`${companyId} ${id}`));
      if (due.length === 0) return;
      for (const { companyId, ids } of portionsOf(due)) {
        if (isStopped) return;
        if (waiting.has(companyId)) continue;
        for (const [id, result] of await sendDue(companyId, ids)) {
          if (result === 'waiting') waiting.add(companyId);
          // A long outage is skipped in portions.
          if (result !== 'skipped') tried.add(`${companyId} ${id}`);
        }
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

/** Portions of one company each, companies in turns. */
function portionsOf(due: readonly { companyId: number; id: number }[]): { companyId: number; ids: number[] }[] {
  const byCompany = [...Map.groupBy(due, ({ companyId }) => companyId)];
  const rounds = Math.ceil(Math.max(...byCompany.map(([, rows]) => rows.length)) / PORTION);
  return Array.from({ length: rounds }, (_, round) =>
    byCompany.flatMap(([companyId, rows]) => {
      const ids = rows.slice(round * PORTION, (round + 1) * PORTION).map(({ id }) => id);
      return ids.length === 0 ? [] : [{ companyId, ids }];
    }),
  ).flat();
}
