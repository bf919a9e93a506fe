import { UserDraft } from '@balcao/contract/endpoints/access';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { z } from 'zod';
import type { Db } from '../../infrastructure/db/tx.ts';
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
}

/** Creates a company with its settings and its first admin in one transaction. */
export function createCompanySetup({ db, companies, settings, users }: Deps) {
  async function createCompany({ company, admin, settings: changes = {}, isSuper = false }: NewCompanySetup) {
    const draft = UserDraft.parse({ ...admin, profile: 'admin' });
    const passwordHash = await hashPassword(draft.password);
    const companyId = await companies.nextId();
    return savingEmail(
      db.inCompany(companyId, async (tx) => {
        await companies.create(tx, company);
        await settings.start(tx, changes);
        const user = await users.inTx.add(tx, draft, { passwordHash, isSuper });
        return { companyId, userId: user.id };
      }),
    );
  }

  return {
    createCompany,
    /** Super users belong to the platform owner's company; the first one creates it. */
    async createSuperUser({ company, admin }: Omit<NewCompanySetup, 'settings' | 'isSuper'>) {
      if (!(await db.readCompany(OWNER_COMPANY_ID, companies.exists)))
        return createCompany({ company, admin, isSuper: true });
      const draft = UserDraft.parse({ ...admin, profile: 'admin' });
      const passwordHash = await hashPassword(draft.password);
      return savingEmail(
        db.inCompany(OWNER_COMPANY_ID, async (tx) => {
          const user = await users.inTx.add(tx, draft, { passwordHash, isSuper: true });
          return { companyId: OWNER_COMPANY_ID, userId: user.id };
        }),
      );
    },
  };
}
