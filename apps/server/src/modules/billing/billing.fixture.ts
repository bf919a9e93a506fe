import type { Invoice } from '@balcao/contract/endpoints/invoices';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { setDaysLeft } from '../../../test/subscriptions.ts';
import type { Caller } from '../../../test/users.ts';

export const CPF = '529.982.247-25';
/** Jobs are enqueued but never run. */
export async function startBillingServer(): Promise<TestServer> {
  const server = await startTestServer({ env: { ROLE: 'api' } });
  await server.work();
  return server;
}
type Plan = NonNullable<Parameters<TestServer['createAdmin']>[0]>['plan'];

/** Companies with invoices. */
export async function billing(server: TestServer) {
  const { billing: module } = server.modules;
  // The first company is that of the platform owner.
  const superUser = await server.signIn((await server.createPlatformOwner()).email);
  const invoicesOf = async (admin: Caller): Promise<Invoice[]> =>
    (await admin.request('GET', '/invoices/all')).json().invoices;
  const openInvoice = async (admin: Caller): Promise<Invoice> => {
    const invoice = (await invoicesOf(admin)).find(({ status }) => status === 'open');
    if (!invoice) throw new Error('The company has no open invoice');
    return invoice;
  };
  return {
    superUser,
    invoicesOf,
    openInvoice,
    issue: () => module.issuing.issueAll(),
    /** A company with an open renewal; `daysLeft` is negative for an expired one. */
    async createBilled(options: { daysLeft?: number; plan?: Plan } = {}) {
      const admin = await server.createAdmin({ plan: { amountCents: 9900, ...options.plan } });
      await setDaysLeft(server, admin.companyId, options.daysLeft ?? 4);
      await module.issuing.issueAll();
      return { admin, invoice: await openInvoice(admin) };
    },
    createPlan: (changes: NonNullable<Plan>, name = `Plano novo ${++plans}`) =>
      server.modules.companies.findOrCreatePlan({ name, users: 50, connections: 10, queues: 50, ...changes }),
    settle: async (admin: Caller, invoice: Pick<Invoice, 'id'>, reference = `recibo ${++plans}`) =>
      superUser.request('POST', `/companies/${admin.companyId}/invoices/${invoice.id}/settle`, {
        reason: 'Transferência bancária',
        reference,
      }),
    dueDayOf: async (admin: Caller): Promise<string> => (await admin.request('GET', '/subscription')).json().dueDay,
  };
}
let plans = 0;
export const statusAndError = (answer: { statusCode: number; json(): { error: string } }) => [
  answer.statusCode,
  answer.json().error,
];
