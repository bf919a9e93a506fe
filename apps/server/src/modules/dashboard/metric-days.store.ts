import { bucketLimits } from '@balcao/domain/insight/histogram';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { METRIC_ROWS } from './metric-sql.store.ts';

/** What there is to do for the stored days of a company. */
export interface MetricWork {
  /** The company's time zone, and the zone of the stored days. */
  zone: string;
  storedZone: string | null;
  builtFrom: string | null;
  builtTo: string | null;
  isComplete: boolean;
  /** The last day that is over for an hour. */
  lastDay: string;
  isChecked: boolean;
}

/** The stored days of a company, and which of them have changed. */
export const metricDayStore = {
  async companiesDue(db: Db, limit: number): Promise<number[]> {
    return (await db.query<{ companyId: number }>(companiesDue, [limit])).map(({ companyId }) => companyId);
  },
  /** One run per company: another one, on any node, could replace a day by an older count of it. */
  lock: (tx: Tx) => tx.query(lock, [tx.companyId]),
  async work(tx: Tx): Promise<MetricWork | undefined> {
    return (await tx.query<MetricWork & Record<string, unknown>>(work, [tx.companyId]))[0];
  },
  /** The first day with anything to count, or any from `builtFrom` on: then every day before it is stored. */
  async firstDay(tx: Tx, { zone, builtFrom }: MetricWork): Promise<string | null> {
    const values = [tx.companyId, zone, builtFrom];
    return (await tx.query<{ day: string | null }>(firstDay, values))[0]!.day;
  },
  /** From the next transaction on, changes of past days are marked in this zone. */
  begin: (tx: Tx, zone: string) => tx.query(begin, [tx.companyId, zone]),
  /** Removes some stored days of former time zones; false when none is left. */
  async pruneOtherZones(tx: Tx, zone: string, limit: number): Promise<boolean> {
    return (await tx.query(pruneOtherZones, [tx.companyId, zone, limit])).length > 0;
  },
  async oldestDirty(tx: Tx): Promise<string | undefined> {
    return (await tx.query<{ day: string }>(oldestDirty, [tx.companyId]))[0]?.day;
  },
  /** Marks of a day, to be deleted by the rebuild that saw them. */
  async marks(tx: Tx, day: string): Promise<number[]> {
    return (await tx.query<{ id: number }>(marks, [tx.companyId, day])).map(({ id }) => id);
  },
  clearMarks: (tx: Tx, ids: number[]) => tx.query(clearMarks, [tx.companyId, ids]),
  /** Metrics of which the stored value differs from a recount. */
  async differences(tx: Tx, day: string, zone: string): Promise<number> {
    return (await tx.query<{ n: number }>(differences, [tx.companyId, [day], zone, LIMITS]))[0]!.n;
  },
  /** A recount of the day, as text of JSON: only the database reads it again. */
  async count(tx: Tx, day: string, zone: string): Promise<string> {
    return (await tx.query<{ counted: string }>(countDay, [tx.companyId, [day], zone, LIMITS]))[0]!.counted;
  },
  /** Replaces the stored day by this recount. */
  async replace(tx: Tx, day: string, zone: string, counted: string): Promise<void> {
    await tx.query(removeDay, [tx.companyId, day, zone]);
    await tx.query(insertDay, [tx.companyId, zone, day, counted]);
  },
  setRange: (tx: Tx, from: string, to: string, isComplete: boolean) =>
    tx.query(setRange, [tx.companyId, from, to, isComplete]),
  setChecked: (tx: Tx, lastDay: string, differing: number) => tx.query(setChecked, [tx.companyId, lastDay, differing]),
};
const LIMITS = [...bucketLimits];

const companiesDue = {
  name: 'metric-days.companies-due',
  text: 'select company_id as "companyId" from metric_work_due($1)',
};
// No lock of a row: that would be a write, long before the first one.
const lock = { name: 'metric-days.lock', text: 'select pg_advisory_xact_lock(46, $1)' };
const work = {
  name: 'metric-days.work',
  text: `select c.time_zone as zone, s.zone as "storedZone", s.built_from::text as "builtFrom", s.built_to::text as "builtTo",
                coalesce(s.is_complete, false) as "isComplete",
                (((now() - interval '1 hour') at time zone c.time_zone)::date - 1)::text as "lastDay",
                s.checked_on is not distinct from ((now() - interval '1 hour') at time zone s.zone)::date as "isChecked"
           from companies c left join metric_state s on s.company_id = c.company_id where c.company_id = $1`,
};
// Contacts have no index of a company's first one: of those before the stored days there are few, or none.
const firstDay = {
  name: 'metric-days.first-day',
  text: `select (least((select min(created_at) from ticket_tracking where company_id = $1),
                       (select min(created_at) from contacts
                         where company_id = $1
                           and created_at < coalesce($3::date::timestamp at time zone $2, timestamptz 'infinity')),
                       (select min(created_at) from messages where company_id = $1)) at time zone $2)::date::text as day`,
};
const begin = {
  name: 'metric-days.begin',
  text: `insert into metric_state (company_id, zone) values ($1, $2)
         on conflict (company_id) do update set zone = excluded.zone, built_from = null, built_to = null, is_complete = false`,
};
const pruneOtherZones = {
  name: 'metric-days.prune-other-zones',
  text: `delete from metric_days where ctid = any (array(
           select ctid from metric_days where company_id = $1 and zone <> $2 limit $3)) returning day`,
};
const oldestDirty = {
  name: 'metric-days.oldest-dirty',
  text: 'select day::text from metric_dirty_days where company_id = $1 order by day limit 1',
};
const marks = {
  name: 'metric-days.marks',
  text: 'select id::float8 from metric_dirty_days where company_id = $1 and day = $2::date limit 10000',
};
const clearMarks = {
  name: 'metric-days.clear-marks',
  text: 'delete from metric_dirty_days where company_id = $1 and id = any($2::bigint[])',
};
const removeDay = {
  name: 'metric-days.remove-day',
  text: 'delete from metric_days where company_id = $1 and day = $2::date and zone = $3',
};
const countDay = {
  name: 'metric-days.count-day',
  text: `${METRIC_ROWS} select coalesce(jsonb_agg(to_jsonb(r) - 'day'), '[]')::text as counted from metric_rows r`,
};
const insertDay = {
  name: 'metric-days.insert-day',
  text: `insert into metric_days (company_id, zone, day, dimension, subject_id, metric, n, sum_s, histogram)
         select $1, $2, $3::date, r.dimension, r.subject_id, r.metric, r.n, r.sum_s, r.histogram
           from jsonb_to_recordset($4::jsonb) as r (dimension text, subject_id integer, metric text, n bigint,
                                                    sum_s double precision, histogram jsonb)`,
};
// Sums of seconds may differ in their last digits, because rows are added in another order.
const differences = {
  name: 'metric-days.differences',
  text: `${METRIC_ROWS}, stored as (
           select dimension, subject_id, metric, n, sum_s, histogram from metric_days
            where company_id = $1 and zone = $3 and day = any($2::date[]))
         select count(*)::int as n from metric_rows r full join stored s using (dimension, subject_id, metric)
          where r.n is distinct from s.n or r.histogram is distinct from s.histogram
             or abs(coalesce(r.sum_s, 0) - coalesce(s.sum_s, 0)) > 0.001`,
};
const setRange = {
  name: 'metric-days.set-range',
  text: 'update metric_state set built_from = $2::date, built_to = $3::date, is_complete = $4 where company_id = $1',
};
const setChecked = {
  name: 'metric-days.set-checked',
  text: 'update metric_state set checked_on = $2::date + 1, differences = $3 where company_id = $1',
};
