import type { endpoints, ParsedRequest } from '@balcao/contract';
import type { AgentStats, DashboardCounters, DashboardPeriod } from '@balcao/contract/endpoints/dashboard';
import { instantOf } from '@balcao/domain/hours/hours';
import { npsOf, percent } from '@balcao/domain/ticket/nps';
import type { z } from 'zod';
import type { NowRow } from './dashboard.store.ts';
import type { Dashboard, DashboardRange } from './dashboard.ts';
import { opinionsOf, type DurationNumbers, type Numbers } from './numbers.ts';

const DEFAULT_DAYS = 30;
type DashboardQuery = ParsedRequest<typeof endpoints.dashboard.show>['query'];
type DashboardNumbers = Awaited<ReturnType<Dashboard['get']>>;
export type AgentOfDashboard = DashboardNumbers['agents'][number];

export const parseRange = ({ days, date_from: from, date_to: to }: DashboardQuery): DashboardRange => ({
  days: days ?? DEFAULT_DAYS,
  from,
  to,
});

export const presentDashboard = ({ numbers, agents, now, range }: DashboardNumbers) => ({
  counters: presentCounters(numbers, now),
  attendants: agents.map(presentAgent),
  period: presentPeriod(numbers, range),
});

export function presentAgent({ id, name, online, removed, stats }: AgentOfDashboard): AgentStats {
  const opinions = opinionsOf(stats?.scores ?? []);
  const rated = stats?.ratings ?? 0;
  return {
    id,
    name,
    online,
    removed,
    tickets: stats?.handled ?? 0,
    passedOn: stats?.passedOn ?? 0,
    rating: rated === 0 ? null : rounded(stats!.ratingSum / rated),
    countRating: rated,
    npsScore: rated === 0 ? null : npsOf(opinions).npsScore,
    ...opinions,
    avgWaitTime: minutes(stats?.wait) ?? 0,
    avgSupportTime: minutes(stats?.support) ?? 0,
  };
}

export const presentCounters = (
  { count, support, wait, scores }: Numbers,
  now: NowRow,
): z.infer<typeof DashboardCounters> => ({
  avgSupportTime: minutes(support.mean) ?? 0,
  avgWaitTime: minutes(wait.mean) ?? 0,
  supportHappening: now.supportHappening,
  supportPending: now.supportPending,
  supportFinished: count('finished'),
  supportGroups: count('groups'),
  leads: count('leads'),
  activeTickets: count('active'),
  passiveTickets: count('passive'),
  tickets: count('tickets'),
  waitRating: count('nps'),
  withoutRating: count('withoutRating'),
  withRating: count('withRating'),
  percRating: percent(count('rating'), count('tickets')),
  ...npsOf(opinionsOf(scores)),
});

const presentPeriod = (numbers: Numbers, { from, to, timeZone }: DashboardNumbers['range']): DashboardPeriod => {
  const { count } = numbers;
  const sentBy = {
    users: count('sentByUsers'),
    bot: count('sentByBot'),
    campaigns: count('sentByCampaigns'),
    phone: count('sentByPhone'),
  };
  return {
    from,
    to,
    timeZone,
    received: count('received'),
    sent: sentBy.users + sentBy.bot + sentBy.campaigns + sentBy.phone,
    sentBy,
    supportTime: presentDuration(numbers.support),
    waitTime: presentDuration(numbers.wait),
    firstResponse: presentDuration(numbers.firstResponse),
    replyTime: presentDuration(numbers.reply),
    unanswered: count('unanswered'),
    withinTarget: count('withTarget') === 0 ? null : percent(count('withinTarget'), count('withTarget')),
    withTarget: count('withTarget'),
    late: count('withTarget') - count('withinTarget'),
    scores: numbers.scores,
  };
};
const presentDuration = ({ mean, median, p90, ...rest }: DurationNumbers) => ({
  mean: minutes(mean),
  median: minutes(median),
  p90: minutes(p90),
  ...rest,
});

export const presentNow = ({ at, agentsOnline, agentsTotal, ...now }: Awaited<ReturnType<Dashboard['now']>>) => ({
  ...now,
  attendantsOnline: agentsOnline,
  attendantsTotal: agentsTotal,
  at: at.toISOString(),
});

export const presentByAgent = ({ agents, nobody }: Awaited<ReturnType<Dashboard['byAgent']>>) => ({
  data: [
    ...agents.map(({ id, name, removed, stats }) => ({ id, nome: name, quantidade: stats?.heldLast ?? 0, removed })),
    { id: null, nome: '', quantidade: nobody, removed: false },
  ],
});

export function presentByTime({ hours, days, timeZone }: Awaited<ReturnType<Dashboard['byTime']>>) {
  const data = hours
    ? hours.map(({ n, hour, at }) => ({ total: n, horario: hour, at: at.toISOString() }))
    : days.map(({ n, day }) => ({
        total: n,
        data: day.split('-').toReversed().join('/'),
        at: instantOf(`${day}T00:00`, timeZone).toISOString(),
      }));
  return { count: data.reduce((sum, { total }) => sum + total, 0), data };
}

/** Seconds to minutes with two decimals. */
const minutes = (seconds: number | null | undefined): number | null =>
  seconds === null || seconds === undefined ? null : rounded(seconds / 60);
/** Two decimals. */
const rounded = (value: number): number => Math.round(value * 100) / 100;
