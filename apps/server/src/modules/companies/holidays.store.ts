import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Holiday } from '@balcao/domain/hours/holidays-br';
import { companyHolidays } from '../../foundation/db/schema/settings.ts';
import { own, type Tx } from '../../foundation/db/tx.ts';

const shown = {
  id: companyHolidays.id,
  day: companyHolidays.day,
  name: companyHolidays.name,
  hours: companyHolidays.hours,
};
const one = (tx: Tx, id: number) => and(own(tx, companyHolidays), eq(companyHolidays.id, id));

export const holidayStore = {
  /** At most as many as one company may keep. */
  all: (tx: Tx) =>
    tx.sql.select(shown).from(companyHolidays).where(own(tx, companyHolidays)).orderBy(asc(companyHolidays.day)),

  async count(tx: Tx): Promise<number> {
    const [row] = await tx.sql.select({ n: count() }).from(companyHolidays).where(own(tx, companyHolidays));
    return row!.n;
  },

  async insert(tx: Tx, holiday: Holiday) {
    const [row] = await tx.sql
      .insert(companyHolidays)
      .values({ ...holiday, companyId: tx.companyId })
      .returning(shown);
    return row!;
  },

  /** Those whose day is not kept yet. */
  insertMissing: (tx: Tx, holidays: Holiday[]) =>
    tx.sql
      .insert(companyHolidays)
      .values(holidays.map((holiday) => ({ ...holiday, companyId: tx.companyId })))
      .onConflictDoNothing({ target: [companyHolidays.companyId, companyHolidays.day] })
      .returning({ id: companyHolidays.id }),

  async update(tx: Tx, id: number, holiday: Holiday) {
    const [row] = await tx.sql
      .update(companyHolidays)
      .set({ ...holiday, updatedAt: sql`now()` })
      .where(one(tx, id))
      .returning(shown);
    return row;
  },

  async remove(tx: Tx, id: number) {
    const [row] = await tx.sql.delete(companyHolidays).where(one(tx, id)).returning(shown);
    return row;
  },
};
