import { and, eq, sql } from 'drizzle-orm';
import type { Tally } from '@balcao/domain/channel-health/light';
import { numberHealth, type ToldHealth } from '../../foundation/db/schema/number-health.ts';
import { own, type Db, type Tx } from '../../foundation/db/tx.ts';

export type Counted = Tally & { taken: number };
export const nothing: Counted = {
  sent: 0,
  refused: 0,
  slowedDown: 0,
  unanswered: 0,
  disconnections: 0,
  taken: 0,
};

export const healthStore = {
  async told(tx: Tx, connectionId: number): Promise<ToldHealth | undefined> {
    const [row] = await tx.sql
      .select()
      .from(numberHealth)
      .where(and(own(tx, numberHealth), eq(numberHealth.connectionId, connectionId)));
    return row;
  },
  /** What the channel said; what it did not speak of stays. */
  async tell(tx: Tx, connectionId: number, change: Partial<ToldHealth>) {
    await tx.sql
      .insert(numberHealth)
      .values({ ...change, companyId: tx.companyId, connectionId })
      .onConflictDoUpdate({
        target: [numberHealth.companyId, numberHealth.connectionId],
        set: { ...change, connectionId: sql`excluded.connection_id` },
      });
  },
  async add(tx: Tx, connectionId: number, slot: Date, counted: Counted) {
    await tx.run(add, [
      tx.companyId,
      connectionId,
      slot,
      counted.sent,
      counted.refused,
      counted.slowedDown,
      counted.unanswered,
      counted.disconnections,
      counted.taken,
    ]);
  },
  async since(tx: Tx, connectionId: number, from: Date): Promise<Counted> {
    const [row] = await tx.run<Counted>(since, [tx.companyId, connectionId, from]);
    return row ?? nothing;
  },
  /** One at a time: what is granted to one must be known to the next. */
  lock: (tx: Tx, connectionId: number) => tx.run(lock, [connectionId]),
  async prune(tx: Tx, before: Date) {
    await tx.run(prune, [tx.companyId, before]);
  },
  due: (db: Db, at: Date, atMost: number) => db.look<{ company_id: number; id: number }>(due, [at, atMost]),
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
