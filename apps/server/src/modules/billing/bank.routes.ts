import { endpoints } from '@balcao/contract';
import type { BankCharge as ShownCharge, BankFaults } from '@balcao/contract/endpoints/payments';
import { SECOND_MS } from '@balcao/domain/kit/durations';
import { providerNames, type BankCharge, type ProviderName, type SimulatedBank } from '../../gateways/payments/port.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { handle } from '../../infrastructure/http/handle.ts';
import { presentWebhook } from './bank.wire.ts';
import type { Ledger } from './ledger.ts';
import type { Providers } from './providers.ts';

const MAX_CHARGES = 200;
const MAX_WEBHOOKS = 20;

/** The simulated bank, where charges of the sandbox are paid. */
export function bankRoutes(providers: Pick<Providers, 'bank'>, ledger: Pick<Ledger, 'companiesOf'>) {
  /** Faults are kept by this process, like the simulated bank itself. */
  const faults: Partial<Record<ProviderName, BankFaults>> = {};
  const open = async (): Promise<SimulatedBank> => (await providers.bank()) ?? refuse('ERR_NOT_FOUND');
  const chargeAt = async (bank: SimulatedBank, key: string): Promise<BankCharge> =>
    assertFound(await bank.findCharge(key), 'ERR_NO_CHARGE_FOUND');
  async function withCompanies(charges: BankCharge[]): Promise<ShownCharge[]> {
    const companies = await ledger.companiesOf(charges.map(({ reference }) => reference));
    return charges.map((charge) => ({ ...charge, company: companies.get(charge.reference) ?? null }));
  }
  const shown = async (charge: BankCharge) => (await withCompanies([charge]))[0]!;
  async function paymentAt(bank: SimulatedBank, id: string) {
    const payments = (await bank.charges()).flatMap((charge) => charge.payments);
    return assertFound(
      payments.find((payment) => payment.id === id),
      'ERR_NO_PAYMENT_FOUND',
    );
  }
  return handle('bank', endpoints.bank, {
    overview: async () => {
      const bank = await open();
      const [charges, webhooks] = await Promise.all([bank.charges(), bank.webhooks()]);
      return {
        charges: await withCompanies(charges.slice(0, MAX_CHARGES)),
        faults,
        webhooks: webhooks.slice(-MAX_WEBHOOKS).toReversed().map(presentWebhook),
      };
    },
    reset: async () => {
      await (await open()).reset();
      for (const provider of providerNames) delete faults[provider];
      return undefined;
    },
    find: async ({ query }) => shown(await chargeAt(await open(), query.code.trim())),
    pay: async ({ body }) => {
      const bank = await open();
      const charge = await chargeAt(bank, body.chargeId);
      if (charge.state === 'cancelled') refuse('ERR_NO_CHARGE_FOUND');
      const left = Date.parse(charge.expiresAt) - Date.now();
      if (body.afterExpiry && charge.state === 'open') await bank.advance(Math.max(0, left) + SECOND_MS);
      for (let time = 0; time < body.times; time++)
        await bank.pay(charge.id, {
          ...(body.cents !== undefined && { cents: body.cents }),
          isPending: body.isPending,
          onlyInStatement: body.onlyInStatement,
        });
      return shown(await chargeAt(bank, charge.id));
    },
    refund: async ({ body }) => {
      const bank = await open();
      const { cents, refundedCents } = await paymentAt(bank, body.paymentId);
      const amount = body.cents ?? cents - refundedCents;
      if (amount <= 0 || amount > cents - refundedCents) refuse('ERR_VALIDATION', { field: 'cents', rule: 'tooLarge' });
      await bank.refund(body.paymentId, amount);
      return undefined;
    },
    dispute: async ({ body }) => {
      const bank = await open();
      await paymentAt(bank, body.paymentId);
      await bank.dispute(body.paymentId, body.outcome);
      return undefined;
    },
    faults: async ({ params, body }) => {
      await (await open()).faults(params.provider, body);
      if (Object.keys(body).length === 0) delete faults[params.provider];
      else faults[params.provider] = body;
      return undefined;
    },
  });
}
