import { and, eq, sql } from 'drizzle-orm';
import type { Tally } from '@balcao/domain/connection-health/status';
import { numberHealth, type ReportedHealth } from '../../infrastructure/db/schema/connection-health.ts';
import { own, type Db, type Tx } from '../../infrastructure/db/tx.ts';

export type Counters = Tally & { taken: number };
export const zeroCounters: Counters = {
  sent: 0,
  refused: 0,
  slowedDown: 0,
  unanswered: 0,
  disconnections: 0,
  taken: 0,
};

export const connectionHealthStore = {
  async findReported(tx: Tx, connectionId: number): Promise<ReportedHealth | undefined> {
    const [row] = await tx.orm
      .select()
      .from(numberHealth)
      .where(and(own(tx, numberHealth), eq(numberHealth.connectionId, connectionId)));
    return row;
  },
  /** What the channel said; what it did not speak of stays. */
  async saveReported(tx: Tx, connectionId: number, change: Partial<ReportedHealth>) {
    await tx.orm
      .insert(numberHealth)
      .values({ ...change, companyId: tx.companyId, connectionId })
      .onConflictDoUpdate({
        target: [numberHealth.companyId, numberHealth.connectionId],
        set: { ...change, connectionId: sql`excluded.connection_id` },
      });
  },
  async add(tx: Tx, connectionId: number, slot: Date, counters: Counters) {
    await tx.query(add, [
      tx.companyId,
      connectionId,
      slot,
      counters.sent,
      counters.refused,
      counters.slowedDown,
      counters.unanswered,
      counters.disconnections,
      counters.taken,
    ]);
  },
  async since(tx: Tx, connectionId: number, from: Date): Promise<Counters> {
    const [row] = await tx.query<Counters>(since, [tx.companyId, connectionId, from]);
    return row ?? zeroCounters;
  },
  /** One at a time: what is granted to one must be known to the next. */
  lock: (tx: Tx, connectionId: number) => tx.query(lock, [connectionId]),
  async prune(tx: Tx, before: Date) {
    await tx.query(prune, [tx.companyId, before]);
  },
  due: (db: Db, at: Date, limit: number) => db.query<{ company_id: number; id: number }>(due, [at, limit]),
};

const add = {
  name: 'number-health.add',
  // A connection that is gone meanwhile has nothing to be counted for.
  text: `insert into number_health_slots as s (company_id, connection_id, slot, sent, refused, slowed_down, unanswered,
           disconnections, taken)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9
           from connections c where c.company_id = $1 and c.id = $2
         on conflict (company_id, connection_id, slot) do update set sent = s.sent + excluded.sent,
           refused = s.refused + excluded.refused, slowed_down = s.slowed_down + excluded.slowed_down,
           unanswered = s.unanswered + excluded.unanswered, disconnections = s.disconnections + excluded.disconnections,
           taken = s.taken + excluded.taken`,
};
const since = {
  name: 'number-health.since',
  text: `select coalesce(sum(sent), 0)::int as sent, coalesce(sum(refused), 0)::int as refused,
                coalesce(sum(slowed_down), 0)::int as "slowedDown", coalesce(sum(unanswered), 0)::int as unanswered,
                coalesce(sum(disconnections), 0)::int as disconnections, coalesce(sum(taken), 0)::int as taken
           from number_health_slots where company_id = $1 and connection_id = $2 and slot > $3`,
};
const lock = { name: 'number-health.lock', text: 'select pg_advisory_xact_lock(16, $1)' };
const prune = {
  name: 'number-health.prune',
  text: 'delete from number_health_slots where company_id = $1 and slot < $2',
};
const due = { name: 'number-health.due', text: 'select company_id, id from number_health_due($1, $2)' };
