import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  companies,
  plans,
  type CompanyRow,
  type DemoState,
  type NewPlan,
} from '../../infrastructure/db/schema/platform.ts';
import { own, type PlatformTx, type Tx } from '../../infrastructure/db/tx.ts';

export type NewCompany = Pick<CompanyRow, 'name' | 'planId' | 'dueDate'> &
  Partial<
    Pick<
      CompanyRow,
      'email' | 'phone' | 'document' | 'timeZone' | 'isActive' | 'demoState' | 'recurrence' | 'verifiedAt' | 'buyer'
    >
  >;

/** Built once per connection: building these costs more than the query, and every job and request needs them. */
function onceEach<Query>(build: (orm: NodePgDatabase) => Query): (orm: NodePgDatabase) => Query {
  const known = new WeakMap<NodePgDatabase, Query>();
  return (orm) => {
    const query = known.get(orm) ?? build(orm);
    known.set(orm, query);
    return query;
  };
}
const isOwn = eq(companies.companyId, sql.placeholder('companyId'));
const ownWithPlan = (orm: NodePgDatabase) =>
  orm
    .select({ company: companies, plan: plans })
    .from(companies)
    .innerJoin(plans, eq(plans.id, companies.planId))
    .where(isOwn);
const withPlan = onceEach((orm) => ownWithPlan(orm).prepare('companies.with-plan'));
const lockWithPlan = onceEach((orm) => ownWithPlan(orm).for('share').prepare('companies.lock-with-plan'));
const lock = onceEach((orm) =>
  orm.select().from(companies).where(isOwn).for('no key update').prepare('companies.lock'),
);
const lockIfFree = onceEach((orm) =>
  orm
    .select({ companyId: companies.companyId })
    .from(companies)
    .where(isOwn)
    .for('no key update', { skipLocked: true })
    .prepare('companies.lock-if-free'),
);

export const companyStore = {
  async withPlan(tx: Tx) {
    const [row] = await withPlan(tx.orm).execute({ companyId: tx.companyId });
    return row;
  },

  /** Until the transaction ends, neither the company nor its plan changes. Others may lock them in the same way. */
  async lockWithPlan(tx: Tx) {
    const [row] = await lockWithPlan(tx.orm).execute({ companyId: tx.companyId });
    return row;
  },

  /** Locks the company row until the transaction ends. */
  async lock(tx: Tx) {
    const [row] = await lock(tx.orm).execute({ companyId: tx.companyId });
    return row;
  },

  /** The same, without waiting: false if another transaction has locked it. */
  async lockIfFree(tx: Tx): Promise<boolean> {
    return (await lockIfFree(tx.orm).execute({ companyId: tx.companyId })).length > 0;
  },

  async insert(tx: Tx, company: NewCompany) {
    const [row] = await tx.orm
      .insert(companies)
      .values({ ...company, companyId: tx.companyId })
      .returning();
    return row!;
  },

  update: (tx: Tx, change: Partial<Omit<CompanyRow, 'companyId'>>) =>
    tx.orm
      .update(companies)
      .set({ ...change, updatedAt: sql`now()` })
      .where(own(tx, companies)),

  /** Rows of other tables are deleted with the company. */
  async purge(tx: Tx, at: Date): Promise<string | undefined> {
    const [row] = await tx.orm
      .delete(companies)
      .where(and(own(tx, companies), lte(companies.deleteAt, at)))
      .returning({ name: companies.name });
    return row?.name;
  },

  async nextId(tx: PlatformTx) {
    const { rows } = await tx.orm.execute<{ id: number }>(sql`select nextval('company_ids')::int as id`);
    return rows[0]!.id;
  },

  /** Plans that anyone may choose; a platform has a handful. */
  publicPlans: (tx: Tx) =>
    tx.orm
      .select()
      .from(plans)
      .where(eq(plans.isPublic, true))
      .orderBy(asc(plans.amountCents), asc(plans.id))
      .limit(50),
  async planById(tx: Tx, id: number) {
    const [row] = await tx.orm.select().from(plans).where(eq(plans.id, id));
    return row;
  },
  async planByName(tx: PlatformTx, name: string) {
    const [row] = await tx.orm.select().from(plans).where(eq(plans.name, name));
    return row;
  },

  async publicPlan(tx: PlatformTx, id: number) {
    const [row] = await tx.orm
      .select()
      .from(plans)
      .where(and(eq(plans.id, id), eq(plans.isPublic, true)));
    return row;
  },

  async insertPlan(tx: PlatformTx, plan: NewPlan) {
    const [row] = await tx.orm.insert(plans).values(plan).returning();
    return row!;
  },

  async demoCompanies(tx: PlatformTx) {
    const { rows } = await tx.orm.execute<{ company_id: number; demo_state: DemoState }>(
      sql`select company_id, demo_state from demo_companies()`,
    );
    return rows.map((row) => ({ companyId: row.company_id, demoState: row.demo_state }));
  },

  async allIds(tx: PlatformTx) {
    const { rows } = await tx.orm.execute<{ company_id: number }>(sql`select company_id from company_ids_all()`);
    return rows.map((row) => row.company_id);
  },
};
