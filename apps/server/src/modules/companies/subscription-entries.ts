import { endOfDay, paidUntil } from '@balcao/domain/billing/due-date';
import { dateIn } from '@balcao/domain/hours/hours';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { companyStore, type NewCompany } from './companies.store.ts';
import { subscriptionEntryStore, type NewEntry } from './subscription-entries.store.ts';

const DEFAULT_TIME_ZONE = 'America/Sao_Paulo';

/** Inserts a company that may work until the end of the day of `dueDate`. */
export async function insertWithStart(tx: Tx, company: NewCompany): Promise<CompanyRow> {
  const timeZone = company.timeZone ?? DEFAULT_TIME_ZONE;
  const day = dateIn(timeZone, company.dueDate);
  const row = await companyStore.insert(tx, { ...company, dueDate: endOfDay(day, timeZone) });
  await subscriptionEntryStore.insert(tx, { kind: 'start', day, at: row.createdAt });
  return row;
}

/**
 * Entries decide until when a company may work. Its due date is computed from them here and written nowhere else. The
 * caller locks the company.
 */
export const subscriptionEntries = {
  all: subscriptionEntryStore.all,
  async add(tx: Tx, entry: NewEntry) {
    const id = await subscriptionEntryStore.insert(tx, entry);
    return { id, ...(await updateDueDate(tx)) };
  },
};

/** Also after a change of the time zone, in which a day ends. */
export async function updateDueDate(tx: Tx): Promise<{ day: string; dueDate: Date }> {
  const { timeZone } = assertFound(await companyStore.lock(tx), 'ERR_NO_COMPANY_FOUND');
  const day = paidUntil(await subscriptionEntryStore.all(tx), timeZone);
  if (day === undefined) throw new Error(`Company ${tx.companyId} has no start of its subscription`);
  const dueDate = endOfDay(day, timeZone);
  await companyStore.update(tx, { dueDate });
  tx.emit({ type: 'company.changed' });
  return { day, dueDate };
}
