import type { Db, PlatformTx, Tx } from '../db/tx.ts';
import { toEvent, type EventRow, type LoggedEvent, type LogCursor } from './event-log.store.ts';

/** Keys of the events after a cursor, of all companies; `events_after` is a reviewed function in the migrations. */
export async function eventKeysAfter(db: Db, after: LogCursor, limit: number) {
  const rows = await db.query<{ company_id: number; xid: string; id: string }>(keysAfter, [
    String(after.xid),
    String(after.id),
    limit,
  ]);
  return rows.map((row) => ({ companyId: row.company_id, cursor: { xid: BigInt(row.xid), id: BigInt(row.id) } }));
}
const keysAfter = {
  name: 'events.after',
  text: 'select company_id, xid::text, id from events_after($1::text::xid8, $2, $3)',
};

export async function eventsByIds(tx: Tx, ids: bigint[]): Promise<LoggedEvent[]> {
  const rows = await tx.query<EventRow>(byIds, [ids.map(String)]);
  return rows.map(toEvent);
}

/** Events after a cursor, oldest first, below the oldest running transaction, so that their order is final. */
export async function missedEvents(tx: Tx, after: LogCursor, limit: number): Promise<LoggedEvent[]> {
  const rows = await tx.query<EventRow>(missed, [String(after.xid), String(after.id), limit]);
  return rows.map(toEvent);
}

/** Whether every event after this cursor is still in the log. */
export async function isRetained(tx: Tx, cursor: LogCursor): Promise<boolean> {
  const rows = await tx.query<{ isRetained: boolean }>(retained, [String(cursor.xid), String(cursor.id)]);
  return rows[0]?.isRetained ?? false;
}

/** Deletes at most `limit` old events, stores the last deleted cursor in `event_log_floor` and returns how many were deleted. */
export async function pruneEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.query<{ n: number }>(prune, [before, limit]))[0]!.n;
}
const prune = {
  name: 'events.prune',
  text: `with old as (select id from event_log where company_id = current_company() and at < $1 order by id limit $2),
          gone as (delete from event_log where company_id = current_company() and id in (select id from old) returning xid, id),
          newest as (select xid, id from gone order by xid desc, id desc limit 1),
          floor as (
     insert into event_log_floor (company_id, xid, id) select current_company(), xid, id from newest
     on conflict (company_id) do update set xid = excluded.xid, id = excluded.id
      where (event_log_floor.xid, event_log_floor.id) < (excluded.xid, excluded.id))
     select count(*)::int as n from gone`,
};
/** Age in seconds of the oldest row of the tables that are pruned by age; a rising age means that pruning does not keep up. */
export async function oldestRetainedSeconds(db: Pick<Db, 'query'>): Promise<Record<string, number>> {
  const rows = await db.query<{ source: string; seconds: number }>(oldestRetained, []);
  return Object.fromEntries(rows.map(({ source, seconds }) => [source, seconds]));
}
const oldestRetained = {
  name: 'events.oldest-retained',
  text: `select source, greatest(0, extract(epoch from now() - oldest))::float8 as seconds from retention_oldest()`,
};

/** The newest cursor whose order is final. */
export async function latestCursor(db: Db): Promise<LogCursor> {
  const rows = await db.query<{ xmin: string }>(oldestTransaction, []);
  // Transactions below xmin have ended; the largest id sorts after every event of the last of them.
  return { xid: BigInt(rows[0]!.xmin) - 1n, id: 999_999_999_999_999_999n };
}

const byIds = {
  name: 'events.by-ids',
  text: 'select company_id, xid::text, id, kind, data, at from event_log where company_id = current_company() and id = any($1) order by xid, id',
};
const missed = {
  name: 'events.missed',
  text: `select company_id, xid::text, id, kind, data, at from event_log
          where company_id = current_company() and (xid, id) > ($1::text::xid8, $2::bigint)
            and xid < pg_snapshot_xmin(pg_current_snapshot())
          order by xid, id limit $3`,
};
const retained = {
  name: 'events.is-retained',
  // A cursor in the future comes from another database, for example before a restore; it cannot be resumed.
  text: `select $1::text::xid8 < pg_snapshot_xmax(pg_current_snapshot()) and not exists (
           select from event_log_floor where company_id = current_company() and (xid, id) > ($1::text::xid8, $2::bigint)) as "isRetained"`,
};

export async function companiesWithEventsBefore(tx: PlatformTx, before: Date): Promise<number[]> {
  const rows = await tx.query<{ company_id: number }>(withOldEvents, [before]);
  return rows.map((row) => row.company_id);
}
const withOldEvents = {
  name: 'events.companies-with-old-events',
  text: 'select company_id from companies_with_events_before($1)',
};

const oldestTransaction = {
  name: 'events.oldest-transaction',
  text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
};
