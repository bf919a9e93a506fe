import { asc, eq, sql } from 'drizzle-orm';
import { plans, type NewPlan, type PlanRow } from '../../infrastructure/db/schema/platform.ts';
import type { PlatformTx } from '../../infrastructure/db/tx.ts';

export type PlanChange = Partial<Omit<NewPlan, 'id' | 'createdAt' | 'updatedAt'>>;
export interface PlanLimits {
  users: number;
  connections: number;
  queues: number;
}
export interface OverLimit extends PlanLimits {
  companyId: number;
  overCount: number;
}

export const planStore = {
  /** Every plan by name. A platform has a few dozen at most. */
  all: (tx: PlatformTx) => tx.orm.select().from(plans).orderBy(asc(plans.name), asc(plans.id)),

  async byId(tx: PlatformTx, id: number): Promise<PlanRow | undefined> {
    const [row] = await tx.orm.select().from(plans).where(eq(plans.id, id));
    return row;
  },

  async insert(tx: PlatformTx, plan: NewPlan): Promise<PlanRow> {
    const [row] = await tx.orm.insert(plans).values(plan).returning();
    return row!;
  },

  async update(tx: PlatformTx, id: number, change: PlanChange): Promise<PlanRow | undefined> {
    const [row] = await tx.orm
      .update(plans)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(plans.id, id))
      .returning();
    return row;
  },

  async remove(tx: PlatformTx, id: number): Promise<boolean> {
    return (await tx.orm.delete(plans).where(eq(plans.id, id)).returning({ id: plans.id })).length > 0;
  },

  async hasOpenInvoices(tx: PlatformTx, id: number): Promise<boolean> {
    const { rows } = await tx.orm.execute<{ isNeeded: boolean }>(
      sql`select plan_has_open_invoices(${id}) as "isNeeded"`,
    );
    return rows[0]!.isNeeded;
  },

  /** Number of companies by plan, including those that change to it with their next renewal. */
  async companyCounts(tx: PlatformTx): Promise<Map<number, number>> {
    const { rows } = await tx.orm.execute<{ planId: number; companies: number }>(
      sql`select plan_id as "planId", companies from plan_company_counts()`,
    );
    return new Map(rows.map(({ planId, companies }) => [planId, companies]));
  },

  /** Names of the first companies by plan, of those that are counted. */
  async companyNames(tx: PlatformTx, perPlan: number): Promise<Map<number, string[]>> {
    const { rows } = await tx.orm.execute<{ planId: number; name: string }>(
      sql`select plan_id as "planId", name from plan_company_names(${perPlan})`,
    );
    const names = new Map<number, string[]>();
    for (const { planId, name } of rows) names.set(planId, [...(names.get(planId) ?? []), name]);
    return names;
  },

  /** Keys of the companies with this plan. */
  async companiesOf(tx: PlatformTx, id: number): Promise<number[]> {
    const { rows } = await tx.orm.execute<{ companyId: number }>(
      sql`select company_id as "companyId" from plan_use(${id})`,
    );
    return rows.map(({ companyId }) => companyId);
  },

  async overLimits(tx: PlatformTx, id: number, { users, connections, queues }: PlanLimits, limit: number) {
    const { rows } = await tx.orm.execute<OverLimit & Record<string, unknown>>(
      sql`select company_id as "companyId", users, connections, queues, over_count as "overCount"
            from companies_over_limits(${id}, ${users}, ${connections}, ${queues}, ${limit})`,
    );
    return rows;
  },
};
