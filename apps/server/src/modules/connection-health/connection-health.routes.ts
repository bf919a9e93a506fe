import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { ConnectionHealth } from './connection-health.ts';

export const connectionHealthRoutes = (health: ConnectionHealth) =>
  handle('numberHealth', endpoints.numberHealth, {
    show: ({ actor, params }) => health.get(actor.companyId, params.id),
  });
