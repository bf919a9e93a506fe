import { MAX_REPORT_FILTERS, type ReportFilter } from '@balcao/contract/endpoints/reports';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { reportFilterStore } from './report-filters.store.ts';

interface FilterDraft {
  name: string;
  filter: ReportFilter;
}

/** Saved filters belong to one user; for others they do not exist. */
export function createReportFilters({ db }: { db: Db }) {
  /** Refuses a name that another filter of the user has. */
  async function lockNames(tx: Tx, userId: number, name: string, exceptId?: number) {
    await reportFilterStore.lock(tx, userId);
    const others = (await reportFilterStore.of(tx, userId)).filter(({ id }) => id !== exceptId);
    if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      refuse('ERR_REPORT_FILTER_NAME_TAKEN', { field: 'name', rule: 'taken' });
    return others.length;
  }

  return {
    list: (actor: Actor) => db.readCompany(actor.companyId, (tx) => reportFilterStore.of(tx, actor.userId)),
    create: (actor: Actor, draft: FilterDraft) =>
      db.inCompany(actor.companyId, async (tx) => {
        const saved = await lockNames(tx, actor.userId, draft.name);
        if (saved >= MAX_REPORT_FILTERS) refuse('ERR_TOO_MANY_REPORT_FILTERS');
        return (await reportFilterStore.insert(tx, actor.userId, draft)) ?? refuse('ERR_REPORT_FILTER_NAME_TAKEN');
      }),
    update: (actor: Actor, id: number, draft: FilterDraft) =>
      db.inCompany(actor.companyId, async (tx) => {
        await lockNames(tx, actor.userId, draft.name, id);
        return assertFound(await reportFilterStore.update(tx, actor.userId, id, draft), 'ERR_NO_REPORT_FILTER_FOUND');
      }),
    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        if (!(await reportFilterStore.remove(tx, actor.userId, id))) refuse('ERR_NO_REPORT_FILTER_FOUND');
      }),
  };
}
export type ReportFilters = ReturnType<typeof createReportFilters>;
