import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { metricDayStore, type MetricWork } from './metric-days.store.ts';

interface Deps {
  db: Db;
  /** Chooses the older day that is compared, from 0 up to 1. */
  random(): number;
  onDifference(companyId: number, day: string, metrics: number): void;
  onError(error: unknown): void;
}
interface Recount {
  day: string;
  zone: string;
  marks: number[];
  counted: string;
}
const MAX_COMPANIES = 200;
/** The job runs every minute; a run that is over before the next one starts never overlaps it. */
const RUN_MS = 40_000;
const PRUNE_ROWS = 2_000;

/** Stores the numbers of past days. A day is always rebuilt as a whole from its rows, never changed by steps. */
export function createMetricDays({ db, random, onDifference, onError }: Deps) {
  /** The day counted again, and the marks that the count has seen. */
  async function recount(tx: Tx, day: string, zone: string): Promise<Recount> {
    const marks = await metricDayStore.marks(tx, day);
    return { day, zone, marks, counted: await metricDayStore.count(tx, day, zone) };
  }
  /** Stores a recount and deletes its marks: a later one stays and leads to another rebuild. */
  async function store(tx: Tx, { day, zone, marks, counted }: Recount): Promise<void> {
    await metricDayStore.replace(tx, day, zone, counted);
    if (marks.length > 0) await metricDayStore.clearMarks(tx, marks);
  }
  // Counted before the first write: while a transaction that wrote is open, no event of any company is published.
  const rebuild = async (tx: Tx, day: string, zone: string) => store(tx, await recount(tx, day, zone));

  /**
   * A stored day must equal a recount. Statements see what is committed between them: a change that the comparison has seen
   * has marked the day by then, and leads to another rebuild.
   */
  async function compare(tx: Tx, { day, zone, marks }: Recount): Promise<number> {
    const differing = marks.length > 0 ? 0 : await metricDayStore.differences(tx, day, zone);
    if (differing === 0 || (await metricDayStore.marks(tx, day)).length > 0) return 0;
    onDifference(tx.companyId, day, differing);
    return differing;
  }

  /** Does one piece of work; false when there is none. */
  async function step(companyId: number): Promise<boolean> {
    return db.inCompany(companyId, async (tx) => {
      await metricDayStore.lock(tx);
      const work = await metricDayStore.work(tx);
      if (!work) return false;
      // Transactions that are open now do not mark days yet: the first day is stored by the next run.
      if (work.storedZone !== work.zone) {
        await metricDayStore.begin(tx, work.zone);
        return false;
      }
      const dirty = await metricDayStore.oldestDirty(tx);
      if (dirty !== undefined) {
        await repair(tx, dirty, work);
        return true;
      }
      const next = nextDay(work, await metricDayStore.firstDay(tx, work));
      if (next) {
        await rebuild(tx, next.day, work.zone);
        await metricDayStore.setRange(tx, next.from, next.to, next.isComplete);
        return true;
      }
      if (!work.isComplete && work.builtFrom !== null) {
        await metricDayStore.setRange(tx, work.builtFrom, work.builtTo!, true);
        return true;
      }
      if (!work.isChecked) {
        await check(tx, work);
        return true;
      }
      return metricDayStore.pruneOtherZones(tx, work.zone, PRUNE_ROWS);
    });
  }

  /** Only stored days are rebuilt; the marks of others are dropped. */
  async function repair(tx: Tx, day: string, { zone, builtFrom, builtTo }: MetricWork) {
    if (builtFrom !== null && builtFrom <= day && day <= builtTo!) await rebuild(tx, day, zone);
    else await metricDayStore.clearMarks(tx, await metricDayStore.marks(tx, day));
  }

  /** Every day, once yesterday is stored, yesterday and one older day are compared before they are replaced. */
  async function check(tx: Tx, { zone, builtFrom, builtTo, lastDay }: MetricWork) {
    let differing = 0;
    if (builtFrom !== null) {
      const days = (Date.parse(builtTo!) - Date.parse(builtFrom)) / DAY_MS;
      const older = addDays(builtFrom, Math.floor(random() * days));
      const recounts: Recount[] = [];
      for (const day of new Set([builtTo!, older])) recounts.push(await recount(tx, day, zone));
      for (const one of recounts) differing += (await compare(tx, one)) > 0 ? 1 : 0;
      for (const one of recounts) await store(tx, one);
    }
    await metricDayStore.setChecked(tx, lastDay, differing);
  }

  /** A company whose step fails is left to the next run; the others go on. */
  const tryStep = (companyId: number): Promise<boolean> =>
    step(companyId).catch((error: unknown) => {
      onError(error);
      return false;
    });

  return {
    /** Companies take turns, one day each, so that a large one does not delay the others. */
    async rebuildDue(): Promise<void> {
      const endsAt = Date.now() + RUN_MS;
      let due = await metricDayStore.companiesDue(db, MAX_COMPANIES);
      while (due.length > 0 && Date.now() < endsAt) {
        const unfinished: number[] = [];
        for (const companyId of due) if (await tryStep(companyId)) unfinished.push(companyId);
        due = unfinished;
      }
    },
    /** One step of one company, for tests and for `rebuildDue`. */
    step,
  };
}
export type MetricDays = ReturnType<typeof createMetricDays>;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The next day to store: first the newest, then backwards to the first day with anything to count. */
function nextDay({ builtFrom, builtTo, lastDay }: MetricWork, firstDay: string | null) {
  const first = firstDay ?? lastDay;
  if (builtFrom === null || builtTo === null)
    return { day: lastDay, from: lastDay, to: lastDay, isComplete: first >= lastDay };
  if (builtTo < lastDay) {
    const day = addDays(builtTo, 1);
    return { day, from: builtFrom, to: day, isComplete: first >= builtFrom };
  }
  if (first >= builtFrom) return undefined;
  const day = addDays(builtFrom, -1);
  return { day, from: day, to: builtTo, isComplete: first >= day };
}
