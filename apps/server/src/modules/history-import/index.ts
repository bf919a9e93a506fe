export { createHistoryImport, type HistoryImporter } from './history-import.ts';
export type { HistoryImportUpwardCalls } from './types.ts';
export { historyImportRoutes } from './history-import.routes.ts';
