import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { CompanyHours } from '@balcao/contract/endpoints/companies';
import type { CompanyRow, DemoState, NewPlan } from '../../infrastructure/db/schema/platform.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { companyStore, type NewCompany } from './companies.store.ts';
import { holidayStore } from './holidays.store.ts';

/** Companies of the platform and their plans. */
export const createCompanies = ({ db }: { db: Db }) => ({
  /** Another company is reported as not found, like one that does not exist. */
  withPlan(actor: Actor, companyId: number) {
    if (!can(actor, 'company.read', { companyId })) refuse('ERR_NO_COMPANY_FOUND');
    return db.readCompany(companyId, async (tx) =>
      assertFound(await companyStore.withPlan(tx), 'ERR_NO_COMPANY_FOUND'),
    );
  },

  /** Runs in the caller's transaction. */
  inTx: {
    get: async (tx: Tx) => assertFound(await companyStore.withPlan(tx), 'ERR_NO_COMPANY_FOUND'),
    getHours,
  },
  exists: async (tx: Tx) => (await companyStore.withPlan(tx)) !== undefined,
  planOf: async (tx: Tx) => assertFound(await companyStore.withPlan(tx), 'ERR_NO_COMPANY_FOUND').plan,

  /** The id is allocated first, because the company row is inserted in the company's own transaction. */
  nextId: () => db.onPlatform((tx) => companyStore.nextId(tx)),
  create: (tx: Tx, company: NewCompany) => companyStore.insert(tx, company),

  change: async (tx: Tx, change: Partial<Omit<CompanyRow, 'companyId'>>) => {
    await companyStore.update(tx, change);
    tx.emit({ type: 'company.changed' });
  },
  lock: (tx: Tx) => companyStore.lock(tx),

  hours(actor: Actor, companyId: number) {
    if (!can(actor, 'company.read', { companyId })) refuse('ERR_NO_COMPANY_FOUND');
    return db.readCompany(companyId, getHours);
  },
  hoursOf: (companyId: number) => db.readCompany(companyId, getHours),
  saveHours: async (tx: Tx, change: Partial<Pick<CompanyHours, 'schedules' | 'timeZone'>>) => {
    await companyStore.update(tx, change);
    tx.emit({ type: 'hours.saved' });
    // Cached actors contain the company's time zone.
    if (change.timeZone !== undefined) tx.emit({ type: 'company.changed' });
  },
  recordSignIn: (tx: Tx, at: Date) => companyStore.update(tx, { lastLoginAt: at }),

  findOrCreatePlan: (plan: NewPlan) =>
    db.onPlatform(async (tx) => (await companyStore.planByName(tx, plan.name)) ?? companyStore.insertPlan(tx, plan)),

  /** Companies of the demo data, and the owner's company if the demo was made in it. */
  demoCompanies: () => db.onPlatform((tx) => companyStore.demoCompanies(tx)),
  setDemoState: (companyId: number, demoState: DemoState | null) =>
    db.inCompany(companyId, (tx) => companyStore.update(tx, { demoState })),

  allIds: () => db.onPlatform((tx) => companyStore.allIds(tx)),
});

/** Data that decides whether the company is open at a given time. */
async function getHours(tx: Tx) {
  const { company } = assertFound(await companyStore.withPlan(tx), 'ERR_NO_COMPANY_FOUND');
  return { schedules: company.schedules, timeZone: company.timeZone, holidays: await holidayStore.all(tx) };
}

export type Companies = ReturnType<typeof createCompanies>;
