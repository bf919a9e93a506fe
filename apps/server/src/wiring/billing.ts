import { createBilling, noPayments } from '../modules/billing/index.ts';
import type { Companies } from '../modules/companies/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import type { Infrastructure } from './shared-services.ts';
import type { UserLookups } from './user-lookups.ts';

interface Lower {
  companies: Companies;
  settings: Settings;
  userLookups: UserLookups;
}

/** Invoices with the charges of the configured providers. */
export const buildBilling = (
  { db, clock, publicUrl, onError }: Pick<Infrastructure, 'db' | 'clock' | 'publicUrl' | 'onError'>,
  { companies, settings, userLookups }: Lower,
) =>
  createBilling({
    db,
    clock,
    companies,
    settings,
    paymentsWith: () => noPayments,
    queueMail: async () => undefined,
    publicUrl,
    superUserNames: userLookups.superUserNames,
    onError,
  });
