import type { endpoints, ParsedRequest } from '@balcao/contract';
import type { DashboardCounters } from '@balcao/contract/endpoints/dashboard';
import { npsOf, percent } from '@balcao/domain/ticket/nps';
import type { z } from 'zod';
import type { CountersRow } from './dashboard.store.ts';
import type { Dashboard, DashboardRange } from './dashboard.ts';

const DEFAULT_DAYS = 30;
type DashboardQuery = ParsedRequest<typeof endpoints.dashboard.show>['query'];
type DashboardFigures = Awaited<ReturnType<Dashboard['get']>>;

export const parseRange = ({ days, date_from: from, date_to: to }: DashboardQuery): DashboardRange => ({
  days: days ?? DEFAULT_DAYS,
  from,
  to,
});

export const presentDashboard = ({ counters, agents }: DashboardFigures) => ({
  counters: presentCounters(counters),
  attendants: agents.map(presentAgent),
});

const presentAgent = ({ id, name, online, stats }: DashboardFigures['agents'][number]) => ({
  id,
  name,
  online,
  tickets: stats?.tickets ?? 0,
  rating: stats?.rating == null ? null : rounded(stats.rating),
  countRating: stats?.rated ?? 0,
  avgWaitTime: rounded(stats?.waited ?? 0),
  avgSupportTime: rounded(stats?.attended ?? 0),
});

const presentCounters = (row: CountersRow): z.infer<typeof DashboardCounters> => ({
  avgSupportTime: rounded(row.attended),
  avgWaitTime: rounded(row.waited),
  supportHappening: row.happening,
  supportPending: row.pending,
  supportFinished: row.finished,
  supportGroups: row.groups,
  leads: row.leads,
  activeTickets: row.active,
  passiveTickets: row.passive,
  tickets: row.tickets,
  waitRating: row.waitRating,
  withoutRating: row.withoutRating,
  withRating: row.withRating,
  percRating: percent(row.rated, row.tickets),
  ...npsOf(row),
});

/** Two decimals. */
const rounded = (value: number): number => Math.round(value * 100) / 100;
