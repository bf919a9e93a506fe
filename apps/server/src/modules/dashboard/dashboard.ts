import type { DashboardCounters } from '@balcao/contract/endpoints/dashboard';
import { npsOf, percent } from '@balcao/domain/ticket/nps';
import type { z } from 'zod';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { dashboardStore, type CountersRow } from './dashboard.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
}
export interface DashboardQuery {
  days?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}
const DEFAULT_DAYS = 30;

/** What happened within some days, counted over the rounds of service that began in them. */
export const createDashboard = ({ db, clock, companies }: Deps) => ({
  get: (companyId: number, query: DashboardQuery) =>
    db.readCompany(companyId, async (tx) => {
      const { timeZone } = await companies.inTx.getHours(tx);
      const days = { ...daysOf(query, clock.now(), timeZone), timeZone };
      const counters = presentCounters(await dashboardStore.counters(tx, days));
      const statsByUser = new Map((await dashboardStore.agents(tx, days)).map((row) => [row.userId, row]));
      const agents = (await dashboardStore.users(tx)).map(({ id, name, online }) => {
        const own = statsByUser.get(id);
        return {
          id,
          name,
          online,
          tickets: own?.tickets ?? 0,
          rating: own?.rating == null ? null : rounded(own.rating),
          countRating: own?.rated ?? 0,
          avgWaitTime: rounded(own?.waited ?? 0),
          avgSupportTime: rounded(own?.attended ?? 0),
        };
      });
      return { counters, attendants: agents };
    }),
});
export type Dashboard = ReturnType<typeof createDashboard>;

const presentCounters = (row: CountersRow): z.infer<typeof DashboardCounters> => ({
  avgSupportTime: rounded(row.attended),
  avgWaitTime: rounded(row.waited),
  supportHappening: row.happening,
  supportPending: row.pending,
  supportFinished: row.finished,
  supportGroups: row.groups,
  leads: row.leads,
  activeTickets: row.active,
  passiveTickets: row.passive,
  tickets: row.tickets,
  waitRating: row.waitRating,
  withoutRating: row.withoutRating,
  withRating: row.withRating,
  percRating: percent(row.rated, row.tickets),
  ...npsOf(row),
});

/** Both ends included; an end that is not given is today, a beginning is as many days before as were asked for. */
function daysOf({ days = DEFAULT_DAYS, date_from, date_to }: DashboardQuery, now: Date, timeZone: string) {
  const to = date_to ?? dayOf(now, timeZone);
  const before = new Date(Date.parse(`${to}T00:00:00Z`) - (days - 1) * 24 * 3_600_000);
  return { from: date_from ?? before.toISOString().slice(0, 10), to };
}
const dayOf = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
const rounded = (value: number): number => Math.round(value * 100) / 100;
