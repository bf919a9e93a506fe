import type { endpoints, ParsedRequest, ResponseData } from '@balcao/contract';
import type { ReportExport, ReportFilter, ReportRow } from '@balcao/contract/endpoints/reports';
import { dateIn } from '@balcao/domain/hours/hours';
import { clockTimeIn } from '@balcao/domain/access/work-hours';
import { npsOf, percent } from '@balcao/domain/ticket/nps';
import { refuse } from '../../infrastructure/app-error.ts';
import type { ReportExportRow, ReportFilterRow } from '../../infrastructure/db/schema/insight.ts';
import { fileNameOf } from './report-exports.ts';
import type { ReportMessages } from './report-messages.ts';
import type { ReportCursor, SummaryRow } from './report-rows.store.ts';
import type { NamedReportRow, ReportPage, Reports } from './reports.ts';

type ListQuery = ParsedRequest<typeof endpoints.reports.list>['query'];
type FilterQuery = ParsedRequest<typeof endpoints.reports.ratings>['query'];

export const parseReportFilter = (query: FilterQuery): ReportFilter => ({
  by: query.by,
  searchParam: query.searchParam,
  contactId: query.contactId ?? null,
  whatsappIds: query.whatsappId,
  userIds: query.users,
  queueIds: query.queueIds,
  tagIds: query.tags,
  status: query.status,
  dateFrom: query.dateFrom ?? null,
  dateTo: query.dateTo ?? null,
  onlyRated: query.onlyRated,
  part: query.part ?? null,
  score: query.score ?? null,
  hour: query.hour ?? null,
});
export const parsePage = ({ page, pageSize, after }: ListQuery): ReportPage => ({
  page,
  size: pageSize,
  after: parseCursor(after),
});
/** Empty: from the first row. */
export function parseCursor(text: string): ReportCursor | undefined {
  if (text === '') return undefined;
  const [, at, id] = /^(\d{1,17})-([1-9]\d{0,14})$/.exec(text) ?? [];
  return at === undefined ? refuse('ERR_VALIDATION', { field: 'after', rule: 'invalid' }) : { at, id: Number(id) };
}

export const presentReport = ({
  rows,
  summary,
  next,
  timeZone,
}: Awaited<ReturnType<Reports['list']>>): ResponseData<typeof endpoints.reports.list> => ({
  tickets: rows.map((row) => presentRow(row, timeZone)),
  totalTickets: { total: summary ? String(summary.tickets) : '' },
  summary: summary ? presentSummary(summary) : null,
  next: next ? `${next.at}-${next.id}` : null,
});

const presentRow = (row: NamedReportRow, timeZone: string): ReportRow => ({
  id: row.ticketId,
  uuid: row.uuid,
  number: row.number,
  cycleId: row.cycleId,
  whatsappName: row.connectionName,
  contactId: row.contactId,
  contactName: row.contactName,
  userId: row.userId,
  userName: row.userName,
  queueName: row.queue?.name ?? '',
  queueColor: row.queue?.color ?? '',
  lastMessage: row.lastMessage,
  status: row.status,
  createdAt: localText(row.beganAt, timeZone),
  closedAt: row.endedAt ? localText(row.endedAt, timeZone) : '',
  beganAt: row.beganAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  closedBy: row.closedBy,
  supportTime: durationText(row.supportSeconds),
  supportSeconds: Math.round(row.supportSeconds),
  waitSeconds: Math.round(row.waitSeconds),
  NPS: row.rate ?? 0,
  rated: row.rate !== null,
});
const presentSummary = (summary: SummaryRow) => ({
  tickets: summary.tickets,
  avgSupportTime: minutes(summary.supportSeconds),
  avgWaitTime: minutes(summary.waitSeconds),
  rated: summary.rated,
  percRating: percent(summary.rated, summary.tickets),
  npsScore: npsOf(summary).npsScore,
});
export const presentRatings = ({
  scores,
  agents,
}: Awaited<ReturnType<Reports['ratings']>>): ResponseData<typeof endpoints.reports.ratings> => ({
  scores,
  agents: agents.map(({ id, name, count, mean, ...opinions }) => ({
    id,
    name: name ?? '',
    removed: name === undefined,
    rating: Math.round(mean * 100) / 100,
    countRating: count,
    npsScore: npsOf(opinions).npsScore,
    ...opinions,
  })),
});
const minutes = (seconds: number | null): number => Math.round(((seconds ?? 0) / 60) * 100) / 100;
const localText = (at: Date, timeZone: string): string =>
  `${dateIn(timeZone, at).split('-').toReversed().join('/')} ${clockTimeIn(timeZone, at)}`;

/** Days, hours and minutes; leading zeros are left out. */
function durationText(seconds: number): string {
  const all = Math.floor(seconds / 60);
  const [days, hours, rest] = [Math.floor(all / 1440), Math.floor(all / 60) % 24, all % 60];
  return `${days > 0 ? `${days}d ` : ''}${all >= 60 ? `${hours}h ` : ''}${rest}m`;
}

export const presentMessages = ({
  messages,
  next,
}: Awaited<ReturnType<ReportMessages['list']>>): ResponseData<typeof endpoints.reports.messages> => ({
  messages: messages.map(({ at, cursorAt: _cursorAt, connectionId: _connectionId, connectionName, ...message }) => ({
    ...message,
    at: at.toISOString(),
    whatsappName: connectionName,
  })),
  next: next ? `${next.cursorAt}-${next.id}` : null,
});

export const presentFilter = ({ id, name, filter }: ReportFilterRow) => ({ id, name, filter });

/** Without `sign` there is no link. */
export const presentReportExport = (row: ReportExportRow, sign?: (key: string) => string): ReportExport => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  rows: row.rowCount,
  total: row.total,
  fileName: fileNameOf(row),
  url: sign && row.storageKey !== null ? sign(row.storageKey) : null,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
