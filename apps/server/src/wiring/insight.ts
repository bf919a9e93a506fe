import type { Tx } from '../infrastructure/db/tx.ts';
import { createCompanyLimit } from '../infrastructure/limits/company-limit.ts';
import type { Limits } from '../infrastructure/limits/limits.ts';
import type { Storage } from '../infrastructure/storage/storage.ts';
import type { Db } from '../infrastructure/db/tx.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Companies } from '../modules/companies/index.ts';
import type { Connections } from '../modules/connections/index.ts';
import type { Contacts } from '../modules/contacts/index.ts';
import { createDashboard, createMetricDays, type DayRange } from '../modules/dashboard/index.ts';
import { createLivePanel } from '../modules/live-panel/index.ts';
import {
  createReportExports,
  createReportFilters,
  createReportMessages,
  createReports,
  type Reports,
} from '../modules/reports/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import { loadTicketViews, type Tickets } from '../modules/tickets/index.ts';

interface Base {
  db: Db;
  clock: Clock;
  storage: Storage;
  limits: Limits;
  signFile(key: string): string;
  onStoredDayDiffers(): void;
  onError(error: unknown): void;
}
interface Lower {
  companies: Companies;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  access: { signPicture(key: string): string };
}
/**
 * Reports use two connections at most, those of a company one: the rest of the pool is for conversations. Exports are
 * bounded apart: a node writes one at a time, with a connection of its own.
 */
const REPORTS_AT_ONCE = { atOnce: 2, waiting: 50 };

/** Dashboard, reports and live panel. */
export function buildInsight(base: Base, lower: Lower) {
  const { db, clock, storage, limits, signFile: sign, onError } = base;
  const { companies, settings, connections, contacts, tickets, access } = lower;
  const limited = createCompanyLimit(REPORTS_AT_ONCE);
  const dashboard = createDashboard({ db, clock, companies, limited, reportOf });
  const deps = { db, clock, contacts, dashboard, limited };
  const reports: Reports = createReports(deps);
  /** The equations compare the dashboard with the report, which is made of the dashboard's numbers. */
  function reportOf(tx: Tx, range: DayRange) {
    return reports.inTx.totalsOf(tx, range);
  }
  return {
    dashboard,
    metricDays: createMetricDays({
      db,
      random: Math.random,
      onDifference: (companyId, day, metrics) => {
        base.onStoredDayDiffers();
        onError(new Error(`Stored numbers differ: company ${companyId}, ${day}, ${metrics} metrics`));
      },
      onError,
    }),
    reports,
    reportMessages: createReportMessages(deps),
    reportFilters: createReportFilters({ db }),
    reportExports: createReportExports({ ...deps, storage, limits, reports, onError }),
    livePanel: createLivePanel({
      db,
      clock,
      companies,
      settings,
      tickets,
      loadTicketViews: loadTicketViews({ contacts, connections, sign }),
      signPicture: access.signPicture,
    }),
  };
}
