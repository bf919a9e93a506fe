import { createLinkStates } from '../infrastructure/tokens/link-state.ts';
import type { Access } from '../modules/access/index.ts';
import type { Billing } from '../modules/billing/index.ts';
import type { Companies } from '../modules/companies/index.ts';
import type { Connections } from '../modules/connections/index.ts';
import { createPlatformAdmin, QR_ACCESS_MS } from '../modules/platform-admin/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import type { createSharedServices, Infrastructure } from './shared-services.ts';

type Base = Infrastructure & Pick<ReturnType<typeof createSharedServices>, 'outgoingMails'>;
interface Lower {
  access: Access;
  billing: Pick<Billing, 'reissue'>;
  companies: Companies;
  connections: Connections;
  settings: Settings;
}

/** The platform owner's view of all companies. */
export const buildPlatformAdmin = (
  { db, clock, storage, signing, outgoingMails, onError }: Base,
  { access, billing, companies, connections, settings }: Lower,
) =>
  createPlatformAdmin({
    db,
    clock,
    storage,
    access,
    companies,
    connections,
    qrAccess: createLinkStates({ ...signing, now: () => +clock.now(), ttlMs: QR_ACCESS_MS }),
    reissueInvoice: billing.reissue,
    customPrices: async () => (await settings.billing()).customPrices,
    trialDays: async () => (await settings.billing()).trialDays,
    queueMail: outgoingMails.queueMail,
    onError,
  });
