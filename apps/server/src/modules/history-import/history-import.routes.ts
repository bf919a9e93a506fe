import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { HistoryImporter } from './history-import.ts';
import { presentClosing } from './history-import.wire.ts';

export const historyImportRoutes = (historyImport: HistoryImporter) =>
  handle('history', endpoints.history, {
    close: async ({ actor, params }) => {
      await historyImport.close(actor, params.id);
      return presentClosing();
    },
  });
