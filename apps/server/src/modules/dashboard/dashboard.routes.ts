import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Dashboard } from './dashboard.ts';
import { parseRange, presentByAgent, presentByTime, presentDashboard, presentNow } from './dashboard.wire.ts';

export const dashboardRoutes = (dashboard: Dashboard) =>
  handle('dashboard', endpoints.dashboard, {
    show: async ({ actor, query }) => presentDashboard(await dashboard.get(actor.companyId, parseRange(query))),
    now: async ({ actor }) => presentNow(await dashboard.now(actor.companyId)),
    ticketsUsers: async ({ actor, query }) =>
      presentByAgent(await dashboard.byAgent(actor.companyId, query.initialDate, query.finalDate)),
    ticketsDay: async ({ actor, query }) =>
      presentByTime(await dashboard.byTime(actor.companyId, query.initialDate, query.finalDate)),
    check: async ({ actor, query }) => {
      const lines = await dashboard.check(actor.companyId, query.dateFrom, query.dateTo);
      return { lines, holds: lines.every(({ holds }) => holds) };
    },
  });
