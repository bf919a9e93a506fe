import type { CustomPrices } from '@balcao/domain/billing/price';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { QueueMail } from '../../infrastructure/mail/outgoing-mails.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { LinkStates } from '../../infrastructure/tokens/link-state.ts';
import type { Access } from '../access/index.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import { createAllConnections } from './all-connections.ts';
import { createCompaniesOverview } from './companies-overview.ts';
import { createCompanyChanges } from './company-changes.ts';
import { createCompanyDeletion } from './company-deletion.ts';
import { createPlanRevenue } from './plan-revenue.ts';
import { createUsage } from './usage.ts';

interface Deps {
  db: Db;
  clock: Clock;
  storage: Storage;
  companies: Companies;
  access: Access;
  connections: Connections;
  qrAccess: LinkStates;
  trialDays(): Promise<number>;
  customPrices(): Promise<CustomPrices>;
  reissueInvoice(companyId: number, userId: number): Promise<unknown>;
  queueMail: QueueMail;
  onError(error: unknown): void;
}

/** The platform owner's view of all companies: overview, changes, deletion, use and connections. */
export function createPlatformAdmin(deps: Deps) {
  const overview = createCompaniesOverview(deps);
  return {
    overview,
    changes: createCompanyChanges({ ...deps, overview }),
    deletion: createCompanyDeletion({ ...deps, overview }),
    planRevenue: createPlanRevenue(deps),
    usage: createUsage(deps),
    allConnections: createAllConnections(deps),
  };
}
export type PlatformAdmin = ReturnType<typeof createPlatformAdmin>;
