import { UserDraft } from '@balcao/contract/endpoints/access';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { z } from 'zod';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { hashPassword } from '../../infrastructure/tokens/passwords.ts';
import type { Companies } from '../companies/index.ts';
import type { CompanySettingValues, Settings } from '../settings/index.ts';
import { savingEmail, type Users } from './users.ts';

interface Deps {
  db: Db;
  companies: Companies;
  settings: Settings;
  users: Users;
}
export interface NewCompanySetup {
  company: Parameters<Companies['create']>[1];
  admin: z.input<typeof UserDraft>;
  settings?: Partial<CompanySettingValues>;
  isSuper?: boolean;
  /** Part of the demo data, which is being made. */
  isDemo?: boolean;
  /** Runs in the same transaction, after the rows are created. */
  after?(tx: Tx): Promise<void>;
}

/** Creates a company with its settings and its first admin in one transaction. */
export function createCompanySetup({ db, companies, settings, users }: Deps) {
  async function createCompany(setup: NewCompanySetup) {
    return createWithId(await companies.nextId(), setup);
  }

  async function createWithId(companyId: number, setup: NewCompanySetup) {
    const { company, admin, settings: changes = {}, isSuper = false, isDemo = false } = setup;
    const draft = UserDraft.parse({ ...admin, profile: 'admin' });
    const passwordHash = await hashPassword(draft.password);
    return savingEmail(
      db.inCompany(companyId, async (tx) => {
        await companies.create(tx, { ...company, ...(isDemo && { demoState: 'being-made' as const }) });
        await settings.start(tx, changes);
        const user = await users.inTx.add(tx, draft, { passwordHash, isSuper, isDemo });
        await setup.after?.(tx);
        return { companyId, userId: user.id };
      }),
    );
  }

  /** The sequence starts with the owner's id. After the owner's company was removed, its id is used again. */
  async function createOwnerCompany(setup: NewCompanySetup) {
    await companies.nextId();
    return createWithId(OWNER_COMPANY_ID, setup);
  }

  return {
    createCompany,
    /** Super users belong to the platform owner's company; the first one creates it. */
    async createSuperUser({ company, admin, isDemo = false }: Omit<NewCompanySetup, 'settings' | 'isSuper'>) {
      if (!(await db.readCompany(OWNER_COMPANY_ID, companies.exists)))
        return createOwnerCompany({ company, admin, isSuper: true, isDemo });
      const draft = UserDraft.parse({ ...admin, profile: 'admin' });
      const passwordHash = await hashPassword(draft.password);
      return savingEmail(
        db.inCompany(OWNER_COMPANY_ID, async (tx) => {
          const user = await users.inTx.add(tx, draft, { passwordHash, isSuper: true, isDemo });
          return { companyId: OWNER_COMPANY_ID, userId: user.id };
        }),
      );
    },
  };
}
export type CompanySetup = ReturnType<typeof createCompanySetup>;
