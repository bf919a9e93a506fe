import { endpoints } from '@balcao/contract';
import { handle } from '../../foundation/http/handle.ts';
import type { Dashboard } from './dashboard.ts';

export const dashboardRoutes = (dashboard: Dashboard) =>
  handle('dashboard', endpoints.dashboard, {
    show: ({ actor, query }) => dashboard.show(actor.companyId, query),
  });
