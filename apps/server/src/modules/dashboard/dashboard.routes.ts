import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Dashboard } from './dashboard.ts';
import { parseRange, presentDashboard } from './dashboard.wire.ts';

export const dashboardRoutes = (dashboard: Dashboard) =>
  handle('dashboard', endpoints.dashboard, {
    show: async ({ actor, query }) => presentDashboard(await dashboard.get(actor.companyId, parseRange(query))),
  });
