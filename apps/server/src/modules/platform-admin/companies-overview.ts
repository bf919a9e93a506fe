import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { dateIn } from '@balcao/domain/hours/hours';
import { fold } from '@balcao/domain/text/fold';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { Clock } from '../../infrastructure/clock.ts';
import type { CompanyRow, PlanRow } from '../../infrastructure/db/schema/platform.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Companies } from '../companies/index.ts';
import { platformAdminStore, type CompanyFilter, type CompanyUse, type ListedCompany } from './platform-admin.store.ts';

export interface ShownCompany {
  company: CompanyRow;
  /** With the limits that apply to this company. */
  plan: PlanRow;
  use: CompanyUse;
}
interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
}
const PAGE = 20;
const MAX_PICKED = 200;
/** Companies that are read at the same time, each on its own connection. */
const PARALLEL = 4;
/** The platform is run from Brazil: a day ends there. */
const PLATFORM_TIME_ZONE = 'America/Sao_Paulo';

/** Every company for super users; their keys come from a reviewed function, their rows from inside each company. */
export const createCompaniesOverview = ({ db, clock, companies }: Deps) => {
  const load = async (tx: Tx): Promise<ShownCompany> => {
    const [shown, use] = await Promise.all([companies.inTx.get(tx), platformAdminStore.use(tx)]);
    return { ...shown, use };
  };
  async function loadAll(listed: readonly ListedCompany[]): Promise<ShownCompany[]> {
    const rows: ShownCompany[] = [];
    const waiting = listed.entries();
    const work = async () => {
      for (const [n, { companyId, total: _, ...use }] of waiting)
        rows[n] = { ...(await db.readCompany(companyId, companies.inTx.get)), use };
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    return rows;
  }

  return {
    inTx: { load },

    async page(actor: Actor, { search, which, page }: { search: string; which: CompanyFilter; page: number }) {
      if (!can(actor, 'company.manage')) {
        const rows = [await db.readCompany(actor.companyId, load)].filter(({ company }) =>
          fold(company.name).includes(fold(search)),
        );
        return { rows, count: rows.length, hasMore: false };
      }
      const skip = (page - 1) * PAGE;
      const listed = await db.onPlatform((tx) =>
        platformAdminStore.page(tx, { search, which, at: clock.now(), skip, limit: PAGE }),
      );
      const count = listed[0]?.total ?? 0;
      return { rows: await loadAll(listed), count, hasMore: count > skip + listed.length };
    },

    async picks(actor: Actor) {
      if (!can(actor, 'company.manage')) return [await db.readCompany(actor.companyId, load)];
      const listed = await db.onPlatform((tx) =>
        platformAdminStore.page(tx, { search: '', which: 'all', at: clock.now(), skip: 0, limit: MAX_PICKED }),
      );
      return loadAll(listed);
    },

    /** Another company is reported as not found, like one that does not exist. */
    show(actor: Actor, companyId: number) {
      if (!can(actor, 'company.read', { companyId })) refuse('ERR_NO_COMPANY_FOUND');
      return db.readCompany(companyId, load);
    },

    numbers: () =>
      db.onPlatform((tx) => platformAdminStore.numbers(tx, clock.now(), dateIn(PLATFORM_TIME_ZONE, clock.now()))),
  };
};
export type CompaniesOverview = ReturnType<typeof createCompaniesOverview>;

export const refuseOwnerCompany = (companyId: number): void => {
  if (companyId === OWNER_COMPANY_ID) refuse('ERR_PLATFORM_COMPANY');
};
