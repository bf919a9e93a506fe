import { randomBytes } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  authority,
  clientCertificate,
  startPaymentsSimulator,
  type PaymentsSimulator,
} from '@balcao/payments-simulator/simulator';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { providerNames, type ProviderName } from '../../gateways/payments/port.ts';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';

export const keys = {
  efi: { clientId: 'Client_Id_1', clientSecret: 'Client_Secret_1', chave: 'pix@example.com' },
  stripe: { key: 'sk_test_0123456789' },
  mercadopago: { token: 'TEST-0123456789' },
  asaas: { token: 'aact_0123456789' },
};
export const webhookSecrets: Record<ProviderName, string> = {
  efi: 'efi-address-secret-01',
  stripe: 'whsec_0123456789',
  mercadopago: 'mp-signing-secret-01',
  asaas: 'asaas-webhook-token-01',
};
export const settingValues = (): Record<string, string> => ({
  eficlientid: keys.efi.clientId,
  eficlientsecret: keys.efi.clientSecret,
  efichavepix: keys.efi.chave,
  eficertificate: clientCertificate().toString('base64'),
  efiwebhooksecret: webhookSecrets.efi,
  stripeprivatekey: keys.stripe.key,
  stripewebhooksecret: webhookSecrets.stripe,
  mpaccesstoken: keys.mercadopago.token,
  mpwebhooksecret: webhookSecrets.mercadopago,
  asaastoken: keys.asaas.token,
  asaaswebhooktoken: webhookSecrets.asaas,
});

export const startSimulator = () =>
  startPaymentsSimulator({ ...keys, controlToken: randomBytes(16).toString('hex'), scale: 1 / 100_000 });

/** Addresses of the simulated providers, as an operator configures them. */
export function providerUrls({ urls }: PaymentsSimulator) {
  // Efí's simulator has an authority of its own.
  setDefaultCACertificates([...getCACertificates('default'), authority()]);
  return { EFI_URL: urls.efi, STRIPE_URL: urls.stripe, MERCADOPAGO_URL: urls.mercadopago, ASAAS_URL: urls.asaas };
}

/** A server whose four providers are configured by their settings, and the simulator behind them. */
export async function startPayments(options: Parameters<typeof startTestServer>[0] = {}) {
  const simulator = await startSimulator();
  // Jobs can be stored, but nothing runs unless a test asks for it.
  const env = { ROLE: 'api', ...providerUrls(simulator), ...options.env };
  const server = await startTestServer({ ...options, open: true, env });
  await server.work();
  const owner = await server.createSuperUser();
  for (const [key, value] of Object.entries(settingValues()))
    await owner.request('PUT', `/settings/${key}`, { key, value });
  const { providers } = server.modules.paymentServices;
  async function enterWebhooks(url = server.url!) {
    for (const name of providerNames) {
      const { key } = (await providers.atAddress(name))!;
      simulator.setWebhook(name, `${url}/webhooks/payments/${name}/${key}`, webhookSecrets[name]);
    }
  }
  await enterWebhooks();
  return {
    server,
    simulator,
    owner,
    ...paymentHelpers(server, simulator),
    /** Removes charges and faults of the simulator; our webhooks stay entered. */
    async reset() {
      await simulator.control.reset();
      await enterWebhooks();
    },
    async stop() {
      await server.stop();
      await simulator.stop();
    },
  };
}
export type PaymentTest = Awaited<ReturnType<typeof startPayments>>;

let lastNumber = 0;
function paymentHelpers(server: TestServer, simulator: PaymentsSimulator) {
  const { charges, inbox } = server.modules.paymentServices;
  const row = async <T>(text: string, values: unknown[]): Promise<T> =>
    (await server.asOwner.query(text, values)).rows[0] as T;

  /** An open invoice over one month, of a new company unless one is given. */
  async function openInvoice(admin: Caller, { cents = 9990, months = 1, state = 'open' } = {}): Promise<InvoiceRow> {
    const { id } = await row<{ id: number }>(
      `insert into invoices (company_id, number, kind, state, due_day, cents, plan_id, plan_name, users, connections, queues,
                             months, buyer)
       select $1, $2, 'renewal', $3, current_date + $4::int, $5, c.plan_id, 'Plano', 5, 5, 5, $6,
              '{"name":"Ana Prado","document":"52998224725","email":"ana@example.com"}'
         from companies c where c.company_id = $1 returning id`,
      [admin.companyId, `2026-9${String(++lastNumber).padStart(5, '0')}`, state, lastNumber, cents, months],
    );
    return invoiceOf(admin.companyId, id);
  }
  const invoiceOf = (companyId: number, id: number) =>
    row<InvoiceRow>(
      `select *, company_id as "companyId", due_day as "dueDay" from invoices where company_id = $1 and id = $2`,
      [companyId, id],
    );
  const actorOf = (admin: Caller) => server.modules.access.authenticator.asAdmin(admin.companyId, admin.user.id);

  return {
    openInvoice,
    invoiceOf,
    /** A charge of this provider for a new open invoice, as the checkout makes it. */
    async createCharge(provider: ProviderName, options: { admin?: Caller; cents?: number } = {}) {
      const admin = options.admin ?? (await server.createAdmin());
      const invoice = await openInvoice(admin, options);
      const method = provider === 'efi' ? 'pix' : provider;
      const [charge] = await charges.payments.createCharges(actorOf(admin), invoice, method);
      const { provider_id: providerId, reference } = await row<{ provider_id: string; reference: string }>(
        'select provider_id, reference from charges where company_id = $1 and id = $2',
        [admin.companyId, charge!.id],
      );
      return { admin, invoice, charge: charge!, providerId, reference };
    },
    actorOf,
    /** Makes the checks of the company's charges due. A second ago: `now()` is more exact than the server's clock. */
    makeDue: (companyId: number) =>
      server.asOwner.query(`update charges set next_check_at = now() - interval '1 second' where company_id = $1`, [
        companyId,
      ]),
    /** Waits until no webhook is under way, then processes what was stored. */
    async processWebhooks() {
      await simulator.control.idle();
      await inbox.sweep();
    },
    /** How often the company was extended, and what became of the invoice and its money. */
    async outcome(companyId: number, invoiceId: number) {
      const { state, number } = await invoiceOf(companyId, invoiceId);
      const { extensions, reversals } = await row<{ extensions: number; reversals: number }>(
        `select count(*) filter (where kind = 'payment')::int as extensions,
                count(*) filter (where kind = 'reversal')::int as reversals from subscription_entries where company_id = $1`,
        [companyId],
      );
      const { rows } = await server.asOwner.query(
        'select state from payment_ledger where company_id = $1 and invoice_number = $2 order by state',
        [companyId, number],
      );
      return { state, extensions, reversals, ledger: rows.map((entry: { state: string }) => entry.state) };
    },
  };
}
export const PAID = { state: 'paid', extensions: 1, reversals: 0, ledger: ['applied'] };
