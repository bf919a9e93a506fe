import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { companies, plans, type CompanyRow, type NewPlan } from '../../infrastructure/db/schema/platform.ts';
import { own, type PlatformTx, type Tx } from '../../infrastructure/db/tx.ts';
import { companyQueries } from './company-queries.store.ts';

export type NewCompany = Pick<CompanyRow, 'name' | 'planId' | 'dueDate'> &
  Partial<
    Pick<
      CompanyRow,
      'email' | 'phone' | 'document' | 'timeZone' | 'isActive' | 'demoState' | 'recurrence' | 'verifiedAt' | 'buyer'
    >
  >;

export const companyStore = {
  ...companyQueries,

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
};
