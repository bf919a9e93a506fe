import { MAX_OCCURRENCES, MAX_SCHEDULE_DAYS } from '@balcao/contract/endpoints/schedules';
import { instantOf, type SpecialDay } from '@balcao/domain/hours/hours';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Actor } from '@balcao/domain/policy/actor';
import { addDays, candidateAt, occurrencesFrom, stepBefore, type Occurrence } from '@balcao/domain/schedule/recurrence';
import { refuse } from '../../infrastructure/app-error.ts';
import type { ScheduleDeps } from './schedule-deps.ts';
import { ruleOf } from './schedule-rule.ts';
import { scheduleStore, type FullSchedule, type RunWithSchedule } from './schedules.store.ts';

export interface CalendarRange {
  /** YYYY-MM-DD in the company's time zone, both included. */
  firstDay: string;
  lastDay: string;
  queueId: number | null;
  connectionId: number | null;
}
export interface PastOccurrence {
  schedule: FullSchedule;
  run: RunWithSchedule;
}
export interface NextOccurrence {
  schedule: FullSchedule;
  occurrence: Occurrence;
  /** Which of how many, from 1. */
  position: number;
}
/** Dates of one schedule in a range: one every few minutes would hide all the others. */
const MAX_OF_SCHEDULE = 200;
const MAX_UPCOMING_SCHEDULES = 1000;
/** Dates that one request computes: some tenths of a second. */
const MAX_COMPUTED = 20_000;

/** The dates of a range: those that passed, with what became of them, and those ahead. */
export function createScheduleCalendar({
  db,
  companies,
  contacts,
}: Pick<ScheduleDeps, 'db' | 'companies' | 'contacts'>) {
  return {
    calendar: (actor: Actor, { firstDay, lastDay, queueId, connectionId }: CalendarRange) =>
      db.readCompany(actor.companyId, async (tx) => {
        if (lastDay < firstDay) refuse('ERR_VALIDATION', { field: 'dateEnd', rule: 'tooSmall' });
        if (Date.parse(lastDay) - Date.parse(firstDay) > MAX_SCHEDULE_DAYS * DAY_MS)
          refuse('ERR_VALIDATION', { field: 'dateEnd', rule: 'tooLarge' });
        const { timeZone, holidays } = await companies.inTx.getHours(tx);
        const from = instantOf(`${firstDay}T00:00`, timeZone);
        const to = instantOf(`${addDays(lastDay, 1)}T00:00`, timeZone);
        const filter = { from, to, queueId, connectionId };
        const runs = await scheduleStore.runs(tx, { ...filter, limit: MAX_OCCURRENCES });
        const upcoming = await scheduleStore.upcoming(tx, { ...filter, limit: MAX_UPCOMING_SCHEDULES });
        const missing = new Set(runs.map(({ scheduleId }) => scheduleId));
        for (const { id } of upcoming) missing.delete(id);
        const byId = new Map(
          [...upcoming, ...(await scheduleStore.byIds(tx, [...missing]))].map((schedule) => [schedule.id, schedule]),
        );
        const past = runs.flatMap((run): PastOccurrence[] => {
          const schedule = byId.get(run.scheduleId);
          return schedule ? [{ schedule, run }] : [];
        });
        const next: NextOccurrence[] = [];
        let computed = 0;
        for (const schedule of upcoming) {
          const ahead = datesAhead(schedule, holidays, from, to);
          next.push(...ahead.dates);
          computed += ahead.computed;
          if (computed > MAX_COMPUTED) break;
        }
        next.sort((a, b) => +a.occurrence.at - +b.occurrence.at);
        const limit = MAX_OCCURRENCES - past.length;
        return {
          past,
          next: next.slice(0, limit),
          timeZone,
          hasMore:
            next.length > limit ||
            runs.length >= MAX_OCCURRENCES ||
            upcoming.length >= MAX_UPCOMING_SCHEDULES ||
            computed > MAX_COMPUTED,
          masked: await contacts.inTx.hidesNumbers(tx),
        };
      }),
  };
}

/** Dates of a schedule between two instants, from where it stands. */
function datesAhead(schedule: FullSchedule, holidays: readonly SpecialDay[], from: Date, to: Date) {
  if (schedule.nextAt === null) return { dates: [], computed: 0 };
  const rule = ruleOf(schedule, holidays);
  const { nextStep, done, shift, interval, count } = schedule;
  // Dates that are never moved are counted by their step; others are counted one by one.
  const skipped = shift === 'keep' ? Math.max(0, stepBefore(rule, from) - nextStep) : 0;
  const { movedFrom, at } = candidateAt(rule, nextStep + skipped);
  // The stored date is the one that is sent, also if a holiday was added since.
  const first = { step: nextStep + skipped, at: skipped === 0 ? schedule.nextAt : at, movedFrom };
  const left = (interval === 0 ? 1 : count - done) - skipped;
  const all = left <= 0 ? [] : occurrencesFrom(rule, first, left, new Date(+to - 1));
  const dates = all
    .map((occurrence, n): NextOccurrence => ({ schedule, occurrence, position: done + skipped + n + 1 }))
    .filter(({ occurrence }) => occurrence.at >= from)
    .slice(0, MAX_OF_SCHEDULE);
  return { dates, computed: all.length };
}
