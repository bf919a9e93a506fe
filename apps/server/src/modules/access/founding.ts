import { UserDraft } from '@balcao/contract/endpoints/access';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/standing';
import type { z } from 'zod';
import type { Db } from '../../foundation/db/tx.ts';
import { hashPassword } from '../../foundation/tokens/passwords.ts';
import type { Companies } from '../companies/index.ts';
import type { CompanySettingValues, Settings } from '../settings/index.ts';
import { savingEmail, type Users } from './users.ts';

interface Needs {
  db: Db;
  companies: Companies;
  settings: Settings;
  users: Users;
}
export interface Founding {
  company: Parameters<Companies['found']>[1];
  admin: z.input<typeof UserDraft>;
  settings?: Partial<CompanySettingValues>;
  isSuper?: boolean;
}

/** New companies, each with its settings and its first admin: all of it, or nothing. */
export function createFounding({ db, companies, settings, users }: Needs) {
  async function found({ company, admin, settings: changes = {}, isSuper = false }: Founding) {
    const draft = UserDraft.parse({ ...admin, profile: 'admin' });
    const passwordHash = await hashPassword(draft.password);
    const companyId = await companies.nextId();
    return savingEmail(
      db.inCompany(companyId, async (tx) => {
        await companies.found(tx, company);
        await settings.start(tx, changes);
        const user = await users.add(tx, draft, { passwordHash, isSuper });
        return { companyId, userId: user.id };
      }),
    );
  }

  return {
    found,
    /** Super users belong to the platform owner's company; the first one founds it. */
    async superUser({ company, admin }: Omit<Founding, 'settings' | 'isSuper'>) {
      if (!(await db.readCompany(OWNER_COMPANY_ID, companies.exists))) return found({ company, admin, isSuper: true });
      const draft = UserDraft.parse({ ...admin, profile: 'admin' });
      const passwordHash = await hashPassword(draft.password);
      return savingEmail(
        db.inCompany(OWNER_COMPANY_ID, async (tx) => {
          const user = await users.add(tx, draft, { passwordHash, isSuper: true });
          return { companyId: OWNER_COMPANY_ID, userId: user.id };
        }),
      );
    },
  };
}
