import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { NewDemoCompany } from './demo.ts';
import type { Server } from './server.ts';

/** Invoices of the demo companies whose due date is near; some are paid. Call it once jobs run: invoices are mailed. */
export async function startDemoBilling(
  { modules: { access, billing } }: Server,
  made: NewDemoCompany[],
): Promise<void> {
  await billing.issuing.issueAll();
  const users = await access.users.pick(access.authenticator.asAdmin(OWNER_COMPANY_ID, 0));
  const superUser = access.authenticator.asAdmin(OWNER_COMPANY_ID, users.find(({ isSuper }) => isSuper)?.id ?? 0);
  for (const { companyId } of made.filter(({ isPaid }) => isPaid)) {
    const { rows } = await billing.invoices.list(companyId, { search: '', page: 1, withVoid: false });
    const invoice = rows.find(({ state }) => state === 'open');
    const payment = { reason: 'Pagamento da demonstração', reference: `demo-${companyId}` };
    if (invoice) await billing.management.settle(superUser, companyId, invoice.id, payment);
  }
}
