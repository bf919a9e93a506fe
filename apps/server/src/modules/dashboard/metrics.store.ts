import { bucketLimits, type Histogram } from '@balcao/domain/insight/histogram';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { CYCLES, METRIC_ROWS } from './metric-sql.store.ts';

export type Dimension = 'all' | 'user' | 'queue' | 'connection';
/** Sums of a metric over some days. */
export interface MetricRow {
  dimension: Dimension;
  subjectId: number;
  metric: string;
  n: number;
  sumS: number;
  histograms: Histogram[];
}
/** Exact medians and 90th percentiles in seconds; null without values. */
export interface Percentiles {
  support: number[] | null;
  wait: number[] | null;
  firstResponse: number[] | null;
}
export interface MetricState {
  zone: string;
  builtFrom: string | null;
  builtTo: string | null;
  isComplete: boolean;
  checkedOn: string | null;
}
export interface DayCount {
  day: string;
  n: number;
}

const LIMITS = [...bucketLimits];

/** Numbers of days: computed from the rows of cycles, or read from the stored days. */
export const metricStore = {
  live: (tx: Tx, days: string[], zone: string) =>
    tx.query<MetricRow & Record<string, unknown>>(live, [tx.companyId, days, zone, LIMITS]),
  stored: (tx: Tx, days: string[], zone: string) =>
    tx.query<MetricRow & Record<string, unknown>>(stored, [tx.companyId, days, zone]),
  async percentiles(tx: Tx, days: string[], zone: string): Promise<Percentiles> {
    return (await tx.query<Percentiles & Record<string, unknown>>(percentiles, [tx.companyId, days, zone]))[0]!;
  },
  liveByDay: (tx: Tx, days: string[], zone: string) =>
    tx.query<DayCount & Record<string, unknown>>(liveByDay, [tx.companyId, days, zone]),
  storedByDay: (tx: Tx, days: string[], zone: string) =>
    tx.query<DayCount & Record<string, unknown>>(storedByDay, [tx.companyId, days, zone]),
  /** Cycles of one day by the hour in which they began; `at` is the begin of the hour. */
  byHour: (tx: Tx, day: string, zone: string) =>
    tx.query<{ at: Date; hour: number; n: number }>(byHour, [tx.companyId, [day], zone]),
  /** Cycles of the days whose periods have gaps, overlap, or do not cover them. */
  async brokenCycles(tx: Tx, from: string, to: string, zone: string): Promise<number> {
    return (await tx.query<{ n: number }>(brokenCycles, [tx.companyId, from, to, zone]))[0]!.n;
  },

  /** The stored days, and the dirty ones among these days. */
  async state(tx: Tx): Promise<MetricState | undefined> {
    return (await tx.query<MetricState & Record<string, unknown>>(state, [tx.companyId]))[0];
  },
  async today(tx: Tx, zone: string): Promise<string> {
    return (await tx.query<{ day: string }>(today, [zone]))[0]!.day;
  },
  async dirty(tx: Tx, from: string, to: string): Promise<string[]> {
    return (await tx.query<{ day: string }>(dirty, [tx.companyId, from, to])).map(({ day }) => day);
  },
};

const AS_ROW = `dimension, subject_id as "subjectId", metric, sum(n)::float8 as n, sum(sum_s)::float8 as "sumS",
                coalesce(jsonb_agg(histogram) filter (where histogram is not null), '[]') as histograms`;
const live = {
  name: 'metrics.live',
  text: `${METRIC_ROWS} select ${AS_ROW} from metric_rows where dimension in ('all', 'user') group by dimension, subject_id, metric`,
};
const stored = {
  name: 'metrics.stored',
  text: `select ${AS_ROW} from metric_days where company_id = $1 and zone = $3 and dimension in ('all', 'user')
            and day = any($2::date[]) group by dimension, subject_id, metric`,
};
const percentiles = {
  name: 'metrics.percentiles',
  text: `with ${CYCLES} select
           percentile_cont(array[0.5, 0.9]) within group (order by attended_s) filter (where attended_s > 0) as support,
           percentile_cont(array[0.5, 0.9]) within group (order by waiting_s) filter (where waiting_s > 0) as wait,
           percentile_cont(array[0.5, 0.9]) within group (order by first_response_s) filter (where first_response_s >= 0)
             as "firstResponse"
         from cycles`,
};
const liveByDay = {
  name: 'metrics.live-by-day',
  text: `with ${CYCLES} select day::text, count(*)::int as n from cycles group by day`,
};
const storedByDay = {
  name: 'metrics.stored-by-day',
  text: `select day::text, n::int from metric_days where company_id = $1 and zone = $3 and dimension = 'all' and metric = 'tickets'
            and day = any($2::date[])`,
};
// A day of a clock change has 23 or 25 hours: they are counted as instants, and the clock's hour is shown.
const byHour = {
  name: 'metrics.by-hour',
  text: `with ${CYCLES}, hours as (
           select generate_series(d.from_at, d.to_at - interval '1 second', interval '1 hour') as at from days d)
         select h.at, extract(hour from h.at at time zone $3)::int as hour, count(c.id)::int as n
           from hours h left join cycles c on c.created_at >= h.at and c.created_at < h.at + interval '1 hour'
          group by h.at order by h.at`,
};
// Days as limits instead of a list: the check covers years.
const brokenCycles = {
  name: 'metrics.broken-cycles',
  text: `select count(*)::int as n from (
           select k.id from ticket_tracking k
             join tickets t on t.company_id = k.company_id and t.id = k.ticket_id and t.imported_at is null and not t.is_unlisted
             left join lateral (
               select count(*) filter (where p.to_at is null) as open, min(p.from_at) as from_at, max(p.to_at) as to_at,
                      sum(extract(epoch from p.to_at - p.from_at)) as sum_s
                 from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id) p on true
            where k.company_id = $1 and k.has_periods
              and k.created_at >= ($2::date)::timestamp at time zone $4 and k.created_at < ($3::date + 1)::timestamp at time zone $4
              and (p.from_at is distinct from k.created_at or p.open <> (k.finished_at is null)::int
                or (k.finished_at is not null
                    and (p.to_at <> k.finished_at or p.sum_s <> extract(epoch from k.finished_at - k.created_at))))) broken`,
};
const state = {
  name: 'metrics.state',
  text: `select zone, built_from::text as "builtFrom", built_to::text as "builtTo", is_complete as "isComplete",
                checked_on::text as "checkedOn" from metric_state where company_id = $1`,
};
const today = { name: 'metrics.today', text: 'select (now() at time zone $1)::date::text as day' };
const dirty = {
  name: 'metrics.dirty',
  text: 'select distinct day::text from metric_dirty_days where company_id = $1 and day between $2::date and $3::date',
};
