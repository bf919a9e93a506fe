import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Signal } from '../../channels/port.ts';
import { quarantine, seenDeliveries } from '../../foundation/db/schema/messages.ts';
import type { Db, PlatformTx, Tx } from '../../foundation/db/tx.ts';

export const LANES = 64;
/** A conversation always has the same lane, so that one transaction at a time works on it. */
export const laneOf = (connectionId: number, conversation: string): number =>
  createHash('sha256').update(`${connectionId}\n${conversation}`).digest().readUInt32BE(0) % LANES;

export interface Delivery {
  companyId: number;
  connectionId: number;
  digest: Buffer;
  body: Buffer;
}
export interface KeptSignal {
  id: number;
  companyId: number;
  connectionId: number;
  conversation: string;
  signal: Signal;
  receivedAt: Date;
  tries: number;
}
interface SignalRow {
  id: string;
  company_id: number;
  connection_id: number;
  conversation: string;
  signal: Signal;
  received_at: Date;
  tries: number;
}

// The inbox and the signals are read before a company is known; each row is then handled inside its own.
export const inboundStore = {
  /** Many deliveries in one commit; those already kept or already worked off are left out. */
  async keep(tx: PlatformTx, deliveries: Delivery[]) {
    await tx.run(keep, [
      deliveries.map((one) => one.companyId),
      deliveries.map((one) => one.connectionId),
      deliveries.map((one) => one.digest),
      deliveries.map((one) => one.body),
    ]);
  },
  waiting: async (db: Db) => Number((await db.look<{ n: string }>(waiting, []))[0]?.n ?? 0),

  /** The oldest delivery nobody else is reading, of a connection nobody else is reading. */
  async nextDelivery(tx: PlatformTx) {
    const [row] = await tx.run<{
      id: string;
      company_id: number;
      connection_id: number;
      digest: Buffer;
      body: Buffer;
      received_at: Date;
    }>(nextDelivery, []);
    return (
      row && {
        id: Number(row.id),
        companyId: row.company_id,
        connectionId: row.connection_id,
        digest: row.digest,
        body: row.body,
        receivedAt: row.received_at,
      }
    );
  },
  async sort(
    tx: PlatformTx,
    delivery: { id: number; companyId: number; connectionId: number; digest: Buffer; receivedAt: Date },
    signals: { conversation: string; signal: Signal }[],
  ) {
    if (signals.length > 0) {
      await tx.run(addSignals, [
        delivery.companyId,
        delivery.connectionId,
        delivery.receivedAt,
        signals.map((one) => laneOf(delivery.connectionId, one.conversation)),
        signals.map((one) => one.conversation),
        signals.map((one) => JSON.stringify(one.signal)),
      ]);
    }
    await tx.sql
      .insert(seenDeliveries)
      .values({ connectionId: delivery.connectionId, digest: delivery.digest })
      .onConflictDoNothing();
    await tx.run(dropDelivery, [delivery.id]);
  },

  lanesDue: async (db: Db) => (await db.look<{ lane: number }>(lanesDue, [])).map((row) => row.lane),
  /** The first due signals of one company in a lane; empty when another transaction has the lane. */
  async claim(tx: PlatformTx, lane: number, atMost: number): Promise<KeptSignal[]> {
    const rows = await tx.run<SignalRow>(claim, [lane, atMost]);
    const first = rows[0];
    return rows
      .filter((row) => row.company_id === first!.company_id)
      .map((row) => ({
        id: Number(row.id),
        companyId: row.company_id,
        connectionId: row.connection_id,
        conversation: row.conversation,
        signal: row.signal,
        receivedAt: row.received_at,
        tries: row.tries,
      }));
  },
  /** Inside the company's transaction: this lane is ours until it ends. */
  async holdLane(tx: Tx, lane: number): Promise<boolean> {
    const [row] = await tx.run<{ mine: boolean }>(holdLane, [lane]);
    return row?.mine ?? false;
  },
  stillThere: async (tx: Tx, ids: number[]) =>
    (await tx.run<{ id: string }>(stillThere, [ids])).map((row) => Number(row.id)),
  drop: (tx: Tx, ids: number[]) => tx.run(dropSignals, [ids]),
  postpone: (tx: Tx, id: number, seconds: number) => tx.run(postpone, [id, seconds]),

  quarantine: (tx: Tx, row: { connectionId: number; kind: string; content: unknown; fault: string }) =>
    tx.sql.insert(quarantine).values({ ...row, companyId: tx.companyId }),

  forget: (tx: PlatformTx, before: Date) =>
    tx.sql.delete(seenDeliveries).where(sql`at < ${before.toISOString()}::timestamptz`),
};

const keep = {
  name: 'inbound.keep',
  text: `insert into inbox (company_id, connection_id, digest, body)
         select company_id, connection_id, digest, body
           from unnest($1::int[], $2::int[], $3::bytea[], $4::bytea[]) as d (company_id, connection_id, digest, body)
          where not exists (select from seen_deliveries s where s.connection_id = d.connection_id and s.digest = d.digest)
         on conflict do nothing`,
};
const waiting = {
  name: 'inbound.waiting',
  text: 'select (select count(*) from (select from inbox limit 100000) i) as n',
};
const nextDelivery = {
  name: 'inbound.next-delivery',
  text: `select i.id, i.company_id, i.connection_id, i.digest, i.body, i.received_at from inbox i
          where i.id = (select min(id) from inbox j where j.connection_id = i.connection_id)
            and pg_try_advisory_xact_lock(10, i.connection_id)
          order by i.id limit 1`,
};
const addSignals = {
  name: 'inbound.add-signals',
  text: `insert into signals (company_id, connection_id, received_at, lane, conversation, signal)
         select $1, $2, $3, lane, conversation, signal
           from unnest($4::int[], $5::text[], $6::jsonb[]) with ordinality as s (lane, conversation, signal, n) order by n`,
};
const dropDelivery = { name: 'inbound.drop-delivery', text: 'delete from inbox where id = $1' };
const lanesDue = { name: 'inbound.lanes-due', text: 'select distinct lane from signals where next_try_at <= now()' };
const claim = {
  name: 'inbound.claim',
  text: `select id, company_id, connection_id, conversation, signal, received_at, tries from signals s
          where lane = $1 and next_try_at <= now()
            and not exists (select from signals e where e.lane = $1 and e.id < s.id and e.connection_id = s.connection_id
                               and e.conversation = s.conversation and e.next_try_at > now())
          order by id limit $2`,
};
const holdLane = { name: 'inbound.hold-lane', text: 'select pg_try_advisory_xact_lock(11, $1) as mine' };
const stillThere = {
  name: 'inbound.still-there',
  text: 'select id from signals where id = any($1::bigint[]) order by id',
};
const dropSignals = { name: 'inbound.drop-signals', text: 'delete from signals where id = any($1::bigint[])' };
const postpone = {
  name: 'inbound.postpone',
  text: 'update signals set tries = tries + 1, next_try_at = now() + make_interval(secs => $2) where id = $1',
};
