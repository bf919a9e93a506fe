import type { CompanyChange, CompanyDraft } from '@balcao/contract/endpoints/platform';
import { addDays } from '@balcao/domain/billing/due-date';
import { dateIn, instantOf } from '@balcao/domain/hours/hours';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Access } from '../access/index.ts';
import type { Companies } from '../companies/index.ts';
import { refuseOwnerCompany, type CompaniesOverview, type ShownCompany } from './companies-overview.ts';
import { parseCompany } from './platform-admin.wire.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
  access: Access;
  overview: CompaniesOverview;
  /** Days that a new company may work before its first payment. */
  trialDays(): Promise<number>;
  /** The open renewal is replaced by one with the company's present plan, recurrence and due day. */
  reissueInvoice(companyId: number, userId: number): Promise<unknown>;
}
const TIME_ZONE = 'America/Sao_Paulo';
/** What the owner writes into the history of a subscription by changing the due date in the form of the company. */
const DUE_DATE_REASON = 'Alterado no cadastro da empresa';

/** Super users create companies and change them. */
export const createCompanyChanges = ({ db, clock, companies, access, overview, trialDays, reissueInvoice }: Deps) => {
  const claimName = async (tx: Tx, name: string, before?: string) => {
    if (!(await companies.claimName(tx, name, before)))
      refuse('ERR_COMPANY_NAME_TAKEN', { field: 'name', rule: 'taken' });
  };

  async function idByEmail(companyId: number, email: string): Promise<number> {
    const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'email', hashKey(email)));
    return entry?.companyId === companyId ? Number(entry.rowId) : refuse('ERR_NO_USER_FOUND');
  }

  /** The user with the e-mail of the company gets its new e-mail and password. */
  async function changeAdmin(actor: Actor, companyId: number, before: CompanyRow, { email, password }: Change) {
    const wanted = { ...(email !== undefined && email !== before.email && { email }), ...(password && { password }) };
    if (Object.keys(wanted).length === 0 || before.email === null) return;
    const userId = await idByEmail(companyId, before.email);
    await access.users.update({ ...actor, companyId }, userId, wanted);
  }

  async function setDueDay(tx: Tx, actor: Actor, before: CompanyRow, day: string | undefined) {
    if (day === undefined || day === dateIn(before.timeZone, before.dueDate)) return;
    refuseOwnerCompany(tx.companyId);
    await companies.subscriptionEntries.add(tx, {
      kind: 'set',
      day,
      at: clock.now(),
      userId: actor.userId,
      reason: DUE_DATE_REASON,
    });
  }

  return {
    async create(actor: Actor, { password, companyUserName, ...draft }: z.output<typeof CompanyDraft>) {
      const day = draft.dueDate ?? addDays(dateIn(TIME_ZONE, clock.now()), await trialDays());
      const { companyId } = await savingPlan(
        access.createCompany({
          company: {
            ...parseCompany(draft),
            name: draft.name,
            email: draft.email,
            planId: draft.planId,
            dueDate: instantOf(`${day}T12:00`, TIME_ZONE),
          },
          admin: { name: (companyUserName?.trim() || draft.name).slice(0, 50), email: draft.email, password },
          after: async (tx) => {
            await claimName(tx, draft.name);
            await audit(tx, { userId: actor.userId, action: 'company.created', subject: `company ${tx.companyId}` });
          },
        }),
      );
      return overview.show(actor, companyId);
    },

    async update(actor: Actor, companyId: number, change: Change): Promise<ShownCompany> {
      const { company: before } = await overview.show(actor, companyId);
      if (change.status === false) refuseOwnerCompany(companyId);
      await changeAdmin(actor, companyId, before, change);
      await savingPlan(
        db.inCompany(companyId, async (tx) => {
          const current = assertFound(await companies.lock(tx), 'ERR_NO_COMPANY_FOUND');
          // A deleted company is activated by restoring it.
          if (change.status === true && current.deleteAt !== null) refuse('ERR_COMPANY_IN_TRASH');
          if (change.name !== undefined && change.name !== current.name) await claimName(tx, change.name, current.name);
          const parsed = parseCompany(change);
          // The billing e-mail is that of the company since its first payment.
          if (change.email !== undefined && current.buyer?.email !== undefined)
            parsed.buyer = { ...current.buyer, email: change.email };
          if (change.status !== undefined) Object.assign(parsed, { isDeactivatedAsOverdue: false });
          await companies.change(tx, parsed);
          await setDueDay(tx, actor, current, change.dueDate);
          await audit(tx, {
            userId: actor.userId,
            action: 'company.changed',
            subject: `company ${companyId}`,
            data: { fields: Object.keys(change).toSorted() },
          });
        }),
      );
      const isBilledOtherwise = change.planId ?? change.recurrence ?? change.dueDate;
      if (isBilledOtherwise !== undefined && companyId !== OWNER_COMPANY_ID)
        await reissueInvoice(companyId, actor.userId);
      return overview.show(actor, companyId);
    },
  };
};
type Change = z.output<typeof CompanyChange>;

async function savingPlan<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (brokenConstraint(error) === 'companies_plan_id_fkey')
      refuse('ERR_NO_PLAN_FOUND', { field: 'planId', rule: 'unknown' });
    throw error;
  }
}
