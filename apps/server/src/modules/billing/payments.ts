import type { PaymentGateway } from '../../gateways/payments/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Settings } from '../settings/index.ts';
import type { InvoiceEvents } from './billing-interfaces.ts';
import { createChargeOffers } from './charge-offers.ts';
import { createCharges } from './charges.ts';
import { createLedger } from './ledger.ts';
import { createPaymentInbox } from './payment-inbox.ts';
import { createProviders } from './providers.ts';
import { createReconciliation } from './reconcile.ts';
import { createRefunds } from './refunds.ts';
import { createSettlement } from './settlement.ts';

export interface PaymentDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  gateway: PaymentGateway;
  invoices: InvoiceEvents;
  publicUrl: string | undefined;
  /** Where the web app is reached. */
  webUrl(): string;
  onError(error: unknown): void;
}

/** Payments: providers, charges, webhooks, settlement, reconciliation, refunds and the ledger. */
export function createPaymentServices({ publicUrl, webUrl, ...deps }: PaymentDeps) {
  const providers = createProviders({ ...deps, publicUrl });
  const settlement = createSettlement({ ...deps, providers });
  const shared = { ...deps, providers, settlement };
  const returnUrl = () => `${webUrl()}/financeiro`;
  return {
    providers,
    charges: createCharges({ ...shared, offers: createChargeOffers({ ...shared, returnUrl }) }),
    inbox: createPaymentInbox(shared),
    reconciliation: createReconciliation(shared),
    refunds: createRefunds(shared),
    ledger: createLedger(deps),
  };
}
export type PaymentServices = ReturnType<typeof createPaymentServices>;
