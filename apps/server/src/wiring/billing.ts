import { createBilling, createPaymentServices, type PaymentServices } from '../modules/billing/index.ts';
import type { Companies } from '../modules/companies/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import type { createSharedServices, Infrastructure } from './shared-services.ts';
import type { UserLookups } from './user-lookups.ts';

type Base = Pick<Infrastructure, 'db' | 'clock' | 'payments' | 'publicUrl' | 'webUrl' | 'onError'> &
  Pick<ReturnType<typeof createSharedServices>, 'queueMail' | 'wakeMails' | 'linkTo'>;
interface Lower {
  companies: Companies;
  settings: Settings;
  userLookups: UserLookups;
}

/** Invoices with the charges of the configured providers. Each needs the other, so both are built here. */
export function buildBilling(
  { db, clock, payments: gateway, publicUrl, webUrl, queueMail, wakeMails, linkTo, onError }: Base,
  { companies, settings, userLookups }: Lower,
) {
  const late: { services?: PaymentServices } = {};
  const billing = createBilling({
    db,
    clock,
    companies,
    settings,
    paymentsWith(invoices) {
      late.services = createPaymentServices({ db, clock, settings, gateway, invoices, publicUrl, webUrl, onError });
      return late.services.charges.payments;
    },
    queueMail,
    wakeMails,
    linkTo,
    superUserNames: userLookups.superUserNames,
    onError,
  });
  return { billing, paymentServices: late.services! };
}
