import { endpoints } from '@balcao/contract';
import { handle } from '../../foundation/http/handle.ts';
import type { NumbersHealth } from './number-health.ts';

export const numberHealthRoutes = (health: NumbersHealth) =>
  handle('numberHealth', endpoints.numberHealth, {
    show: ({ actor, params }) => health.show(actor.companyId, params.id),
  });
