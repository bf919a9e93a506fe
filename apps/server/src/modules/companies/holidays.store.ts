import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Holiday } from '@balcao/domain/hours/holidays-br';
import { companyHolidays } from '../../infrastructure/db/schema/settings.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

const columns = {
  id: companyHolidays.id,
  day: companyHolidays.day,
  name: companyHolidays.name,
  hours: companyHolidays.hours,
};
const byHolidayId = (tx: Tx, id: number) => and(own(tx, companyHolidays), eq(companyHolidays.id, id));

export const holidayStore = {
  /** Bounded by the maximum number of holidays per company. */
  all: (tx: Tx) =>
    tx.orm.select(columns).from(companyHolidays).where(own(tx, companyHolidays)).orderBy(asc(companyHolidays.day)),

  async count(tx: Tx): Promise<number> {
    const [row] = await tx.orm.select({ n: count() }).from(companyHolidays).where(own(tx, companyHolidays));
    return row!.n;
  },

  async insert(tx: Tx, holiday: Holiday) {
    const [row] = await tx.orm
      .insert(companyHolidays)
      .values({ ...holiday, companyId: tx.companyId })
      .returning(columns);
    return row!;
  },

  /** Inserts the holidays whose day is not stored yet. */
  insertMissing: (tx: Tx, holidays: Holiday[]) =>
    tx.orm
      .insert(companyHolidays)
      .values(holidays.map((holiday) => ({ ...holiday, companyId: tx.companyId })))
      .onConflictDoNothing({ target: [companyHolidays.companyId, companyHolidays.day] })
      .returning({ id: companyHolidays.id }),

  async update(tx: Tx, id: number, holiday: Holiday) {
    const [row] = await tx.orm
      .update(companyHolidays)
      .set({ ...holiday, updatedAt: sql`now()` })
      .where(byHolidayId(tx, id))
      .returning(columns);
    return row;
  },

  async remove(tx: Tx, id: number) {
    const [row] = await tx.orm.delete(companyHolidays).where(byHolidayId(tx, id)).returning(columns);
    return row;
  },
};
