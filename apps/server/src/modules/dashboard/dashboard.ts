import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { dashboardStore } from './dashboard.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
}
export interface DashboardRange {
  /** Length of the range if `from` is not given. */
  days: number;
  from: string | undefined;
  to: string | undefined;
}

/** Figures of a range of days, counted over the services that began in it. */
export const createDashboard = ({ db, clock, companies }: Deps) => ({
  get: (companyId: number, range: DashboardRange) =>
    db.readCompany(companyId, async (tx) => {
      const { timeZone } = await companies.inTx.getHours(tx);
      const days = { ...daysOf(range, clock.now(), timeZone), timeZone };
      const counters = await dashboardStore.counters(tx, days);
      const statsByUser = new Map((await dashboardStore.agents(tx, days)).map((row) => [row.userId, row]));
      const users = await dashboardStore.users(tx);
      return { counters, agents: users.map((user) => ({ ...user, stats: statsByUser.get(user.id) })) };
    }),
});
export type Dashboard = ReturnType<typeof createDashboard>;

/** Both days included. Without `to`, the range ends today. */
function daysOf({ days, from, to }: DashboardRange, now: Date, timeZone: string) {
  const last = to ?? dayOf(now, timeZone);
  const first = new Date(Date.parse(`${last}T00:00:00Z`) - (days - 1) * 24 * 3_600_000);
  return { from: from ?? first.toISOString().slice(0, 10), to: last };
}
const dayOf = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
