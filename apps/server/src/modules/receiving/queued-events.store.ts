import type { ChannelEvent } from '../../channels/port.ts';
import type { Db, PlatformTx, Tx } from '../../infrastructure/db/tx.ts';
import { fromStoredEvent, toStoredEvent, type StoredEvent } from '../messages/index.ts';

/** Conversations that one claim considers. */
const MAX_CONVERSATIONS_PER_CLAIM = 500;

export interface ShardKey {
  companyId: number;
  shard: number;
}
export interface NewQueuedEvent extends ShardKey {
  connectionId: number;
  conversation: string;
  event: ChannelEvent;
  receivedAt: Date;
}
export interface QueuedEvent {
  id: number;
  companyId: number;
  connectionId: number;
  event: ChannelEvent;
  tries: number;
  /** Failures of the database while this event was processed alone. */
  transientFailures: number;
}
/** The driver returns bigint columns as text. */
interface QueuedEventRow {
  id: string;
  connectionId: number;
  signal: StoredEvent;
  tries: number;
  transientFailures: number;
}

/** Channel events that wait in the order of their conversation, in the table `signals`. */
export const queuedEventStore = {
  /** Appends events in this order. */
  async append(tx: PlatformTx | Tx, events: NewQueuedEvent[]) {
    if (events.length === 0) return;
    await tx.query(append, [
      events.map((queued) => queued.companyId),
      events.map((queued) => queued.connectionId),
      events.map((queued) => queued.receivedAt),
      events.map((queued) => queued.shard),
      events.map((queued) => storable(queued.conversation)),
      events.map((queued) => serializeEvent(queued.event)),
    ]);
  },

  dueShards: (db: Db) => db.query<{ companyId: number; shard: number }>(dueShards, []),
  /** Locks the shard until the transaction ends and returns its first due events; none when another worker holds it. */
  async claim(
    tx: Tx,
    { shard }: ShardKey,
    limits: { total: number; alone: number; shared: number },
  ): Promise<QueuedEvent[]> {
    // Sent together; the events are read after the lock was taken.
    const [isLocked, rows] = await Promise.all([
      lockShard(tx, shard),
      tx.query<QueuedEventRow>(claim, [
        tx.companyId,
        shard,
        limits.total,
        limits.alone,
        MAX_CONVERSATIONS_PER_CLAIM,
        limits.shared,
      ]),
    ]);
    if (!isLocked) return [];
    return rows.map((row) => ({
      id: Number(row.id),
      companyId: tx.companyId,
      connectionId: row.connectionId,
      event: fromStoredEvent(row.signal),
      tries: row.tries,
      transientFailures: row.transientFailures,
    }));
  },
  /** False when the event was processed meanwhile, or an earlier event of its conversation is still queued. */
  async claimOne(tx: Tx, { shard }: ShardKey, id: number): Promise<boolean> {
    if (!(await lockShard(tx, shard))) return false;
    return (await tx.query(claimOne, [tx.companyId, shard, id])).length > 0;
  },
  remove(tx: Tx, ids: number[]): void {
    if (ids.length > 0) tx.write(removeEvents, [ids]);
  },
  postpone: (tx: Tx, ids: number[], seconds: number) => tx.query(postpone, [ids, seconds]),
  /** Postpones events about a message that is not stored. A try counts once no earlier message waits in the shard. */
  awaitMessage: (tx: Tx, ids: number[], seconds: number) => tx.query(awaitMessage, [ids, seconds]),
  /** Postpones an event that failed because of the database. It does not count as a try. */
  waitForDatabase: (tx: Tx, id: number, seconds: number) => tx.query(waitForDatabase, [id, seconds]),
};

/** Postgres stores neither NUL nor half a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
const UNSTORABLE = /\\u(0000|d[89a-f])/;
/** One event that Postgres cannot store would block the inbox of its company. */
function serializeEvent(event: ChannelEvent): string {
  const stored = toStoredEvent(event);
  const text = JSON.stringify(stored);
  if (!UNSTORABLE.test(text)) return text;
  return JSON.stringify(stored, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
}

async function lockShard(tx: Tx, shard: number): Promise<boolean> {
  const [row] = await tx.query<{ isLocked: boolean }>(tryLockShard, [tx.companyId, shard]);
  return row?.isLocked ?? false;
}

const append = {
  name: 'receiving.append-events',
  text: `insert into signals (company_id, connection_id, received_at, lane, conversation, signal)
         select company_id, connection_id, received_at, lane, conversation, signal
           from unnest($1::int[], $2::int[], $3::timestamptz[], $4::int[], $5::text[], $6::jsonb[])
                with ordinality as s (company_id, connection_id, received_at, lane, conversation, signal, n) order by n`,
};
// Advisory locks end with their transaction, so a killed node blocks nothing. Class 11 is a shard.
const dueShards = {
  name: 'receiving.due-shards',
  // Skips from shard to shard along the index: a shard costs one step, however many events wait in it.
  text: `with recursive shards as (
           (select company_id, lane from signals order by company_id, lane limit 1)
           union all
           select next.company_id, next.lane from shards c, lateral (
             select s.company_id, s.lane from signals s where (s.company_id, s.lane) > (c.company_id, c.lane)
              order by s.company_id, s.lane limit 1) next)
         select company_id as "companyId", lane as shard from shards c
          where exists (select from signals s where s.company_id = c.company_id and s.lane = c.lane and s.next_try_at <= now())`,
};
// A plan made while few events wait reads the whole table for each conversation, and is used until the next ANALYZE: with
// thousands of events a claim then takes seconds. So the statements of this transaction are planned along their indexes.
const tryLockShard = {
  name: 'receiving.lock-shard',
  text: `select pg_try_advisory_xact_lock((11::bigint << 48) | ($1::bigint << 8) | $2::bigint) as "isLocked",
                set_config('enable_seqscan', 'off', true)`,
};
// Takes a few events of each conversation, so that a conversation with thousands leaves capacity for the others. Skips
// along the index to the next conversation with a due event: conversations that only wait must not fill the limit $5.
// An event that waits for its next try blocks the rest of its own conversation only.
const claim = {
  name: 'receiving.claim-events',
  text: `with recursive conversations as (
           (select connection_id, conversation from signals where company_id = $1 and lane = $2 and next_try_at <= now()
             order by connection_id, conversation limit 1)
           union all
           select n.connection_id, n.conversation from conversations l cross join lateral
             (select connection_id, conversation from signals where company_id = $1 and lane = $2
                 and (connection_id, conversation) > (l.connection_id, l.conversation) and next_try_at <= now()
               order by connection_id, conversation limit 1) n)
         select s.id, s.connection_id as "connectionId", s.signal, s.tries, s.transient_failures as "transientFailures"
           from (select * from conversations limit $5) l cross join lateral
             (select id, connection_id, signal, tries, transient_failures, bool_or(next_try_at > now()) over (order by id) as is_held
                from signals where company_id = $1 and lane = $2 and connection_id = l.connection_id
                 and conversation = l.conversation order by id
               limit (select case when count(*) > 1 then $6::int else $4::int end from (select from conversations limit 2) c)) s
          where not s.is_held order by s.id limit $3`,
};
// No earlier event of the conversation may be queued at all: one that has just become due would be overtaken.
const claimOne = {
  name: 'receiving.claim-event',
  text: `select id from signals s where company_id = $1 and lane = $2 and id = $3 and next_try_at <= now()
            and not exists (select from signals e where e.company_id = s.company_id and e.lane = s.lane and e.id < s.id
                               and e.connection_id = s.connection_id and e.conversation = s.conversation)`,
};
const removeEvents = { name: 'receiving.remove-events', text: 'delete from signals where id = any($1::bigint[])' };
const postpone = {
  name: 'receiving.postpone-events',
  text: 'update signals set tries = tries + 1, next_try_at = now() + make_interval(secs => $2) where id = any($1::bigint[])',
};
const awaitMessage = {
  name: 'receiving.await-message',
  text: `update signals s set next_try_at = now() + make_interval(secs => $2), tries = tries + (not exists (
             select from signals e where e.company_id = s.company_id and e.lane = s.lane and e.id < s.id
                and e.id <> all($1::bigint[]) and e.conversation not like 'about:%'))::int
          where id = any($1::bigint[])`,
};
const waitForDatabase = {
  name: 'receiving.wait-for-database',
  text: `update signals set transient_failures = transient_failures + 1, next_try_at = now() + make_interval(secs => $2)
          where id = $1`,
};
