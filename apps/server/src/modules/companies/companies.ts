import { isOverdue, type Subscription } from '@balcao/domain/billing/subscription';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { CompanyHours } from '@balcao/contract/endpoints/companies';
import type { Clock } from '../../infrastructure/clock.ts';
import type { CompanyRow, DemoState, NewPlan } from '../../infrastructure/db/schema/platform.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { movedCompanies } from '../../infrastructure/snapshot/moved-companies.store.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { assertConfirmed, claimName, reserveName } from './company-identity.ts';
import { companyStore, type NewCompany } from './companies.store.ts';
import { holidayStore } from './holidays.store.ts';
import { insertWithStart, subscriptionEntries, updateDueDate } from './subscription-entries.ts';

interface Deps {
  db: Db;
  clock: Clock;
  /** Days for which a company can work after its due date; read in the transaction if there is one. */
  graceDays(tx?: Tx): Promise<number>;
}
/** Only subscription entries change the due date. */
type CompanyChange = Partial<Omit<CompanyRow, 'companyId' | 'dueDate'>>;

/** Companies of the platform and their plans. */
export const createCompanies = ({ db, clock, graceDays }: Deps) => {
  const isOverdueNow = async (subscription: Subscription, tx?: Tx): Promise<boolean> =>
    isOverdue(subscription, clock.now()) && isOverdue(subscription, clock.now(), await graceDays(tx));
  const isSilentCompany = async (tx: Tx, company: CompanyRow): Promise<boolean> =>
    !company.isActive || isOverdueNow(company, tx);
  const isSilent = async (tx: Tx): Promise<boolean> => isSilentCompany(tx, (await getWithLimits(tx)).company);
  return {
    /** Another company is reported as not found, like one that does not exist. */
    withPlan(actor: Actor, companyId: number) {
      if (!can(actor, 'company.read', { companyId })) refuse('ERR_NO_COMPANY_FOUND');
      return db.readCompany(companyId, getWithLimits);
    },

    /** Runs in the caller's transaction. */
    inTx: {
      get: getWithLimits,
      /** Until the transaction ends, neither the company nor its plan changes. */
      lockWithPlan: async (tx: Tx) => withLimits(await companyStore.lockWithPlan(tx)),
      /** Refuses a company whose e-mail is not confirmed. */
      getConfirmed: async (tx: Tx) => {
        await assertConfirmed(tx);
        return getWithLimits(tx);
      },
      /** With the limits of the plan itself, whatever was agreed with this company. */
      getWithOwnPlan: async (tx: Tx) => assertFound(await companyStore.withPlan(tx), 'ERR_NO_COMPANY_FOUND'),
      getHours,
      /** Nothing is sent on its own: the company is inactive or overdue. Messages are still stored. */
      isSilent,
      /** The company with its plan, and whether it is silent, in one read. */
      getStanding: async (tx: Tx) => {
        const found = await getWithLimits(tx);
        return { ...found, isSilent: await isSilentCompany(tx, found.company) };
      },
      /** Schedules and campaigns send nothing: the company is silent, or was moved here and no person has confirmed it yet. */
      isSendingHeld: async (tx: Tx): Promise<boolean> => (await isSilent(tx)) || movedCompanies.isWaiting(tx),
      /** The company was moved here, and no person has confirmed yet that no other server acts for it. */
      isMoved: movedCompanies.isWaiting,
      publicPlans: (tx: Tx) => companyStore.publicPlans(tx),
      findPlan: (tx: Tx, id: number) => companyStore.planById(tx, id),
    },
    subscriptionEntries,
    /** The company can do nothing but pay: its due date and the grace days are over. */
    isOverdue: isOverdueNow,
    exists: async (tx: Tx) => (await companyStore.withPlan(tx)) !== undefined,
    planOf: async (tx: Tx) => (await getWithLimits(tx)).plan,

    /** The id is allocated first, because the company row is inserted in the company's own transaction. */
    nextId: () => db.onPlatform((tx) => companyStore.nextId(tx)),
    create: async (tx: Tx, company: NewCompany) => {
      const row = await insertWithStart(tx, company);
      await reserveName(tx, company.name);
      return row;
    },
    claimName,
    /** If no other company has it. */
    reserveOwnName: async (tx: Tx) => reserveName(tx, (await getWithLimits(tx)).company.name),
    assertConfirmed,
    /** Deletes a company that can no longer be restored, with all its rows; its name, or undefined if it was restored. */
    purge: (tx: Tx, at: Date) => companyStore.purge(tx, at),

    change: async (tx: Tx, change: CompanyChange) => {
      await companyStore.update(tx, change);
      tx.emit({ type: 'company.changed' });
    },
    lock: (tx: Tx) => companyStore.lock(tx),
    /** False if another transaction has locked the company: this one does not wait. */
    lockIfFree: (tx: Tx) => companyStore.lockIfFree(tx),

    hours(actor: Actor, companyId: number) {
      if (!can(actor, 'company.read', { companyId })) refuse('ERR_NO_COMPANY_FOUND');
      return db.readCompany(companyId, getHours);
    },
    hoursOf: (companyId: number) => db.readCompany(companyId, getHours),
    saveHours: async (tx: Tx, change: Partial<Pick<CompanyHours, 'schedules' | 'timeZone'>>) => {
      await companyStore.update(tx, change);
      tx.emit({ type: 'hours.saved' });
      // A day of the subscription ends at another time. Cached actors contain the due date.
      if (change.timeZone !== undefined) await updateDueDate(tx);
    },
    recordSignIn: (tx: Tx, at: Date) => companyStore.update(tx, { lastLoginAt: at }),

    /** A plan that visitors may choose. */
    findPublicPlan: (id: number) => db.onPlatform((tx) => companyStore.publicPlan(tx, id)),
    findOrCreatePlan: (plan: NewPlan) =>
      db.onPlatform(async (tx) => (await companyStore.planByName(tx, plan.name)) ?? companyStore.insertPlan(tx, plan)),

    /** Companies of the demo data, and the owner's company if the demo was made in it. */
    demoCompanies: () => db.onPlatform((tx) => companyStore.demoCompanies(tx)),
    setDemoState: (companyId: number, demoState: DemoState | null) =>
      db.inCompany(companyId, (tx) => companyStore.update(tx, { demoState })),

    allIds: () => db.onPlatform((tx) => companyStore.allIds(tx)),
  };
};

/** The company with its plan and the limits that apply: those agreed with it, or those of the plan. */
const getWithLimits = async (tx: Tx) => withLimits(await companyStore.withPlan(tx));
function withLimits(row: Awaited<ReturnType<typeof companyStore.withPlan>>) {
  const { company, plan } = assertFound(row, 'ERR_NO_COMPANY_FOUND');
  const users = company.usersLimit ?? plan.users;
  const connections = company.connectionsLimit ?? plan.connections;
  return { company, plan: { ...plan, users, connections } };
}

/** Data that decides whether the company is open at a given time. */
async function getHours(tx: Tx) {
  const { company } = assertFound(await companyStore.withPlan(tx), 'ERR_NO_COMPANY_FOUND');
  return { schedules: company.schedules, timeZone: company.timeZone, holidays: await holidayStore.all(tx) };
}

export type Companies = ReturnType<typeof createCompanies>;
