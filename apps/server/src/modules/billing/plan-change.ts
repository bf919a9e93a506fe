import { addDays } from '@balcao/domain/billing/due-date';
import { customMonthlyCents, RECURRENCE_MONTHS } from '@balcao/domain/billing/price';
import { isOverdue } from '@balcao/domain/billing/subscription';
import { customSizeOf, recurrenceOf, upgradePrice } from '@balcao/domain/billing/terms';
import type { Actor } from '@balcao/domain/policy/actor';
import { refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { PlanRow } from '../../infrastructure/db/schema/platform.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { invoiceStore } from './invoices.store.ts';
import type { InvoiceDeps } from './invoices.ts';
import type { BilledCompany } from './renewals.ts';

/** An upgrade is priced for the days that are left, so it can be paid for a few days only. */
const UPGRADE_DAYS = 3;

/** Another plan: from the next renewal on, or now for the rest of the paid period. */
export function createPlanChange({ clock, companies, settings, renewals }: Omit<InvoiceDeps, 'payments'>) {
  /** In cents; 0 if this plan is not larger, or no paid period is left. */
  async function priceOfUpgrade(tx: Tx, { company, plan: present }: BilledCompany, plan: PlanRow): Promise<number> {
    if (plan.id === present.id || isOverdue(company, clock.now())) return 0;
    const paid = await invoiceStore.lastPaidRenewal(tx);
    if (!paid) return 0;
    const size = customSizeOf(company);
    const monthly = size ? customMonthlyCents(size, (await settings.billing(tx)).customPrices) : present.amountCents;
    const months = paid.months || RECURRENCE_MONTHS[recurrenceOf(company.recurrence)];
    const dueDay = renewals.dueDayOf(company);
    return upgradePrice(monthly, plan.amountCents, { dueDay, months, today: renewals.today(company) });
  }

  /** A public plan, or the one that the company has. */
  async function offeredPlan(tx: Tx, id: number): Promise<PlanRow> {
    const plan = await companies.inTx.findPlan(tx, id);
    const { company } = await companies.inTx.getWithOwnPlan(tx);
    if (!plan || (!plan.isPublic && plan.id !== company.planId))
      return refuse('ERR_VALIDATION', { field: 'planId', rule: 'unknown' });
    return plan;
  }

  const record = (tx: Tx, actor: Actor, plan: PlanRow, when: 'renewal' | 'now') =>
    audit(tx, {
      userId: actor.userId,
      action: 'subscription.plan-chosen',
      subject: `plan ${plan.id}`,
      data: { when },
    });

  return {
    offeredPlan,
    upgradePrice: priceOfUpgrade,
    /** The open renewal is issued again for the new plan. Choosing the present plan takes the change back. */
    async atRenewal(actor: Actor, planId: number): Promise<InvoiceRow | undefined> {
      const options = { withChoice: false, userId: actor.userId };
      const { invoice } = await renewals.reissue(actor.companyId, options, async (tx, { company }) => {
        const plan = await offeredPlan(tx, planId);
        await companies.change(tx, { nextPlanId: plan.id === company.planId ? null : plan.id });
        await record(tx, actor, plan, 'renewal');
      });
      return invoice;
    },
    /** An invoice over the rest of the paid period. The plan changes when it is paid. */
    now: (actor: Actor, planId: number): Promise<InvoiceRow> =>
      renewals.replacing(
        actor.companyId,
        () => (invoice) => invoice.kind === 'upgrade',
        { event: 'replaced', userId: actor.userId },
        async (tx, billed) => {
          const { company } = billed;
          const plan = await offeredPlan(tx, planId);
          const cents = await priceOfUpgrade(tx, billed, plan);
          if (cents === 0) refuse('ERR_UPGRADE_NOT_POSSIBLE');
          const dueDay = renewals.dueDayOf(company);
          const payableUntil = addDays(renewals.today(company), UPGRADE_DAYS);
          await record(tx, actor, plan, 'now');
          return renewals.insert(tx, company, {
            kind: 'upgrade',
            dueDay: payableUntil < dueDay ? payableUntil : dueDay,
            cents,
            discountCents: 0,
            planId: plan.id,
            planName: plan.name,
            users: plan.users,
            connections: plan.connections,
            queues: plan.queues,
            isCustomSize: false,
            months: 0,
          });
        },
      ),
  };
}
export type PlanChange = ReturnType<typeof createPlanChange>;
