import { z } from 'zod';
import { get } from '../kernel/endpoint.ts';
import { calendarDay, id } from '../kernel/schemas.ts';

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
const AgentStats = z.object({
  id,
  name: z.string(),
  online: z.boolean(),
  tickets: z.number(),
  /** Average of 0 to 10; null without ratings. */
  rating: z.number().nullable(),
  countRating: z.number(),
  avgWaitTime: z.number(),
  avgSupportTime: z.number(),
});

/** Days in the company's time zone, both limits included. Default: the last 30 days. */
const range = z
  .object({
    days: z
      .string()
      .regex(/^[1-9]\d{0,3}$/)
      .transform(Number)
      .optional(),
    date_from: calendarDay.optional(),
    date_to: calendarDay.optional(),
  })
  .refine(({ date_from, date_to }) => !date_from || !date_to || date_from <= date_to, {
    path: ['date_from'],
    params: { rule: 'invalid' },
  });

export const dashboard = {
  show: get('/dashboard', {
    query: range,
    reply: z.object({ counters: DashboardCounters, attendants: z.array(AgentStats) }),
    access: 'dashboard.view',
  }),
};
