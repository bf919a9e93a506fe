import { checks, type CheckName } from '@balcao/domain/insight/reconciliation';
import { z } from 'zod';
import { get } from '../kernel/endpoint.ts';
import { calendarDay, id, timestamp } from '../kernel/schemas.ts';

/** Longest range of the dashboard and of reports, in days: five years. */
export const MAX_RANGE_DAYS = 1827;

/** Minutes; null without values. `isApproximate`: median and 90th percentile come from the stored days. */
export const Duration = z.object({
  mean: z.number().nullable(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
  /** Cycles (or replies) that it is made of. */
  count: z.number(),
  isApproximate: z.boolean(),
});
/** Minutes are averages of existing values; percentages and the score have at most two decimals. */
export const DashboardCounters = z.object({
  avgSupportTime: z.number(),
  avgWaitTime: z.number(),
  /** Current values, independent of the requested days. */
  supportHappening: z.number(),
  supportPending: z.number(),
  supportFinished: z.number(),
  supportGroups: z.number(),
  leads: z.number(),
  activeTickets: z.number(),
  passiveTickets: z.number(),
  tickets: z.number(),
  waitRating: z.number(),
  withoutRating: z.number(),
  withRating: z.number(),
  percRating: z.number(),
  npsPromotersPerc: z.number(),
  npsPassivePerc: z.number(),
  npsDetractorsPerc: z.number(),
  npsScore: z.number(),
});
/** Numbers of the range beyond those of the specification. Definitions: domain/insight/metrics. */
export const DashboardPeriod = z.object({
  /** The days that were counted, both included, and the company's time zone. */
  from: calendarDay,
  to: calendarDay,
  timeZone: z.string(),
  received: z.number(),
  sent: z.number(),
  sentBy: z.object({ users: z.number(), bot: z.number(), campaigns: z.number(), phone: z.number() }),
  supportTime: Duration,
  waitTime: Duration,
  firstResponse: Duration,
  replyTime: Duration,
  unanswered: z.number(),
  /** Null: no answered cycle of a queue with a target. */
  withinTarget: z.number().nullable(),
  /** Answered cycles of queues with a target. */
  withTarget: z.number(),
  /** Those of them that were answered past the target. */
  late: z.number(),
  /** Number of ratings with the score 0, 1, … 10. */
  scores: z.array(z.number()).length(11),
});
export type DashboardPeriod = z.infer<typeof DashboardPeriod>;
export const DashboardNow = z.object({
  supportHappening: z.number(),
  supportPending: z.number(),
  groupsNow: z.number(),
  attendantsOnline: z.number(),
  attendantsTotal: z.number(),
  at: timestamp,
});
export type DashboardNow = z.infer<typeof DashboardNow>;

export const AgentStats = z.object({
  id,
  name: z.string(),
  online: z.boolean(),
  /** A user who no longer exists; its numbers remain. */
  removed: z.boolean(),
  tickets: z.number(),
  /** Cycles that another agent held last. */
  passedOn: z.number(),
  /** Average of 0 to 10; null without ratings. */
  rating: z.number().nullable(),
  countRating: z.number(),
  /** Score of these ratings, −100 to 100; null without ratings. */
  npsScore: z.number().nullable(),
  promoters: z.number(),
  passives: z.number(),
  detractors: z.number(),
  avgWaitTime: z.number(),
  avgSupportTime: z.number(),
});
export type AgentStats = z.infer<typeof AgentStats>;

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
/** The first day is not after the last, and there are no more days than MAX_RANGE_DAYS. */
export const isRange = (from: string | undefined, to: string | undefined): boolean =>
  !from || !to || (from <= to && daysBetween(from, to) <= MAX_RANGE_DAYS);

/** Days in the company's time zone, both limits included. Default: the last 30 days. */
const range = z
  .object({
    days: z
      .string()
      .regex(/^[1-9]\d{0,3}$/)
      .transform(Number)
      .refine((days) => days <= MAX_RANGE_DAYS)
      .optional(),
    date_from: calendarDay.optional(),
    date_to: calendarDay.optional(),
  })
  .refine(({ date_from, date_to }) => isRange(date_from, date_to), {
    path: ['date_from'],
    params: { rule: 'invalid' },
  });
/** `companyId` is ignored: the company is that of the caller. */
const chartRange = z
  .object({ initialDate: calendarDay, finalDate: calendarDay, companyId: id.optional() })
  .refine(({ initialDate, finalDate }) => isRange(initialDate, finalDate), {
    path: ['initialDate'],
    params: { rule: 'invalid' },
  });
const checkRange = z
  .object({ dateFrom: calendarDay, dateTo: calendarDay })
  .refine(({ dateFrom, dateTo }) => isRange(dateFrom, dateTo), { path: ['dateFrom'], params: { rule: 'invalid' } });

/** An equation between numbers. Its sentence: domain/insight/reconciliation. */
export const CheckLine = z.object({
  name: z.enum(Object.keys(checks) as [CheckName, ...CheckName[]]),
  left: z.number(),
  right: z.number(),
  holds: z.boolean(),
});
export type CheckLine = z.infer<typeof CheckLine>;

export const dashboard = {
  show: get('/dashboard', {
    query: range,
    reply: z.object({ counters: DashboardCounters, attendants: z.array(AgentStats), period: DashboardPeriod }),
    access: 'dashboard.view',
  }),
  /** The live numbers; a client asks again every minute. */
  now: get('/dashboard/now', { reply: DashboardNow, access: 'dashboard.view' }),
  /** Cycles by the agent who held them last. Every user appears; the last row, without `id`, has no agent. */
  ticketsUsers: get('/dashboard/ticketsUsers', {
    query: chartRange,
    reply: z.object({
      data: z.array(z.object({ id: id.nullable(), nome: z.string(), quantidade: z.number(), removed: z.boolean() })),
    }),
    access: 'dashboard.view',
  }),
  /**
   * Cycles by day (`data`: dd/mm/yyyy), or by hour for one day (`horario`: 0 to 23). A day of a clock change has 23 or
   * 25 rows; `at` is the beginning of each.
   */
  ticketsDay: get('/dashboard/ticketsDay', {
    query: chartRange,
    reply: z.object({
      count: z.number(),
      data: z.array(
        z.object({ total: z.number(), horario: z.number().optional(), data: z.string().optional(), at: timestamp }),
      ),
    }),
    access: 'dashboard.view',
  }),
  /** The equations between the numbers of a range, each with both sides. */
  check: get('/dashboard/check', {
    query: checkRange,
    reply: z.object({ lines: z.array(CheckLine), holds: z.boolean() }),
    access: 'report.view',
  }),
};
