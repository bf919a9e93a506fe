import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { ReportExports } from './report-exports.ts';
import type { ReportFilters } from './report-filters.ts';
import type { ReportMessages } from './report-messages.ts';
import type { Reports } from './reports.ts';
import {
  parseCursor,
  parsePage,
  parseReportFilter,
  presentFilter,
  presentMessages,
  presentRatings,
  presentReport,
  presentReportExport,
} from './reports.wire.ts';

interface Deps {
  reports: Reports;
  reportMessages: ReportMessages;
  reportFilters: ReportFilters;
  reportExports: ReportExports;
  /** Signs a link for a file that only one user may download. */
  signShortLived(key: string): string;
}

export const reportRoutes = ({ reports, reportMessages, reportFilters, reportExports, signShortLived }: Deps) =>
  handle('reports', endpoints.reports, {
    list: async ({ actor, query }) =>
      presentReport(await reports.list(actor, parseReportFilter(query), parsePage(query))),
    ratings: async ({ actor, query }) => presentRatings(await reports.ratings(actor, parseReportFilter(query))),
    messages: async ({ actor, query: { after, ...filter } }) =>
      presentMessages(await reportMessages.list(actor, filter, parseCursor(after))),
    filters: async ({ actor }) => (await reportFilters.list(actor)).map(presentFilter),
    createFilter: async ({ actor, body }) => presentFilter(await reportFilters.create(actor, body)),
    updateFilter: async ({ actor, params, body }) => presentFilter(await reportFilters.update(actor, params.id, body)),
    removeFilter: async ({ actor, params }) => {
      await reportFilters.remove(actor, params.id);
      return { message: 'Filter deleted' };
    },
    export: async ({ actor, body }) => presentReportExport(await reportExports.request(actor, body.kind, body.filter)),
    exports: async ({ actor }) =>
      (await reportExports.list(actor)).map((row) => presentReportExport(row, signShortLived)),
    exported: async ({ actor, params }) =>
      presentReportExport(await reportExports.get(actor, params.id), signShortLived),
    cancelExport: async ({ actor, params }) => presentReportExport(await reportExports.cancel(actor, params.id)),
  });
