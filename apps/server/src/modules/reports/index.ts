export { createReports, type Reports } from './reports.ts';
export { createReportFilters, type ReportFilters } from './report-filters.ts';
export { createReportMessages, type ReportMessages } from './report-messages.ts';
export { createReportExports, type ReportExports } from './report-exports.ts';
export { presentReportExport } from './reports.wire.ts';
export { reportRoutes } from './reports.routes.ts';
