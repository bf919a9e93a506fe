import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { NewPlan, PlanRow } from '../../infrastructure/db/schema/platform.ts';
import { brokenConstraint, type Db, type PlatformTx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { companyStore } from './companies.store.ts';
import { planStore, type PlanChange, type PlanLimits } from './plans.store.ts';

/** Companies over a limit, or with a plan, that are named; the number of all of them is exact. */
const MAX_EXAMPLES = 3;

/** The number of companies with the plan, and the names of the first of them. */
export type CountedPlan = PlanRow & { companies?: number; companyNames?: string[] };

/** Plans of the platform: what a company may use, and its price. */
export const createPlans = ({ db }: { db: Db }) => {
  async function countedIn(tx: PlatformTx, plans: readonly PlanRow[]): Promise<CountedPlan[]> {
    const counts = await planStore.companyCounts(tx);
    const names = await planStore.companyNames(tx, MAX_EXAMPLES);
    return plans.map((plan) => ({
      ...plan,
      companies: counts.get(plan.id) ?? 0,
      companyNames: names.get(plan.id) ?? [],
    }));
  }
  const counted = async (plan: PlanRow): Promise<CountedPlan> =>
    (await db.onPlatform((tx) => countedIn(tx, [plan])))[0]!;
  const record = (actor: Actor, plan: Pick<PlanRow, 'id' | 'name'>, change: 'created' | 'changed' | 'removed') =>
    db.inCompany(actor.companyId, (tx) =>
      audit(tx, {
        userId: actor.userId,
        action: `plan.${change}`,
        subject: `plan ${plan.id}`,
        data: { name: plan.name },
      }),
    );

  /** Actors are cached with the features of their plan: each company with the plan gets an event. */
  async function publishChange(id: number) {
    for (const companyId of await db.onPlatform((tx) => planStore.companiesOf(tx, id)))
      await db.inCompany(companyId, async (tx) => tx.emit({ type: 'company.changed' }));
  }

  return {
    public: async () => (await db.onPlatform((tx) => planStore.all(tx))).filter((plan) => plan.isPublic),

    /** Super users see every plan with its companies, others the public ones and their own. */
    async all(actor: Actor): Promise<CountedPlan[]> {
      if (can(actor, 'plan.manage')) {
        return db.onPlatform(async (tx) => countedIn(tx, await planStore.all(tx)));
      }
      const own = await db.readCompany(actor.companyId, async (tx) => (await companyStore.withPlan(tx))?.plan.id);
      const plans = await db.onPlatform((tx) => planStore.all(tx));
      return plans.filter((plan) => plan.isPublic || plan.id === own);
    },

    /** Companies that would be over these limits of the plan. */
    async impact(id: number, limits: PlanLimits) {
      const { companies, over } = await db.onPlatform(async (tx) => {
        assertFound(await planStore.byId(tx, id), 'ERR_NO_PLAN_FOUND');
        const ids = await planStore.companiesOf(tx, id);
        return { companies: ids.length, over: await planStore.overLimits(tx, id, limits, MAX_EXAMPLES) };
      });
      const examples = [];
      for (const { companyId, overCount: _, ...use } of over) {
        const row = await db.readCompany(companyId, (tx) => companyStore.withPlan(tx));
        if (row) examples.push({ id: companyId, name: row.company.name, ...use });
      }
      return { companies, over: over[0]?.overCount ?? 0, examples };
    },

    async create(actor: Actor, plan: NewPlan): Promise<CountedPlan> {
      const row = await savingName(db.onPlatform((tx) => planStore.insert(tx, plan)));
      await record(actor, row, 'created');
      return { ...row, companies: 0, companyNames: [] };
    },

    async update(actor: Actor, id: number, change: PlanChange): Promise<CountedPlan> {
      const row = await savingName(
        db.onPlatform(async (tx) => assertFound(await planStore.update(tx, id, change), 'ERR_NO_PLAN_FOUND')),
      );
      await record(actor, row, 'changed');
      await publishChange(id);
      return counted(row);
    },

    async remove(actor: Actor, id: number): Promise<void> {
      const plan = await db
        .onPlatform(async (tx) => {
          const row = assertFound(await planStore.byId(tx, id), 'ERR_NO_PLAN_FOUND');
          // A company gets the plan of an invoice with its payment.
          if (await planStore.hasOpenInvoices(tx, id)) refuse('ERR_PLAN_IN_USE');
          await planStore.remove(tx, id);
          return row;
        })
        .catch(refuseInUse);
      await record(actor, plan, 'removed');
    },
  };
};
export type Plans = ReturnType<typeof createPlans>;

async function savingName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (brokenConstraint(error) === 'plans_name_key') refuse('ERR_PLAN_NAME_ALREADY_EXISTS');
    throw error;
  }
}

/** The foreign keys of companies decide, so that a company created meanwhile keeps its plan. */
function refuseInUse(error: unknown): never {
  if (brokenConstraint(error)?.startsWith('companies_')) refuse('ERR_PLAN_IN_USE');
  throw error;
}
