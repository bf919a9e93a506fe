import { reportParts } from '@balcao/domain/insight/metrics';
import { closers } from '@balcao/domain/ticket/ticket';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { calendarDay, done, id, idParams, jsonIds, plainText, requiredText, timestamp } from '../kernel/schemas.ts';
import { AgentStats, isRange } from './dashboard.ts';
import { ticketStatus } from './tickets.ts';

export const reportSizes = [5, 10, 20, 50] as const;
export const DEFAULT_REPORT_SIZE = 10;
const MAX_REPORT_SIZE = 50;
/** Saved filters of one user. */
export const MAX_REPORT_FILTERS = 50;
/** Hours for which the file of an export can be downloaded. */
export const EXPORT_FILE_HOURS = 24;

/** A row is a conversation with its latest cycle, or one cycle. */
const by = z.enum(['conversation', 'cycle']);
const ids = z.array(id).max(1000).default([]);
const hour = z.iso.datetime({ precision: 3 });
const score = z.number().int().min(0).max(10);

/** The filters of a report, for exports and saved filters. Without dates: from the first of the month to today. */
const filterFields = z.object({
  by: by.default('conversation'),
  searchParam: plainText(200).default(''),
  contactId: id.nullable().default(null),
  whatsappIds: ids,
  userIds: ids,
  queueIds: ids,
  tagIds: ids,
  status: z.array(ticketStatus).max(6).default([]),
  dateFrom: calendarDay.nullable().default(null),
  dateTo: calendarDay.nullable().default(null),
  onlyRated: z.boolean().default(false),
  /** The rows that one number of the dashboard counts; only with `by` cycle, except those of now, for which the dates do not count. */
  part: z.enum(reportParts).nullable().default(null),
  score: score.nullable().default(null),
  /** Begin of the hour in which the cycles began; only with `by` cycle. */
  hour: hour.nullable().default(null),
});
const hasRange = ({ dateFrom, dateTo }: { dateFrom: string | null; dateTo: string | null }) =>
  isRange(dateFrom ?? undefined, dateTo ?? undefined);
export const ReportFilter = filterFields.refine(hasRange, { path: ['dateFrom'], params: { rule: 'invalid' } });
export type ReportFilter = z.output<typeof ReportFilter>;
export type ReportFilterInput = z.input<typeof ReportFilter>;

const jsonStatuses = z
  .string()
  .max(200)
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return text === '' ? [] : (JSON.parse(text) as unknown);
    } catch {
      context.addIssue({ code: 'custom', params: { rule: 'invalid' } });
      return z.NEVER;
    }
  })
  .pipe(z.array(ticketStatus).max(6));
const day = z.union([z.literal('').transform(() => undefined), calendarDay]).optional();
const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional();

const queryFields = z.object({
  by: by.default('conversation'),
  searchParam: plainText(200).default(''),
  contactId: optional(id),
  whatsappId: jsonIds,
  users: jsonIds,
  queueIds: jsonIds,
  tags: jsonIds,
  status: jsonStatuses,
  dateFrom: day,
  dateTo: day,
  onlyRated: z
    .enum(['true', 'false', ''])
    .transform((value) => value === 'true')
    .default(false),
  part: optional(z.enum(reportParts)),
  score: optional(
    z
      .string()
      .regex(/^(?:\d|10)$/)
      .transform(Number),
  ),
  hour: optional(hour),
});
const isQueryRange = ({ dateFrom, dateTo }: { dateFrom?: string | undefined; dateTo?: string | undefined }) =>
  isRange(dateFrom, dateTo);
const ratingQuery = queryFields.refine(isQueryRange, { path: ['dateFrom'], params: { rule: 'invalid' } });
const reportQuery = queryFields
  .extend({
    page: z
      .string()
      .regex(/^[1-9]\d{0,5}$/)
      .transform(Number)
      .default(1),
    /** More than 50 returns 50. */
    pageSize: z
      .string()
      .regex(/^[1-9]\d{0,11}$/)
      .transform((text) => Math.min(Number(text), MAX_REPORT_SIZE))
      .default(DEFAULT_REPORT_SIZE),
    /** `next` of the former page; `page` is then ignored. */
    after: plainText(100).default(''),
  })
  .refine(isQueryRange, { path: ['dateFrom'], params: { rule: 'invalid' } });

export const ReportRow = z.object({
  /** The conversation. */
  id,
  uuid: z.string(),
  /** What users see as #123. */
  number: z.number().nullable(),
  /** The cycle. Null for a conversation without one. */
  cycleId: z.number().nullable(),
  whatsappName: z.string(),
  contactId: id,
  contactName: z.string(),
  userId: id.nullable(),
  userName: z.string(),
  queueName: z.string(),
  queueColor: z.string(),
  lastMessage: z.string(),
  /** Status of the cycle: closed if it ended, whatever its conversation is now. */
  status: ticketStatus,
  /** dd/mm/yyyy HH:mm in the company's time zone; empty if it has not ended. */
  createdAt: z.string(),
  closedAt: z.string(),
  beganAt: timestamp,
  endedAt: timestamp.nullable(),
  /** Who ended it; null if it has not ended, or from before this was stored. */
  closedBy: z.enum(closers).nullable(),
  /** Days, hours and minutes with agents, for example «1d 2h 5m»; while an agent has it, until now. */
  supportTime: z.string(),
  supportSeconds: z.number(),
  waitSeconds: z.number(),
  /** The score, or 0 without one; see `rated`. */
  NPS: z.number(),
  rated: z.boolean(),
});
export type ReportRow = z.infer<typeof ReportRow>;

export const ReportSummary = z.object({
  tickets: z.number(),
  /** Minutes. */
  avgSupportTime: z.number(),
  avgWaitTime: z.number(),
  rated: z.number(),
  percRating: z.number(),
  npsScore: z.number(),
});
export type ReportSummary = z.infer<typeof ReportSummary>;

/** The ratings among the rows of a report. */
export const ReportRatings = z.object({
  /** How many gave each score, from 0 to 10. */
  scores: z.array(z.number()),
  /** Agents who were rated, by name. */
  agents: z.array(
    AgentStats.pick({
      id: true,
      name: true,
      removed: true,
      rating: true,
      countRating: true,
      npsScore: true,
      promoters: true,
      passives: true,
      detractors: true,
    }),
  ),
});
export type ReportRatings = z.infer<typeof ReportRatings>;

export const ReportExport = z.object({
  id,
  kind: z.enum(['tickets', 'attendants']),
  status: z.enum(['waiting', 'running', 'done', 'failed', 'canceled']),
  /** Rows written so far, and how many there will be. */
  rows: z.number(),
  total: z.number(),
  fileName: z.string(),
  /** Signed URL of the finished file; only for the user who requested it, for 24 hours. */
  url: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type ReportExport = z.infer<typeof ReportExport>;

export const messageDirections = ['received', 'sent'] as const;
export type MessageDirection = (typeof messageDirections)[number];
/** A message that the dashboard counts. Its text is for those who may read the conversation. */
export const ReportMessage = z.object({
  id: z.number(),
  at: timestamp,
  sender: z.enum(['customer', 'users', 'bot', 'campaigns', 'phone']),
  /** The user who wrote it; the name is empty when the user no longer exists. */
  userId: id.nullable(),
  userName: z.string(),
  ticketId: id,
  uuid: z.string(),
  number: z.number().nullable(),
  contactName: z.string(),
  whatsappName: z.string(),
});
export type ReportMessage = z.infer<typeof ReportMessage>;
const messageQuery = z
  .object({
    direction: z.enum(messageDirections).default('received'),
    dateFrom: calendarDay,
    dateTo: calendarDay,
    /** `next` of the former page. */
    after: plainText(100).default(''),
  })
  .refine(({ dateFrom, dateTo }) => isRange(dateFrom, dateTo), { path: ['dateFrom'], params: { rule: 'invalid' } });

export const SavedReportFilter = z.object({ id, name: z.string(), filter: filterFields });
export type SavedReportFilter = z.infer<typeof SavedReportFilter>;
const filterDraft = z.object({ name: requiredText(1, 60), filter: ReportFilter });

export const reports = {
  list: get('/ticketreport/reports', {
    query: reportQuery,
    reply: z.object({
      tickets: z.array(ReportRow),
      /** Empty on a page asked for by `after`. */
      totalTickets: z.object({ total: z.string() }),
      /** Null on a page asked for by `after`: the first page has it. */
      summary: ReportSummary.nullable(),
      /** Value of `after` for the next page; null on the last. */
      next: z.string().nullable(),
    }),
    access: 'report.view',
    support: false,
  }),

  /** The ratings of the rows that `list` finds with the same filter. */
  ratings: get('/ticketreport/ratings', {
    query: ratingQuery,
    reply: ReportRatings,
    access: 'report.view',
    support: false,
  }),

  /** The messages that the dashboard counts as received or sent on these days, newest first, 50 at a time. */
  messages: get('/ticketreport/messages', {
    query: messageQuery,
    reply: z.object({ messages: z.array(ReportMessage), next: z.string().nullable() }),
    access: 'report.view',
    support: false,
  }),

  /** Saved filters of the user, by name. */
  filters: get('/report-filters', { reply: z.array(SavedReportFilter), access: 'report.view', support: false }),
  createFilter: post('/report-filters', { body: filterDraft, reply: SavedReportFilter, access: 'report.view' }),
  updateFilter: put('/report-filters/:id', {
    params: idParams,
    body: filterDraft,
    reply: SavedReportFilter,
    access: 'report.view',
  }),
  removeFilter: del('/report-filters/:id', { params: idParams, reply: done, access: 'report.view' }),

  /** ERR_NOTHING_TO_EXPORT without a row. `attendants` uses only the dates. Numbers and names are masked as for the user. */
  export: post('/report-exports', {
    body: z.object({ kind: z.enum(['tickets', 'attendants']).default('tickets'), filter: ReportFilter }),
    reply: ReportExport,
    access: 'report.view',
    rate: 'upload',
  }),
  /** The user's exports of the last day, newest first. */
  exports: get('/report-exports', { reply: z.array(ReportExport), access: 'report.view', support: false }),
  exported: get('/report-exports/:id', {
    params: idParams,
    reply: ReportExport,
    access: 'report.view',
    support: false,
  }),
  /** Cancels an export that is not finished. */
  cancelExport: post('/report-exports/:id/cancel', { params: idParams, reply: ReportExport, access: 'report.view' }),
};
