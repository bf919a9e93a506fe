import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { CompanyHours } from '@balcao/contract/endpoints/companies';
import type { CompanyRow, NewPlan } from '../../infrastructure/db/schema/platform.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { companyStore, type NewCompany } from './companies.store.ts';
import { holidayStore } from './holidays.store.ts';

/** The tenants of the platform, and the plan each of them has. */
export const createCompanies = ({ db }: { db: Db }) => ({
  /** A stranger's company is as unknown as one that does not exist. */
  withPlan(actor: Actor, companyId: number) {
    if (!can(actor, 'company.read', { companyId })) refuse('ERR_NO_COMPANY_FOUND');
    return db.readCompany(companyId, async (tx) =>
      assertFound(await companyStore.withPlan(tx), 'ERR_NO_COMPANY_FOUND'),
    );
  },

  /** Run in the caller's transaction. */
  inTx: {
    get: async (tx: Tx) => assertFound(await companyStore.withPlan(tx), 'ERR_NO_COMPANY_FOUND'),
    getHours,
  },
  exists: async (tx: Tx) => (await companyStore.withPlan(tx)) !== undefined,
  planOf: async (tx: Tx) => assertFound(await companyStore.withPlan(tx), 'ERR_NO_COMPANY_FOUND').plan,

  /** An id of its own first: a company is written inside itself, like everything that belongs to it. */
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
    // Whoever is signed in carries the company's clock along.
    if (change.timeZone !== undefined) tx.emit({ type: 'company.changed' });
  },
  recordSignIn: (tx: Tx, at: Date) => companyStore.update(tx, { lastLoginAt: at }),

  findOrCreatePlan: (plan: NewPlan) =>
    db.onPlatform(async (tx) => (await companyStore.planByName(tx, plan.name)) ?? companyStore.insertPlan(tx, plan)),

  allIds: () => db.onPlatform((tx) => companyStore.allIds(tx)),
});

/** What decides whether the company is open at some moment. */
async function getHours(tx: Tx) {
  const { company } = assertFound(await companyStore.withPlan(tx), 'ERR_NO_COMPANY_FOUND');
  return { schedules: company.schedules, timeZone: company.timeZone, holidays: await holidayStore.all(tx) };
}

export type Companies = ReturnType<typeof createCompanies>;
