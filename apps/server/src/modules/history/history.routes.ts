import { endpoints } from '@balcao/contract';
import { handle } from '../../foundation/http/handle.ts';
import type { History } from './history.ts';

export const historyRoutes = (history: History) =>
  handle('history', endpoints.history, {
    close: async ({ actor, params }) => {
      await history.close(actor, params.id);
      return 'Closing imported tickets';
    },
  });
