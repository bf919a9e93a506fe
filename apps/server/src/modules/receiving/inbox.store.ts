import { createHash } from 'node:crypto';
import { and, lt, sql } from 'drizzle-orm';
import type { ChannelEvent } from '../../channels/port.ts';
import { fromStoredEvent, toStoredEvent, type StoredEvent } from '../messages/index.ts';
import { quarantine, seenDeliveries } from '../../infrastructure/db/schema/messages.ts';
import { own, type Db, type PlatformTx, type Tx } from '../../infrastructure/db/tx.ts';

/** Of each company: enough that its conversations do not wait for each other, few enough to be worked off in batches. */
const SHARDS_PER_COMPANY = 3;
/** Looked at for one batch. */
const MAX_CONVERSATIONS_PER_CLAIM = 500;
/** A conversation always has the same lane, so that one transaction at a time works on it. */
export const shardOf = (connectionId: number, conversation: string): number =>
  createHash('sha256').update(`${connectionId}\n${conversation}`).digest().readUInt32BE(0) % SHARDS_PER_COMPANY;

/** Years of what was said before the account was linked: nobody who writes now stands in line behind it. */
export const HISTORY_SHARD = SHARDS_PER_COMPANY;

/** Of deliveries opened together. */
export const MAX_CLAIM_BYTES = 8 * 1024 * 1024;
/** Of a fault; a parser may quote half a delivery. */
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
interface InboxRow {
  id: string;
  company_id: number;
  connection_id: number;
  digest: Buffer;
  body: Buffer;
  received_at: Date;
}
interface QueuedEventRow {
  id: string;
  connection_id: number;
  signal: StoredEvent;
  tries: number;
}

// The inbox and the signals are read before a company is known; each row is then handled inside its own.
export const inboxStore = {
  /** Many deliveries in one commit; those already kept or already worked off are left out. */
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

  /** The oldest deliveries, ours until the transaction ends; undefined while another node is sorting. */
  async claimEntries(tx: PlatformTx, limit: number): Promise<InboxEntry[] | undefined> {
    // A statement of its own: what the other node has just done must be seen by the next one.
    const [lock] = await tx.query<{ mine: boolean }>(tryLockInbox, []);
    if (!lock?.mine) return undefined;
    return (await tx.query<InboxRow>(oldestEntries, [limit, MAX_CLAIM_BYTES])).map((row) => ({
      id: Number(row.id),
      companyId: row.company_id,
      connectionId: row.connection_id,
      digest: row.digest,
      body: row.body,
      receivedAt: row.received_at,
    }));
  },
  /** Out of the inbox and into the lines. */
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

  async dueShards(db: Db): Promise<ShardKey[]> {
    const rows = await db.query<{ company_id: number; lane: number }>(dueShards, []);
    return rows.map((row) => ({ companyId: row.company_id, shard: row.lane }));
  },
  /** The first due signals of a lane, which is ours until the transaction ends; none when another one has it. */
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
      connectionId: row.connection_id,
      event: fromStoredEvent(row.signal),
      tries: row.tries,
    }));
  },
  /** False when somebody else has worked it off, or something before it in its conversation is not done yet. */
  async claimOne(tx: Tx, { shard }: ShardKey, id: number): Promise<boolean> {
    if (!(await lockShard(tx, shard))) return false;
    return (await tx.query(claimOne, [tx.companyId, shard, id])).length > 0;
  },
  remove: (tx: Tx, ids: number[]) => tx.query(removeEvents, [ids]),
  postpone: (tx: Tx, ids: number[], seconds: number) => tx.query(postpone, [ids, seconds]),
  /** For what speaks of a message that is not here: a try counts once no message before it waits in its lane. */
  awaitMessage: (tx: Tx, ids: number[], seconds: number) => tx.query(awaitMessage, [ids, seconds]),

  /** A fault may quote what it stumbled over, and that may be what Postgres cannot hold: nothing may keep this from being kept. */
  quarantine: (tx: Tx, row: { connectionId: number; kind: string; content: unknown; fault: string }) =>
    tx.orm.insert(quarantine).values({
      ...row,
      fault: storable(row.fault).slice(0, MAX_ERROR_LENGTH),
      companyId: tx.companyId,
    }),

  pruneQuarantine: (tx: Tx, before: Date) =>
    tx.orm.delete(quarantine).where(and(own(tx, quarantine), lt(quarantine.at, before))),
  pruneSeen: (tx: PlatformTx, before: Date) =>
    tx.orm.delete(seenDeliveries).where(sql`at < ${before.toISOString()}::timestamptz`),
};

/** Neither NUL nor half a character can be kept. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
const UNSTORABLE = /\\u(0000|d[89a-f])/;
/** Whatever a channel lets through: one word that cannot be kept would hold up everybody's inbox. */
function serializeEvent(event: ChannelEvent): string {
  const stored = toStoredEvent(event);
  const text = JSON.stringify(stored);
  if (!UNSTORABLE.test(text)) return text;
  return JSON.stringify(stored, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
}

async function lockShard(tx: Tx, shard: number): Promise<boolean> {
  const [row] = await tx.query<{ mine: boolean }>(tryLockShard, [tx.companyId, shard]);
  return row?.mine ?? false;
}

const enqueue = {
  name: 'inbound.keep',
  text: `insert into inbox (company_id, connection_id, digest, body)
         select company_id, connection_id, digest, body
           from unnest($1::int[], $2::int[], $3::bytea[], $4::bytea[]) as d (company_id, connection_id, digest, body)
          where not exists (select from seen_deliveries s where s.connection_id = d.connection_id and s.digest = d.digest)
         on conflict do nothing`,
};
const counts = {
  name: 'inbound.counts',
  text: `select (select count(*) from (select from inbox limit 100000) i) as inbox,
                (select count(*) from (select from signals limit 100000) s) as signals`,
};
const countWaiting = {
  name: 'inbound.waiting',
  // History waits for nobody and keeps nobody waiting; the 3 is its lane.
  text: `select (select count(*) from (select from inbox limit 100000) i)
              + (select count(*) from (select from signals where lane < 3 limit 100000) s) as n`,
};
// Advisory locks die with their transaction, so a killed node holds nothing up. Class 10 is the inbox, 11 the lanes.
const tryLockInbox = { name: 'inbound.hold-inbox', text: 'select pg_try_advisory_xact_lock(10, 0) as mine' };
const oldestEntries = {
  name: 'inbound.oldest',
  // So many, and no more bytes than fit into the hand; the first one always does.
  text: `select id, company_id, connection_id, digest, body, received_at
           from (select *, sum(octet_length(body)) over (order by id) - octet_length(body) as before
                   from (select * from inbox order by id limit $1) first) o
          where before < $2 order by id`,
};
const insertEvents = {
  name: 'inbound.add-signals',
  text: `insert into signals (company_id, connection_id, received_at, lane, conversation, signal)
         select company_id, connection_id, received_at, lane, conversation, signal
           from unnest($1::int[], $2::int[], $3::timestamptz[], $4::int[], $5::text[], $6::jsonb[])
                with ordinality as s (company_id, connection_id, received_at, lane, conversation, signal, n) order by n`,
};
const removeEntries = {
  name: 'inbound.drop-deliveries',
  text: `with taken as (delete from inbox where id = any($1::bigint[]) returning connection_id, digest)
         insert into seen_deliveries (connection_id, digest)
         select connection_id, digest from taken on conflict do nothing`,
};
const dueShards = {
  name: 'inbound.lanes-due',
  // From lane to lane along the index: however many signals wait in one, it costs one step.
  text: `with recursive lanes as (
           (select company_id, lane from signals order by company_id, lane limit 1)
           union all
           select next.company_id, next.lane from lanes l, lateral (
             select s.company_id, s.lane from signals s where (s.company_id, s.lane) > (l.company_id, l.lane)
              order by s.company_id, s.lane limit 1) next)
         select company_id, lane from lanes l
          where exists (select from signals s where s.company_id = l.company_id and s.lane = l.lane and s.next_try_at <= now())`,
};
const tryLockShard = {
  name: 'inbound.hold-lane',
  text: `select pg_try_advisory_xact_lock((11::bigint << 48) | ($1::bigint << 8) | $2::bigint) as mine`,
};
// From each conversation some, so that one in which thousands wait leaves room for the others; found by leaping through
// the index from one to the next that has something due: lines that only wait must not take the places of the others.
// What waits for its next try holds back the rest of its own line, and nobody else's.
const claim = {
  name: 'inbound.claim',
  text: `with recursive lines as (
           (select connection_id, conversation from signals where company_id = $1 and lane = $2 and next_try_at <= now()
             order by connection_id, conversation limit 1)
           union all
           select n.connection_id, n.conversation from lines l cross join lateral
             (select connection_id, conversation from signals where company_id = $1 and lane = $2
                 and (connection_id, conversation) > (l.connection_id, l.conversation) and next_try_at <= now()
               order by connection_id, conversation limit 1) n)
         select s.id, s.connection_id, s.signal, s.tries
           from (select * from lines limit $5) l cross join lateral
             (select id, connection_id, signal, tries, bool_or(next_try_at > now()) over (order by id) as is_held
                from signals where company_id = $1 and lane = $2 and connection_id = l.connection_id
                 and conversation = l.conversation order by id limit $4) s
          where not s.is_held order by s.id limit $3`,
};
// By itself, nothing before it may be left at all: one whose next try has just come due would be overtaken otherwise.
const claimOne = {
  name: 'inbound.claim-one',
  text: `select id from signals s where company_id = $1 and lane = $2 and id = $3 and next_try_at <= now()
            and not exists (select from signals e where e.company_id = s.company_id and e.lane = s.lane and e.id < s.id
                               and e.connection_id = s.connection_id and e.conversation = s.conversation)`,
};
const removeEvents = { name: 'inbound.drop-signals', text: 'delete from signals where id = any($1::bigint[])' };
const postpone = {
  name: 'inbound.postpone',
  text: 'update signals set tries = tries + 1, next_try_at = now() + make_interval(secs => $2) where id = any($1::bigint[])',
};
const awaitMessage = {
  name: 'inbound.await-message',
  text: `update signals s set next_try_at = now() + make_interval(secs => $2), tries = tries + (not exists (
             select from signals e where e.company_id = s.company_id and e.lane = s.lane and e.id < s.id
                and e.id <> all($1::bigint[]) and e.conversation not like 'about:%'))::int
          where id = any($1::bigint[])`,
};
