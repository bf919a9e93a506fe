import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { MIN_CUSTOM_SIZE, type CustomPrices } from '@balcao/domain/billing/price';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { platformAdminStore, type CompanyRevenue } from './platform-admin.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
  customPrices(): Promise<CustomPrices>;
}
/** Companies that are read at the same time, each on its own connection. */
const PARALLEL = 4;

/** What paying companies bring a month, by plan. The rows are read inside each company. */
export const createPlanRevenue = ({ db, clock, companies, customPrices }: Deps) => {
  async function all(): Promise<CompanyRevenue[]> {
    const at = clock.now();
    const found: CompanyRevenue[] = [];
    const waiting = (await companies.allIds()).filter((companyId) => companyId !== OWNER_COMPANY_ID).values();
    const work = async () => {
      for (const companyId of waiting) {
        const row = await db.readCompany(companyId, (tx) => platformAdminStore.revenue(tx, at));
        if (row) found.push(row);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    return found;
  }

  return async () => {
    const [rows, prices] = [await all(), await customPrices()];
    const ofPlans = new Map<number, number>();
    for (const { planId, isCustom, monthlyCents } of rows)
      if (!isCustom) ofPlans.set(planId, (ofPlans.get(planId) ?? 0) + monthlyCents);
    const custom = rows.filter(({ isCustom }) => isCustom);
    return {
      plans: [...ofPlans].map(([planId, monthlyCents]) => ({ planId, monthlyCents })),
      custom: {
        companies: custom.length,
        monthlyCents: custom.reduce((sum, { monthlyCents }) => sum + monthlyCents, 0),
        min: MIN_CUSTOM_SIZE,
        ...prices,
      },
    };
  };
};
