import { addDays } from '@balcao/domain/billing/due-date';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { dateIn } from '@balcao/domain/hours/hours';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { QueueMail } from '../../infrastructure/mail/outgoing-mails.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { Companies } from '../companies/index.ts';
import { refuseOwnerCompany, type CompaniesOverview } from './companies-overview.ts';
import { companyPurgeStore } from './company-purge.store.ts';

/** For this long a deleted company can be restored. */
const RESTORABLE_DAYS = 7;
const PORTION = 500;
const SWEEP_LIMIT = 20;
/** Language of a company that was created by a super user and has not paid yet. */
const DEFAULT_LANGUAGE = 'pt';

interface Deps {
  db: Db;
  clock: Clock;
  storage: Pick<Storage, 'remove'>;
  companies: Companies;
  overview: CompaniesOverview;
  queueMail: QueueMail;
  onError(error: unknown): void;
}

/** Deletes companies: inactive at once, restorable for a week, then purged in portions. Company 1 is never deleted. */
export const createCompanyDeletion = ({ db, clock, storage, companies, overview, queueMail, onError }: Deps) => {
  async function purge(companyId: number): Promise<void> {
    for (;;) {
      const { removed, fileKeys } = await db.inCompany(companyId, async (tx) => {
        // Restored meanwhile, or purged by another node.
        const company = await companies.lock(tx);
        if (!company?.deleteAt || company.deleteAt > clock.now()) return { removed: -1, fileKeys: [] };
        return companyPurgeStore.portion(tx, PORTION);
      });
      if (removed < 0) return;
      // After the commit: bytes whose row is gone are swept, rows whose bytes are gone could not be served.
      for (const key of fileKeys) await storage.remove(key).catch(onError);
      if (removed === 0) break;
    }
    const name = await db.inCompany(companyId, (tx) => companies.purge(tx, clock.now()));
    if (name === undefined) return;
    await db.inCompany(OWNER_COMPANY_ID, (tx) =>
      audit(tx, { userId: null, action: 'company.purged', subject: `company ${companyId}`, data: { name } }),
    );
  }

  return {
    async ask(actor: Actor, companyId: number, typedName: string) {
      refuseOwnerCompany(companyId);
      await db.inCompany(companyId, async (tx) => {
        const company = assertFound(await companies.lock(tx), 'ERR_NO_COMPANY_FOUND');
        if (typedName.trim() !== company.name) refuse('ERR_COMPANY_NAME_DIFFERS', { field: 'name', rule: 'invalid' });
        // A second request does not postpone the day.
        if (company.deleteAt) return;
        const deleteAt = new Date(+clock.now() + RESTORABLE_DAYS * DAY_MS);
        await companies.change(tx, { isActive: false, wasActive: company.isActive, deleteAt });
        await audit(tx, { userId: actor.userId, action: 'company.deletion-asked', subject: `company ${companyId}` });
        if (company.email === null) return;
        await queueMail(tx, {
          kind: 'company-deletion',
          about: `${companyId} ${deleteAt.toISOString()}`,
          companyId,
          address: company.email,
          language: company.buyer?.language ?? DEFAULT_LANGUAGE,
          data: { company: company.name, day: addDays(dateIn(company.timeZone, clock.now()), RESTORABLE_DAYS) },
        });
      });
      return overview.show(actor, companyId);
    },

    async restore(actor: Actor, companyId: number) {
      await db.inCompany(companyId, async (tx) => {
        const company = assertFound(await companies.lock(tx), 'ERR_NO_COMPANY_FOUND');
        if (!company.deleteAt) refuse('ERR_COMPANY_NOT_IN_TRASH');
        if (company.deleteAt <= clock.now()) refuse('ERR_NO_COMPANY_FOUND');
        await companies.change(tx, { ...formerState(company), wasActive: null, deleteAt: null });
        await audit(tx, { userId: actor.userId, action: 'company.restored', subject: `company ${companyId}` });
      });
      return overview.show(actor, companyId);
    },

    /** Purges what can no longer be restored. A purge that was interrupted continues where it was. */
    async purgeDue(): Promise<void> {
      const due = await db.onPlatform((tx) => companyPurgeStore.due(tx, clock.now(), SWEEP_LIMIT));
      for (const companyId of due) await purge(companyId).catch(onError);
    },
  };
};

/** A company that was deleted before its former state was recorded is active again. */
const formerState = ({ wasActive }: CompanyRow): Partial<CompanyRow> =>
  wasActive === null ? { isActive: true, isDeactivatedAsOverdue: false } : { isActive: wasActive };
export type CompanyDeletion = ReturnType<typeof createCompanyDeletion>;
