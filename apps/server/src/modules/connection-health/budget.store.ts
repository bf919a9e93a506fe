import type { ReportedLimit } from '@balcao/domain/connection-health/budget';
import type { Tx } from '../../infrastructure/db/tx.ts';

export interface PoolUsage {
  /** Unique people since the given time. */
  reached: number;
  coldReached: number;
  /** Start of the first slot that counts; null without one. */
  oldestSlot: Date | null;
  /** The same of slots with cold contacts. */
  oldestColdSlot: Date | null;
}
/** Where a person is counted now. */
export interface CountedPerson {
  address: string;
  slot: Date;
  isCold: boolean;
}
interface PoolRow {
  peoplePerDay: number | null;
  isUnbounded: boolean;
  limitAt: Date | null;
}

/** Pools of numbers that share one messaging limit, and the people whom they reached. */
export const budgetStore = {
  /** Locks the pool until the transaction ends: two numbers of one pool take turns. Creates it if it is new. */
  async lock(tx: Tx, pool: string): Promise<ReportedLimit> {
    await tx.query(create, [tx.companyId, pool]);
    return limitOf((await tx.query<PoolRow>(lock, [tx.companyId, pool]))[0]);
  },
  async findLimit(tx: Tx, pool: string): Promise<ReportedLimit> {
    return limitOf((await tx.query<PoolRow>(find, [tx.companyId, pool]))[0]);
  },
  /** By pool; those without a row have no reported limit. */
  async findLimits(tx: Tx): Promise<Map<string, ReportedLimit>> {
    const rows = await tx.query<PoolRow & { pool: string }>(findAll, [tx.companyId]);
    return new Map(rows.map((row) => [row.pool, limitOf(row)]));
  },
  /** Unique people since the given time, by pool. */
  async reachedByPool(tx: Tx, since: Date): Promise<Map<string, number>> {
    const rows = await tx.query<{ pool: string; reached: number }>(reachedByPool, [tx.companyId, since]);
    return new Map(rows.map(({ pool, reached }) => [pool, reached]));
  },
  /** Saves the channel's report unless a newer one is stored. */
  async saveLimit(tx: Tx, pool: string, limit: number | 'unbounded', at: Date): Promise<void> {
    const isUnbounded = limit === 'unbounded';
    await tx.query(saveLimit, [tx.companyId, pool, isUnbounded ? null : limit, isUnbounded, at]);
  },
  async usage(tx: Tx, pool: string, since: Date): Promise<PoolUsage> {
    return (await tx.query<PoolUsage>(usage, [tx.companyId, pool, since]))[0]!;
  },
  slots: (tx: Tx, pool: string, since: Date) =>
    tx.query<{ slot: Date; people: number; cold: number }>(slots, [tx.companyId, pool, since]),
  counted: (tx: Tx, pool: string, addresses: string[], since: Date) =>
    tx.query<CountedPerson>(counted, [tx.companyId, pool, addresses, since]),
  /** Counts people in this slot. Those who are counted already move to it. */
  async count(
    tx: Tx,
    pool: string,
    slot: Date,
    people: { address: string; isCold: boolean; before: CountedPerson | undefined }[],
  ): Promise<void> {
    const addresses = people.map(({ address }) => address);
    const areCold = people.map(({ isCold }) => isCold);
    await tx.query(savePeople, [tx.companyId, pool, addresses, areCold, slot]);
    const moves = new Map<number, { people: number; cold: number }>();
    const add = (to: Date, sign: 1 | -1, isCold: boolean) => {
      const move = moves.get(+to) ?? { people: 0, cold: 0 };
      moves.set(+to, { people: move.people + sign, cold: move.cold + (isCold ? sign : 0) });
    };
    for (const { isCold, before } of people) {
      if (before) add(before.slot, -1, before.isCold);
      add(slot, 1, isCold);
    }
    const changes = [...moves].sort(([a], [b]) => a - b);
    await tx.query(addToSlots, [
      tx.companyId,
      pool,
      changes.map(([at]) => new Date(at)),
      changes.map(([, move]) => move.people),
      changes.map(([, move]) => move.cold),
    ]);
  },
  /** Removes at most `limit` people; returns how many. */
  prunePeople: async (tx: Tx, before: Date, limit: number): Promise<number> =>
    (await tx.query(prunePeople, [tx.companyId, before, limit])).length,
  pruneSlots: async (tx: Tx, before: Date, limit: number): Promise<number> =>
    (await tx.query(pruneSlots, [tx.companyId, before, limit])).length,
};

const limitOf = (row: PoolRow | undefined): ReportedLimit =>
  row?.isUnbounded ? 'unbounded' : (row?.peoplePerDay ?? null);

const POOL = 'people_per_day as "peoplePerDay", is_unbounded as "isUnbounded", limit_at as "limitAt"';
const create = {
  name: 'budget.create-pool',
  text: 'insert into sending_pools (company_id, pool) values ($1, $2) on conflict do nothing',
};
const lock = {
  name: 'budget.lock-pool',
  text: `select ${POOL} from sending_pools where company_id = $1 and pool = $2 for update`,
};
const find = {
  name: 'budget.find-pool',
  text: `select ${POOL} from sending_pools where company_id = $1 and pool = $2`,
};
const findAll = {
  name: 'budget.find-pools',
  text: `select pool, ${POOL} from sending_pools where company_id = $1`,
};
const reachedByPool = {
  name: 'budget.reached-by-pool',
  text: `select pool, sum(people)::int as reached from sending_pool_slots where company_id = $1 and slot > $2 group by pool`,
};
const saveLimit = {
  name: 'budget.save-limit',
  text: `insert into sending_pools as p (company_id, pool, people_per_day, is_unbounded, limit_at)
         values ($1, $2, $3, $4, $5)
         on conflict (company_id, pool) do update set people_per_day = $3, is_unbounded = $4, limit_at = $5
          where p.limit_at is null or p.limit_at <= $5`,
};
const usage = {
  name: 'budget.usage',
  text: `select coalesce(sum(people), 0)::int as reached, coalesce(sum(cold), 0)::int as "coldReached",
                min(slot) filter (where people > 0) as "oldestSlot", min(slot) filter (where cold > 0) as "oldestColdSlot"
           from sending_pool_slots where company_id = $1 and pool = $2 and slot > $3`,
};
const slots = {
  name: 'budget.slots',
  text: `select slot, people, cold from sending_pool_slots where company_id = $1 and pool = $2 and slot > $3 and people > 0
          order by slot`,
};
const HASHED = `sha256(uuid_send(pool.salt) || convert_to(address, 'UTF8'))`;
const counted = {
  name: 'budget.counted',
  text: `select address, person.slot, person.is_cold as "isCold"
           from sending_pools pool cross join unnest($3::text[]) as address
           join sending_pool_people person on person.company_id = pool.company_id and person.pool = pool.pool
            and person.person = ${HASHED}
          where pool.company_id = $1 and pool.pool = $2 and person.slot > $4`,
};
const savePeople = {
  name: 'budget.save-people',
  text: `insert into sending_pool_people (company_id, pool, person, slot, is_cold)
         select $1, $2, ${HASHED}, $5, is_cold
           from sending_pools pool cross join unnest($3::text[], $4::boolean[]) as who (address, is_cold)
          where pool.company_id = $1 and pool.pool = $2
         on conflict (company_id, pool, person) do update set slot = excluded.slot, is_cold = excluded.is_cold`,
};
const addToSlots = {
  name: 'budget.add-to-slots',
  text: `insert into sending_pool_slots as s (company_id, pool, slot, people, cold)
         select $1, $2, * from unnest($3::timestamptz[], $4::int[], $5::int[])
         on conflict (company_id, pool, slot) do update set people = s.people + excluded.people,
           cold = s.cold + excluded.cold`,
};
const prunePeople = {
  name: 'budget.prune-people',
  text: `delete from sending_pool_people where company_id = $1 and ctid = any (array(
           select ctid from sending_pool_people where company_id = $1 and slot < $2::timestamptz limit $3))
         returning pool`,
};
const pruneSlots = {
  name: 'budget.prune-slots',
  text: `delete from sending_pool_slots where company_id = $1 and ctid = any (array(
           select ctid from sending_pool_slots where company_id = $1 and slot < $2::timestamptz limit $3))
         returning pool`,
};
