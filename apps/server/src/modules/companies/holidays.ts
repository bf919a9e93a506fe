import { nationalDays, type Holiday } from '@balcao/domain/hours/holidays-br';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { companyStore } from './companies.store.ts';
import { holidayStore } from './holidays.store.ts';

/** More than the days of a year; a company that never removes past holidays eventually reaches it. */
const MAX_HOLIDAYS = 400;

/** Days with other hours than their weekday, or closed. */
export const createHolidays = ({ db }: { db: Db }) => {
  /** Counted under the company lock. The bound matters because every message outside a conversation loads the whole list. */
  async function assertCapacity(tx: Tx, more: number) {
    await companyStore.lock(tx);
    if ((await holidayStore.count(tx)) + more > MAX_HOLIDAYS) refuse('ERR_HOLIDAY_LIMIT');
  }

  return {
    /** Runs in the caller's transaction. */
    inTx: { load: (tx: Tx) => holidayStore.all(tx) },

    add: (actor: Actor, holiday: Holiday) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          await assertCapacity(tx, 1);
          const row = await holidayStore.insert(tx, holiday);
          tx.emit({ type: 'hours.saved' });
          return row;
        })
        .catch(refuseDuplicateDay),

    /** Fixed holidays are stored for every year, movable ones for their year. */
    addNational: (actor: Actor, days: string[]) =>
      db.inCompany(actor.companyId, async (tx) => {
        const chosen = [...new Set(days)].map((day, i) => {
          const national = nationalDays(Number(day.slice(0, 4))).find((candidate) => candidate.day === day);
          if (!national) refuse('ERR_VALIDATION', { field: `days.${i}`, rule: 'unknown' });
          return { day: national.yearly ?? national.day, name: national.name, hours: null };
        });
        await assertCapacity(tx, chosen.length);
        if ((await holidayStore.insertMissing(tx, chosen)).length > 0) tx.emit({ type: 'hours.saved' });
        return holidayStore.all(tx);
      }),

    change: (actor: Actor, id: number, holiday: Holiday) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          const row = assertFound(await holidayStore.update(tx, id, holiday), 'ERR_NO_HOLIDAY_FOUND');
          tx.emit({ type: 'hours.saved' });
          return row;
        })
        .catch(refuseDuplicateDay),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { day, name } = assertFound(await holidayStore.remove(tx, id), 'ERR_NO_HOLIDAY_FOUND');
        await audit(tx, {
          userId: actor.userId,
          action: 'holiday.removed',
          subject: `holiday ${id}`,
          data: { day, name },
        });
        tx.emit({ type: 'hours.saved' });
      }),
  };
};
export type Holidays = ReturnType<typeof createHolidays>;

function refuseDuplicateDay(error: unknown): never {
  if (brokenConstraint(error) === 'company_holidays_day') refuse('ERR_VALIDATION', { field: 'day', rule: 'taken' });
  throw error;
}
