import type { Db } from '../../infrastructure/db/tx.ts';

export const pastPeriodStore = {
  /** Ids of companies with services from before periods existed, whose periods are not built yet. */
  companiesDue: async (db: Db, limit: number): Promise<number[]> =>
    (await db.query<{ companyId: number }>(companiesDue, [limit])).map(({ companyId }) => companyId),
};

const companiesDue = {
  name: 'ticket-periods.companies-due',
  text: 'select company_id as "companyId" from period_backfills_due($1)',
};
