import type { PaymentMethod } from '@balcao/contract/endpoints/invoices';
import type { Actor } from '@balcao/domain/policy/actor';
import { ProviderError } from '../../gateways/payments/port.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { ChargeRow, InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { ChargeView, Payments } from './billing-interfaces.ts';
import type { ChargeOffers } from './charge-offers.ts';
import { chargeStore } from './charges.store.ts';
import type { Providers } from './providers.ts';
import type { Settlement } from './settlement.ts';
import { within } from './within.ts';

interface Deps {
  db: Db;
  providers: Providers;
  settlement: Settlement;
  offers: ChargeOffers;
}
const MAX_CALL_MS = 10_000;

/** Charges: what a provider was asked to collect for an invoice. */
export function createCharges({ db, providers, settlement, offers }: Deps) {
  /** Cancels one charge at its provider; true when it turned out to be paid. */
  async function cancelOne(charge: ChargeRow): Promise<boolean> {
    const provider = await providers.find(charge.provider);
    const { reference, method, providerId } = charge;
    const outcome = provider
      ? await providers.watched(charge.provider, () => provider.cancel({ reference, method, providerId }))
      : 'gone';
    if (outcome === 'paid') {
      await settlement.settle(charge);
      return true;
    }
    await db.inCompany(charge.companyId, (tx) => chargeStore.setState(tx, charge.id, 'cancelled', {}));
    return false;
  }

  const payments: Payments = {
    async methods() {
      const { pix, pages } = await providers.ready();
      return [...(pix.length > 0 ? (['pix'] as const) : []), ...pages.map(({ name }) => name as PaymentMethod)];
    },

    async createCharges(_actor: Actor, invoice: InvoiceRow, method?: PaymentMethod): Promise<ChargeView[]> {
      const ready = await providers.ready();
      const pix = method === undefined || method === 'pix' ? ready.pix : [];
      const pages = ready.pages.filter(({ name }) => method === undefined || method === name);
      if (pix.length + pages.length === 0) refuse('ERR_NO_PAYMENT_PROVIDER');
      const charges = await Promise.all([
        offers.pix(pix, invoice),
        ...pages.map((provider) => offers.page(provider, invoice)),
      ]);
      return charges.flatMap((charge) => (charge ? [viewOf(charge)] : []));
    },

    async checkNow(companyId, invoiceId) {
      const charges = await db.readCompany(companyId, (tx) => chargeStore.ofInvoice(tx, invoiceId));
      await Promise.all(
        charges.filter(isAsked).map((charge) => within(MAX_CALL_MS, settlement.settle(charge).catch(ignoreProvider))),
      );
    },

    async closeCharges(companyId, invoiceId) {
      const charges = await db.readCompany(companyId, (tx) => chargeStore.ofInvoice(tx, invoiceId));
      const outcomes = await Promise.all(charges.filter(isAsked).map((charge) => close(charge)));
      return outcomes.includes(true) ? 'paid' : 'closed';
    },
    async hasLiveCharges(tx, invoiceId) {
      return (await chargeStore.beingPaid(tx, [invoiceId])).size > 0;
    },
    async cancelCharges(tx, invoiceId) {
      for (const charge of await chargeStore.ofInvoice(tx, invoiceId))
        if (isAsked(charge)) await tx.enqueue('charge.cancel', { companyId: tx.companyId, chargeId: charge.id });
    },
    async chargesOf(tx, invoiceId) {
      const newest = Map.groupBy(await chargeStore.ofInvoice(tx, invoiceId), methodOf);
      return [...newest.values()].flatMap(([charge]) => (charge ? [viewOf(charge)] : []));
    },
    beingPaid: chargeStore.beingPaid,
  };

  /** A provider that does not answer must not keep a customer from changing the invoice: it is asked again later. */
  async function close(charge: ChargeRow): Promise<boolean> {
    const isPaid = await within(MAX_CALL_MS, cancelOne(charge).catch(ignoreProvider));
    if (isPaid !== undefined) return isPaid;
    await db.inCompany(charge.companyId, async (tx) => {
      await chargeStore.setState(tx, charge.id, 'cancelled', { nextCheckAt: charge.nextCheckAt });
      await tx.enqueue('charge.cancel', { companyId: tx.companyId, chargeId: charge.id });
    });
    return false;
  }

  return {
    payments,
    /** Job: the invoice was paid otherwise, or voided. */
    async cancel({ companyId, chargeId }: { companyId: number; chargeId: number }): Promise<void> {
      const charge = await db.readCompany(companyId, (tx) => chargeStore.find(tx, chargeId));
      if (charge && charge.state !== 'paid' && charge.state !== 'failed') await cancelOne(charge);
    },
  };
}
export type Charges = ReturnType<typeof createCharges>;

/** The customer may still pay it: the provider is asked about it. */
const isAsked = ({ state, nextCheckAt }: ChargeRow): boolean =>
  state === 'creating' || state === 'pending' || (state === 'expired' && nextCheckAt !== null);

function ignoreProvider(error: unknown): undefined {
  if (!(error instanceof ProviderError)) throw error;
  return undefined;
}

const methodOf = ({ method, provider }: ChargeRow): PaymentMethod =>
  method === 'pix' ? 'pix' : (provider as PaymentMethod);
const viewOf = (charge: ChargeRow): ChargeView => ({
  id: charge.id,
  method: methodOf(charge),
  state: charge.state,
  code: charge.code,
  expiresAt: charge.expiresAt,
});
