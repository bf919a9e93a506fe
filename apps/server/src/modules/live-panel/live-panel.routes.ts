import { endpoints } from '@balcao/contract';
import { can } from '@balcao/domain/policy/policy';
import { handle } from '../../infrastructure/http/handle.ts';
import type { LivePanel } from './live-panel.ts';

export const livePanelRoutes = (livePanel: LivePanel) =>
  handle('livePanel', endpoints.livePanel, {
    show: ({ actor }) => livePanel.get(actor),
    users: ({ actor, query }) => livePanel.list(actor, { ...query, queueIds: query.queuesIds }),
    moments: ({ actor, query: { status, userId, ...query } }) =>
      livePanel.list(actor, {
        ...query,
        ...(status && { statuses: [status] }),
        userId: can(actor, 'ticket.filter-by-user') ? userId : actor.userId,
      }),
  });
