import { isRange } from '@balcao/contract/endpoints/dashboard';
import { checkNumbers, type ExportedSums } from '@balcao/domain/insight/reconciliation';
import { dateIn } from '@balcao/domain/hours/hours';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { CompanyLimit } from '../../infrastructure/limits/company-limit.ts';
import type { Companies } from '../companies/index.ts';
import { dashboardStore } from './dashboard.store.ts';
import { addDays } from './metric-days.ts';
import { metricStore } from './metrics.store.ts';
import { loadNumbers, opinionsOf, secondsOf, splitDays, type DayRange } from './numbers.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
  /** Bounds how many connections reports use. */
  limited: CompanyLimit;
  /** The report of these days with a row for each cycle: how many it has, and what its spreadsheet adds up to. */
  reportOf(tx: Tx, range: DayRange): Promise<{ rows: number; exported: ExportedSums }>;
}
export interface DashboardRange {
  /** Length of the range if `from` is not given. */
  days: number;
  from: string | undefined;
  to: string | undefined;
}

/** Counts that the equations compare. */
const COUNTS = [
  'tickets',
  'finished',
  'open',
  'pending',
  'group',
  'nps',
  'lgpd',
  'active',
  'passive',
  'withRating',
  'withoutRating',
] as const;

/** Numbers of a range of days, counted over the cycles that began in it. */
export function createDashboard({ db, clock, companies, limited, reportOf }: Deps) {
  const timeZoneOf = async (tx: Tx) => (await companies.inTx.getHours(tx)).timeZone;
  const inSnapshot = <T>(companyId: number, work: (tx: Tx) => Promise<T>) =>
    limited(companyId, () => db.snapshotCompany(companyId, work)).catch(onTooLong);

  /** Both days included. Without `to`, the range ends today, or with a day to come. */
  async function rangeOf(tx: Tx, { days, from, to }: DashboardRange): Promise<DayRange> {
    const timeZone = await timeZoneOf(tx);
    const today = dateIn(timeZone, clock.now());
    const last = to ?? (from !== undefined && from > today ? from : today);
    const first = from ?? addDays(last, 1 - days);
    assertRange(first, last, 'date_from');
    return { from: first, to: last, timeZone };
  }

  async function countByDay(tx: Tx, range: DayRange) {
    const { stored, live } = await splitDays(tx, range);
    const rows = [
      ...(stored.length > 0 ? await metricStore.storedByDay(tx, stored, range.timeZone) : []),
      ...(live.length > 0 ? await metricStore.liveByDay(tx, live, range.timeZone) : []),
    ];
    const counts = new Map(rows.map(({ day, n }) => [day, n]));
    return [...stored, ...live].toSorted().map((day) => ({ day, n: counts.get(day) ?? 0 }));
  }

  /** Every user, and those who no longer exist but have numbers. */
  async function numbersByAgent(tx: Tx, range: DayRange) {
    const numbers = await loadNumbers(tx, range);
    const users = await dashboardStore.users(tx);
    const existing = new Set(users.map(({ id }) => id));
    const removed = [...numbers.agents.keys()].filter((id) => id !== 0 && !existing.has(id)).toSorted((a, b) => a - b);
    const agents = [
      ...users.map((user) => ({ ...user, removed: false, stats: numbers.agents.get(user.id) })),
      ...removed.map((id) => ({ id, name: '', online: false, removed: true, stats: numbers.agents.get(id) })),
    ];
    return { numbers, agents };
  }

  return {
    get: (companyId: number, asked: DashboardRange) =>
      inSnapshot(companyId, async (tx) => {
        const range = await rangeOf(tx, asked);
        const { numbers, agents } = await numbersByAgent(tx, range);
        return { range, numbers, agents, now: await dashboardStore.now(tx) };
      }),
    now: async (companyId: number) => ({
      ...(await db.readCompany(companyId, (tx) => dashboardStore.now(tx))),
      at: clock.now(),
    }),
    byAgent: (companyId: number, from: string, to: string) =>
      inSnapshot(companyId, async (tx) => {
        const { numbers, agents } = await numbersByAgent(tx, await rangeOf(tx, { days: 1, from, to }));
        return { agents, nobody: numbers.agents.get(0)?.heldLast ?? 0 };
      }),
    /** By day, or by hour for one day. */
    byTime: (companyId: number, from: string, to: string) =>
      inSnapshot(companyId, async (tx) => {
        const range = await rangeOf(tx, { days: 1, from, to });
        return from === to
          ? { hours: await metricStore.byHour(tx, from, range.timeZone), timeZone: range.timeZone }
          : { days: await countByDay(tx, range), timeZone: range.timeZone };
      }),
    /** The equations between the numbers. */
    check: (companyId: number, from: string, to: string) =>
      inSnapshot(companyId, async (tx) => {
        const range = await rangeOf(tx, { days: 1, from, to });
        const { count, scores, agents, support, wait } = await loadNumbers(tx, range);
        const report = await reportOf(tx, range);
        return checkNumbers({
          ...(Object.fromEntries(COUNTS.map((name) => [name, count(name)])) as Record<(typeof COUNTS)[number], number>),
          ...opinionsOf(scores),
          rated: count('rating'),
          byAgent: [...agents.values()].reduce((sum, { heldLast }) => sum + heldLast, 0),
          byDay: (await countByDay(tx, range)).reduce((sum, { n }) => sum + n, 0),
          reportRows: report.rows,
          exported: report.exported,
          seconds: secondsOf(support) + secondsOf(wait),
          scores: scores.reduce((sum, n, score) => sum + n * score, 0),
          brokenCycles: await metricStore.brokenCycles(tx, from, to, range.timeZone),
        });
      }),
    /** For the exports of reports, in their own transaction. */
    inTx: {
      timeZoneOf,
      agents: async (tx: Tx, range: DayRange) => numbersByAgent(tx, range),
      numbers: loadNumbers,
    },
  };
}
export type Dashboard = ReturnType<typeof createDashboard>;

/** Without one of its days the length of a range is known only when the request is handled. */
export function assertRange(from: string, to: string, field: string): void {
  if (!isRange(from, to)) refuse('ERR_VALIDATION', { field, rule: 'invalid' });
}

/** A statement that the database gave up. */
export const onTooLong = (error: unknown): never => {
  if ((error as { code?: string }).code === '57014') return refuse('ERR_REPORT_TOO_LONG');
  throw error;
};
