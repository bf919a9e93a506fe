import { createBilling, noPayments } from '../modules/billing/index.ts';
import type { Companies } from '../modules/companies/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import type { createSharedServices, Infrastructure } from './shared-services.ts';
import type { UserLookups } from './user-lookups.ts';

type Base = Pick<Infrastructure, 'db' | 'clock' | 'onError'> &
  Pick<ReturnType<typeof createSharedServices>, 'queueMail' | 'linkTo'>;
interface Lower {
  companies: Companies;
  settings: Settings;
  userLookups: UserLookups;
}

/** Invoices with the charges of the configured providers. */
export const buildBilling = (
  { db, clock, queueMail, linkTo, onError }: Base,
  { companies, settings, userLookups }: Lower,
) =>
  createBilling({
    db,
    clock,
    companies,
    settings,
    paymentsWith: () => noPayments,
    queueMail,
    linkTo,
    superUserNames: userLookups.superUserNames,
    onError,
  });
