import { MIN_CUSTOM_SIZE, type CustomPrices } from '@balcao/domain/billing/price';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { platformAdminStore } from './platform-admin.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  customPrices(): Promise<CustomPrices>;
}

/** What paying companies bring a month, by plan; companies with limits of their own are apart. */
export const createPlanRevenue =
  ({ db, clock, customPrices }: Deps) =>
  async () => {
    const rows = await db.onPlatform((tx) => platformAdminStore.planRevenue(tx, clock.now()));
    const prices = await customPrices();
    const custom = rows.filter(({ isCustom }) => isCustom);
    return {
      plans: rows.filter(({ isCustom }) => !isCustom).map(({ planId, monthlyCents }) => ({ planId, monthlyCents })),
      custom: {
        companies: custom.reduce((sum, { companies }) => sum + companies, 0),
        monthlyCents: custom.reduce((sum, { monthlyCents }) => sum + monthlyCents, 0),
        min: MIN_CUSTOM_SIZE,
        ...prices,
      },
    };
  };
