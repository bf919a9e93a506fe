import { UserDraft } from '@balcao/contract/endpoints/access';
import type { z } from 'zod';
import type { Db } from '../../foundation/db/tx.ts';
import { hashPassword } from '../../foundation/tokens/passwords.ts';
import type { Companies } from '../companies/index.ts';
import type { CompanySettingValues, Settings } from '../settings/index.ts';
import type { Users } from './users.ts';

export interface Founding {
  company: Parameters<Companies['found']>[1];
  admin: z.input<typeof UserDraft>;
  settings?: Partial<CompanySettingValues>;
  isSuper?: boolean;
}

/** A new company with its settings and its first admin: all of it, or nothing. */
export const createFounding = ({ db, companies, settings, users }: { db: Db; companies: Companies; settings: Settings; users: Users }) => ({
  async found({ company, admin, settings: changes = {}, isSuper = false }: Founding) {
    const draft = UserDraft.parse({ ...admin, profile: 'admin' });
    const passwordHash = await hashPassword(draft.password);
    const companyId = await companies.nextId();
    return db.inCompany(companyId, async (tx) => {
      await companies.found(tx, company);
      await settings.start(tx, changes);
      const user = await users.add(tx, draft, { passwordHash, isSuper });
      return { companyId, userId: user.id };
    });
  },
});
