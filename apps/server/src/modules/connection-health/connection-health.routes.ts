import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { ConnectionHealth } from './connection-health.ts';
import { presentHealth } from './connection-health.wire.ts';

export const connectionHealthRoutes = (health: ConnectionHealth) =>
  handle('numberHealth', endpoints.numberHealth, {
    show: async ({ actor, params }) => presentHealth(await health.get(actor.companyId, params.id)),
  });
