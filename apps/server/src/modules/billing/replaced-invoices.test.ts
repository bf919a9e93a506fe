import type { PaymentMethod } from '@balcao/contract/endpoints/invoices';
import { addMonths } from '@balcao/domain/billing/due-date';
import { describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { shareServer } from '../../../test/shared-server.ts';
import { dayFromNow } from '../../../test/subscriptions.ts';
import type { InvoiceEvents, Payments } from './billing-interfaces.ts';
import { billing, CPF, startBillingServer } from './billing.fixture.ts';
import { createBilling } from './billing.ts';

let server: TestServer;
let given: Awaited<ReturnType<typeof billing>>;
shareServer(startBillingServer, async (started) => {
  server = started;
  given = await billing(server);
});

/** Billing of the same server with other charges at the providers. */
function billingWith(charges: (events: InvoiceEvents) => Partial<Payments>) {
  const { companies, settings } = server.modules;
  const closed: number[] = [];
  const module = createBilling({
    db: server.db,
    clock: server.clock,
    companies,
    settings,
    paymentsWith: (events) => ({
      methods: async () => [],
      createCharges: async () => [],
      checkNow: async () => undefined,
      closeCharges: async (_, id) => {
        closed.push(id);
        return 'closed';
      },
      hasLiveCharges: async () => false,
      cancelCharges: async () => undefined,
      chargesOf: async () => [],
      beingPaid: async () => new Set(),
      ...charges(events),
    }),
    queueMail: async () => undefined,
    wakeMails: async () => undefined,
    linkTo: (path) => path,
    superUserNames: async () => new Map(),
    onError: (error) => {
      throw error;
    },
  });
  return { module, closed };
}

async function createChoice() {
  const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
  const plan = await given.createPlan({ amountCents: 30_000 });
  const actor = server.modules.access.authenticator.asAdmin(admin.companyId, admin.user.id);
  const choice = { choice: 'plan' as const, planId: plan.id };
  return { admin, invoice, actor, body: { invoiceId: invoice.id, firstName: 'Helena', zipcode: CPF, ...choice } };
}
const refused = { code: 'ERR_INVOICE_NOT_OPEN' };

describe('paying an invoice', () => {
  it('returns the PIX code and the payment pages of the configured providers [M-303]', async () => {
    const { invoice, actor, body } = await createChoice();
    const expiresAt = new Date('2031-01-01T00:00:00Z');
    const charge = (method: PaymentMethod, code: string | null) => ({
      id: 1,
      method,
      state: code === null ? ('failed' as const) : ('pending' as const),
      code,
      expiresAt,
    });
    const { module } = billingWith(() => ({
      createCharges: async () => [
        charge('pix', '00020126…6304ABCD'),
        charge('stripe', 'https://checkout.stripe.com/c/1'),
        charge('asaas', 'https://www.asaas.com/i/1'),
        charge('mercadopago', null),
      ],
    }));
    const answer = await module.checkout.pay(actor, { ...body, choice: 'invoice', price: 0.01 });
    expect(answer).toMatchObject({
      invoice: { id: invoice.id, value: 99 },
      valorext: 99,
      pix: { qrcode: { qrcode: '00020126…6304ABCD' } },
      qrcode: { qrcode: '00020126…6304ABCD' },
      stripeURL: 'https://checkout.stripe.com/c/1',
      asaasURL: 'https://www.asaas.com/i/1',
      mercadopagoURL: undefined,
    });
    expect(answer.charges[0]).toMatchObject({ method: 'pix', expiresAt: expiresAt.toISOString() });
  });
});

describe('replacing an open invoice', () => {
  it('cancels its charges first', async () => {
    const { admin, invoice, actor, body } = await createChoice();
    const { module, closed } = billingWith(() => ({}));
    await module.checkout.pay(actor, body);
    expect(closed).toEqual([invoice.id]);
    expect(await given.openInvoice(admin)).toMatchObject({ value: 300 });
  });

  it('gives way to a charge that turns out to be paid', async () => {
    const { admin, invoice, actor, body } = await createChoice();
    const { module } = billingWith((events) => ({
      async closeCharges(companyId, id) {
        await server.db.inCompany(companyId, async (tx) => {
          const row = (await events.lockInvoice(tx, id))!;
          await events.applyInvoiceEvent(tx, row, { event: 'paid', at: server.clock.now(), paidWith: 'efi' });
        });
        return 'paid';
      },
    }));
    await expect(module.checkout.pay(actor, body)).rejects.toMatchObject(refused);
    expect(await given.invoicesOf(admin)).toMatchObject([
      { id: invoice.id, state: 'paid', paidWith: 'efi', value: 99 },
    ]);
    expect(await given.dueDayOf(admin)).toBe(addMonths(dayFromNow(server, 4), 1));
  });

  it('is refused while payments of it keep beginning', async () => {
    const { admin, invoice, actor, body } = await createChoice();
    const { module } = billingWith(() => ({ hasLiveCharges: async () => true }));
    await expect(module.checkout.pay(actor, body)).rejects.toMatchObject(refused);
    expect(await given.invoicesOf(admin)).toMatchObject([{ id: invoice.id, state: 'open' }]);
  });

  it('by voiding it gives way to a paid charge too', async () => {
    const { admin, invoice, actor } = await createChoice();
    const { module } = billingWith((events) => ({
      async closeCharges(companyId, id) {
        await server.db.inCompany(companyId, async (tx) => {
          const row = (await events.lockInvoice(tx, id))!;
          await events.applyInvoiceEvent(tx, row, { event: 'paid', at: server.clock.now(), paidWith: 'stripe' });
        });
        return 'paid';
      },
    }));
    const voiding = module.management.voidInvoice(actor, admin.companyId, invoice.id, 'Não quer mais');
    await expect(voiding).rejects.toMatchObject(refused);
    expect(await given.invoicesOf(admin)).toMatchObject([{ id: invoice.id, state: 'paid' }]);
  });
});
