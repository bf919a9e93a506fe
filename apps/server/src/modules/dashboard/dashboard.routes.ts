import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Dashboard } from './dashboard.ts';

export const dashboardRoutes = (dashboard: Dashboard) =>
  handle('dashboard', endpoints.dashboard, {
    show: ({ actor, query }) => dashboard.get(actor.companyId, query),
  });
