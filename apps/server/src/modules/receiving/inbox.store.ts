import { createHash } from 'node:crypto';

import type { ChannelEvent } from '../../channels/port.ts';
import { fromStoredEvent, toStoredEvent, type StoredEvent } from '../messages/index.ts';

import type { Db, PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

/** Enough that conversations of a company do not wait for each other, few enough that batches are large. */
const SHARDS_PER_COMPANY = 3;
/** Conversations that one claim considers. */
const MAX_CONVERSATIONS_PER_CLAIM = 500;
/** The shard of a conversation is fixed, so one transaction at a time processes the conversation. */
export const shardOf = (connectionId: number, conversation: string): number =>
  createHash('sha256').update(`${connectionId}\n${conversation}`).digest().readUInt32BE(0) % SHARDS_PER_COMPANY;

/** Imported history has its own shard, so years of old messages never delay new ones. */
export const HISTORY_SHARD = SHARDS_PER_COMPANY;

/** Of inbox entries that are parsed together. */
export const MAX_CLAIM_BYTES = 8 * 1024 * 1024;
/** A parser's error may quote half a payload. */
const MAX_ERROR_LENGTH = 1000;

export interface ShardKey {
  companyId: number;
  shard: number;
}
export interface NewInboxEntry {
  companyId: number;
  connectionId: number;
  digest: Buffer;
  body: Buffer;
}
export interface InboxEntry extends NewInboxEntry {
  id: number;
  receivedAt: Date;
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
}
/** The driver returns bigint columns as text. */
type InboxRow = Omit<InboxEntry, 'id'> & { id: string };
interface QueuedEventRow {
  id: string;
  connectionId: number;
  signal: StoredEvent;
  tries: number;
}

// Inbox entries and queued events are read before the company is known; each is then handled inside its company.
export const inboxStore = {
  /** Appends entries in one commit, without those that are stored or were already processed. */
  async enqueue(db: Db, entries: NewInboxEntry[]) {
    await db.query(enqueue, [
      entries.map((entry) => entry.companyId),
      entries.map((entry) => entry.connectionId),
      entries.map((entry) => entry.digest),
      entries.map((entry) => entry.body),
    ]);
  },
  async counts(db: Db): Promise<Record<string, number>> {
    const [row] = await db.query<Record<string, string>>(counts, []);
    return Object.fromEntries(Object.entries(row ?? {}).map(([kind, n]) => [kind, Number(n)]));
  },
  countWaiting: async (db: Db) => Number((await db.query<{ n: string }>(countWaiting, []))[0]?.n ?? 0),

  /** Claims the oldest entries until the transaction ends; undefined while another node parses. */
  async claimEntries(tx: PlatformTx, limit: number): Promise<InboxEntry[] | undefined> {
    // A separate statement: the next one must see what the other node has just committed.
    const [lock] = await tx.query<{ isLocked: boolean }>(tryLockInbox, []);
    if (!lock?.isLocked) return undefined;
    const rows = await tx.query<InboxRow>(oldestEntries, [limit, MAX_CLAIM_BYTES]);
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  },
  /** Queues the events of parsed entries and removes the entries. */
  async saveParsed(tx: PlatformTx, entries: InboxEntry[], events: NewQueuedEvent[]) {
    if (events.length > 0) {
      await tx.query(insertEvents, [
        events.map((queued) => queued.companyId),
        events.map((queued) => queued.connectionId),
        events.map((queued) => queued.receivedAt),
        events.map((queued) => queued.shard),
        events.map((queued) => storable(queued.conversation)),
        events.map((queued) => serializeEvent(queued.event)),
      ]);
    }
    await tx.query(removeEntries, [entries.map((entry) => entry.id)]);
  },

  dueShards: (db: Db) => db.query<{ companyId: number; shard: number }>(dueShards, []),
  /** Locks the shard until the transaction ends and returns its first due events; none when another worker holds it. */
  async claim(tx: Tx, { shard }: ShardKey, limits: { total: number; perConversation: number }): Promise<QueuedEvent[]> {
    if (!(await lockShard(tx, shard))) return [];
    return (
      await tx.query<QueuedEventRow>(claim, [
        tx.companyId,
        shard,
        limits.total,
        limits.perConversation,
        MAX_CONVERSATIONS_PER_CLAIM,
      ])
    ).map((row) => ({
      id: Number(row.id),
      companyId: tx.companyId,
      connectionId: row.connectionId,
      event: fromStoredEvent(row.signal),
      tries: row.tries,
    }));
  },
  /** False when the event was processed meanwhile, or an earlier event of its conversation is still queued. */
  async claimOne(tx: Tx, { shard }: ShardKey, id: number): Promise<boolean> {
    if (!(await lockShard(tx, shard))) return false;
    return (await tx.query(claimOne, [tx.companyId, shard, id])).length > 0;
  },
  remove: (tx: Tx, ids: number[]) => tx.query(removeEvents, [ids]),
  postpone: (tx: Tx, ids: number[], seconds: number) => tx.query(postpone, [ids, seconds]),
  /** Postpones events about a message that is not stored. A try counts once no earlier message waits in the shard. */
  awaitMessage: (tx: Tx, ids: number[], seconds: number) => tx.query(awaitMessage, [ids, seconds]),

  /** The error may quote characters that Postgres cannot store; the row must be stored anyway. */
  quarantine: (tx: Tx, row: { connectionId: number; kind: string; content: unknown; error: string }) =>
    tx.query(addToQuarantine, [
      tx.companyId,
      row.connectionId,
      row.kind,
      JSON.stringify(row.content),
      storable(row.error).slice(0, MAX_ERROR_LENGTH),
    ]),

  pruneQuarantine: (tx: Tx, before: Date) => tx.query(pruneQuarantine, [tx.companyId, before]),
  pruneSeen: (tx: PlatformTx, before: Date) => tx.query(pruneSeen, [before]),
};

/** Postgres stores neither NUL nor half a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
const UNSTORABLE = /\\u(0000|d[89a-f])/;
/** One event that Postgres cannot store would block the inbox of all companies. */
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

const enqueue = {
  name: 'receiving.append-entries',
  text: `insert into inbox (company_id, connection_id, digest, body)
         select company_id, connection_id, digest, body
           from unnest($1::int[], $2::int[], $3::bytea[], $4::bytea[]) as d (company_id, connection_id, digest, body)
          where not exists (select from seen_deliveries s where s.connection_id = d.connection_id and s.digest = d.digest)
         on conflict do nothing`,
};
const counts = {
  name: 'receiving.counts',
  text: `select (select count(*) from (select from inbox limit 100000) i) as inbox,
                (select count(*) from (select from signals limit 100000) s) as signals`,
};
const countWaiting = {
  name: 'receiving.count-waiting',
  // Without imported history, which may wait. 3 is HISTORY_SHARD, as a literal: the index signals_now has this condition.
  text: `select (select count(*) from (select from inbox limit 100000) i)
              + (select count(*) from (select from signals where lane < 3 limit 100000) s) as n`,
};
// Advisory locks end with their transaction, so a killed node blocks nothing. Class 10 is the inbox, class 11 a shard.
const tryLockInbox = {
  name: 'receiving.lock-inbox',
  text: 'select pg_try_advisory_xact_lock(10, 0) as "isLocked"',
};
const oldestEntries = {
  name: 'receiving.oldest-entries',
  // At most $1 entries and $2 bytes, but always the first entry.
  text: `select id, company_id as "companyId", connection_id as "connectionId", digest, body, received_at as "receivedAt"
           from (select *, sum(octet_length(body)) over (order by id) - octet_length(body) as before
                   from (select * from inbox order by id limit $1) first) o
          where before < $2 order by id`,
};
const insertEvents = {
  name: 'receiving.append-events',
  text: `insert into signals (company_id, connection_id, received_at, lane, conversation, signal)
         select company_id, connection_id, received_at, lane, conversation, signal
           from unnest($1::int[], $2::int[], $3::timestamptz[], $4::int[], $5::text[], $6::jsonb[])
                with ordinality as s (company_id, connection_id, received_at, lane, conversation, signal, n) order by n`,
};
const removeEntries = {
  name: 'receiving.remove-entries',
  text: `with removed as (delete from inbox where id = any($1::bigint[]) returning connection_id, digest)
         insert into seen_deliveries (connection_id, digest)
         select connection_id, digest from removed on conflict do nothing`,
};
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
const tryLockShard = {
  name: 'receiving.lock-shard',
  text: `select pg_try_advisory_xact_lock((11::bigint << 48) | ($1::bigint << 8) | $2::bigint) as "isLocked"`,
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
         select s.id, s.connection_id as "connectionId", s.signal, s.tries
           from (select * from conversations limit $5) l cross join lateral
             (select id, connection_id, signal, tries, bool_or(next_try_at > now()) over (order by id) as is_held
                from signals where company_id = $1 and lane = $2 and connection_id = l.connection_id
                 and conversation = l.conversation order by id limit $4) s
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
const addToQuarantine = {
  name: 'receiving.add-to-quarantine',
  text: 'insert into quarantine (company_id, connection_id, kind, content, fault) values ($1, $2, $3, $4::jsonb, $5)',
};
const pruneQuarantine = {
  name: 'receiving.prune-quarantine',
  text: 'delete from quarantine where company_id = $1 and at < $2::timestamptz',
};
const pruneSeen = { name: 'receiving.prune-seen', text: 'delete from seen_deliveries where at < $1::timestamptz' };
