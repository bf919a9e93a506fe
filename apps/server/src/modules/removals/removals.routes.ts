import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Removals } from './removals.ts';
import { presentRemoval } from './removals.wire.ts';

export const removalRoutes = (removals: Removals) =>
  handle('removals', endpoints.removals, {
    list: async ({ actor }) => ({ removals: (await removals.list(actor)).map(presentRemoval) }),
  });
